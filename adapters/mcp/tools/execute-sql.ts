import { pageUrl } from "../page-url.ts";
import * as v from "valibot";
import { shorten } from "../bounds.ts";
import { defineTool } from "../tool.ts";

/** Characters of the longest query, as the API takes it. */
const LONGEST = 50_000;
/** Characters of a value, unless it is asked for whole. */
const LONGEST_VALUE = 500;

interface Table {
  columns: string[];
  results: unknown[][];
  types: [string, string][];
  hasMore: boolean;
}

export const executeSql = defineTool({
  name: "execute-sql",
  title: "SQL",
  description:
    "Runs a SELECT in HogQL over events, persons, sessions, groups and cohorts: properties.plan, person.properties.email. 100 rows without LIMIT.",
  effect: "reads",
  input: {
    query: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST)),
    truncate: v.optional(v.pipe(v.boolean(), v.description("Cut long values")), true),
  },
  async run(call, { query, truncate }) {
    const { columns, results, hasMore } = await call.api.post<Table>("/query/", {
      query: { kind: "HogQLQuery", query },
    });
    const rows = results.map((row) => (truncate ? row.map((cell) => shorten(cell, LONGEST_VALUE)) : row));
    const url = pageUrl(call, `/sql?${new URLSearchParams({ q: query }).toString()}`);
    if (rows.length > 0) {
      const more = hasMore ? "; there are more: add LIMIT and OFFSET" : "";
      return { summary: `${rows.length} rows of ${columns.join(", ")}${more}.`, columns, results: rows, url };
    }
    return {
      summary: "The query is right, and no row matches it.",
      columns,
      results: [],
      url,
      try_next: ["loosen WHERE", "read-data-schema lists events, properties and values"],
    };
  },
});
