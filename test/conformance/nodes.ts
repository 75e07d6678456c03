import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { filtersToNode } from "../../lib/questions/index.ts";
import { givenCases, toLines } from "../questions/given-case.ts";
import type { GivenCase } from "../questions/given-case.ts";

// The given cases of insights asked by node, converted from their `filters`: the numbers are those of the older dialect.

type Body = Record<string, unknown>;

/** A rule of nodes by which a case has other numbers, and the cases. */
const OTHER_RULES: Record<string, readonly string[]> = {
  "a funnel has one breakdown": ["funnel.150"],
};

const DIFFERENT = new Set(Object.values(OTHER_RULES).flat());

/** Fields that conversion ignores, or whose defaults differ, in fields that both dialects have. */
function inBoth({ funnel_window_days: days, path_type: type, ...query }: Body, fields: Body): Body {
  return {
    ...fields,
    ...(days !== undefined && { funnel_window_interval: days, funnel_window_interval_unit: "day" }),
    ...(type !== undefined && { include_event_types: [type] }),
    ...query,
  };
}

/** The insights, each with the path of its older questions and the numbers of an answer. */
const INSIGHTS: Record<string, Kind> = {
  trends: { fields: { insight: "TRENDS", breakdown_other: true }, path: "trend", numbers: toLinesOf },
  funnel: { fields: { insight: "FUNNELS" }, path: "funnel", numbers: toSteps },
  funnel_trends: { fields: { insight: "FUNNELS", funnel_viz_type: "trends" }, path: "funnel", numbers: toLinesOf },
  funnel_time_to_convert: {
    fields: { insight: "FUNNELS", funnel_viz_type: "time_to_convert" },
    path: "funnel",
    // The older dialect has no median.
    numbers: (results) => ({ ...(results as Body), median_conversion_time: undefined }),
  },
  stickiness: { fields: { insight: "STICKINESS" }, path: "trend", numbers: toLinesOf },
  lifecycle: { fields: { insight: "LIFECYCLE" }, path: "trend", numbers: toLinesOf },
  retention: { fields: { insight: "RETENTION", total_intervals: 11 }, path: "retention", numbers: toCells },
  paths: { fields: { insight: "PATHS" }, path: "path", numbers: (results) => results },
};

interface Kind {
  /** Fields that a case may leave out. */
  fields: Body;
  path: string;
  numbers(results: unknown): unknown;
}

/** The numbers of each line, and the days of both periods that are compared, without the order of lines. */
function toLinesOf(results: unknown): unknown {
  return (results as Body[])
    .map(({ data, aggregated_value: value, status, compare_label: period, days }) =>
      JSON.stringify([data ?? [], value ?? null, status ?? null, period ?? null, period === undefined ? null : days]),
    )
    .toSorted();
}

function toSteps(results: unknown): unknown {
  const lines = ((results as Body[]).some(Array.isArray) ? results : [results]) as Body[][];
  const facts = ["order", "count", "average_conversion_time", "median_conversion_time"];
  return lines
    .filter((steps) => steps.length > 0)
    .map((steps) => JSON.stringify(steps.map((step) => facts.map((fact) => step[fact]))))
    .toSorted();
}

/** Rows as long as those of the older dialect, which are a triangle. */
function toCells(results: unknown): unknown {
  const rows = results as { values: { count: number }[] }[];
  return rows.map(({ values }, row) => values.slice(0, rows.length - row).map(({ count }) => count));
}

async function askBoth(one: GivenCase<unknown>, { path, fields }: Kind, options: Pick<Candidate["options"], "engine">) {
  await using hoglet = await createHoglet({ now: one.now, ...options });
  await hoglet.import(toLines(one), { persons: "given" });
  const filters = inBoth(one.query, fields);
  const post = async (rest: string, body: unknown) => {
    const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/${rest}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const old = await post(`insights/${path}`, path === "trend" ? filters : { ...filters, insight: undefined });
  let node: unknown;
  try {
    node = filtersToNode(filters);
  } catch (error) {
    return { old, asked: { status: 400, body: { detail: String(error) } as Body } };
  }
  return { old, asked: await post("query", { query: node }) };
}

/** The given cases of insights, by `query` as well as by `filters`. */
export function conformByNodes(test: Define, { options }: Pick<Candidate, "options">): void {
  for (const [name, kind] of Object.entries(INSIGHTS)) {
    for (const one of givenCases<Body>(name)) {
      test(`given ${name} ${one.id} by node: ${one.note ?? ""}`, async () => {
        const { old, asked } = await askBoth(one, kind, options);
        const failure = failureOf(() => {
          assert.is(asked.status, old.status, JSON.stringify(asked.body).slice(0, 300));
          if (old.status !== 200) return;
          assert.equal(kind.numbers(asked.body["results"]), kind.numbers(old.body["result"]));
        });
        if (!DIFFERENT.has(one.id)) assert.is(failure, null);
        else assert.ok(failure !== null, `${one.id} has the numbers of the older dialect: take it off the list`);
      });
    }
  }
}

function failureOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return String(error);
  }
}
