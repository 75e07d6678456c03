import { readFileSync } from "node:fs";

/** An endpoint of docs/contract.md, as its tables describe it. */
export interface ContractRow {
  /** Such as "List persons". */
  operation: string;
  method: string;
  /** Below the project: `/persons/:id`. */
  path: string;
  /** Null = the contract shows none. */
  scopes: string[] | null;
  /** Names of query parameters, besides `format`. */
  query: string[];
  /** Names of the body's fields. */
  body: string[];
  /** Null = not shown. */
  status: number | null;
  /** The resource of the answer; null = none. */
  answer: { resource: string | null; isList: boolean; isEmpty: boolean };
  /** Keys of the list's envelope, in their order. */
  envelope: string[];
  /** Below the heading "Persons": does it take `format`? */
  isOfPersons: boolean;
}

/** A field of a resource's table. */
export interface ContractField {
  name: string;
  /** As the table has it: "array of string". */
  type: string;
}

const CONTRACT = readFileSync("docs/contract.md", "utf8");

/** The cells of a table's rows below a heading. */
function tableBelow(heading: string): string[][] {
  const [, section = ""] = CONTRACT.split(`\n### ${heading}\n`);
  const [own = ""] = section.split(/\n##+ /);
  const lines = own.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The fields of a resource: "Plugin config", "Plugin config log entry" or "Person". */
export function contractFields(resource: string): ContractField[] {
  return tableBelow(resource).map(([name = "", type = ""]) => ({ name, type }));
}

/** Every endpoint of the contract. */
export function contractRows(): ContractRow[] {
  // The first of both headings "Plugin configs" has the endpoints' table.
  return [
    ...tableBelow("Plugin configs").map((cells) => toRow(cells, false)),
    ...tableBelow("Persons").map((cells) => toRow(cells, true)),
  ];
}

const USUAL_ENVELOPE = ["count", "next", "previous", "results"];

function toRow(
  [operation = "", target = "", scope = "", query = "", body = "", answer = ""]: string[],
  isOfPersons: boolean,
): ContractRow {
  const [, method = "", path = ""] = /^(\w+) P(\/\S+)$/.exec(target) ?? [];
  const order = /key order: ([\w, ]+)/.exec(answer)?.[1]?.split(", ");
  const status = /^(\d{3})/.exec(answer)?.[1];
  const resource = /(?:envelope of |\d{3}, )(plugin config log entry|plugin config|person)/.exec(answer)?.[1] ?? null;
  return {
    operation,
    method,
    path,
    scopes: scope === "see note" ? null : scope.split(" and "),
    query: namesIn(query),
    body: namesIn(body),
    status: status === undefined ? null : Number(status),
    answer: { resource, isList: answer.includes("envelope"), isEmpty: status === "204" },
    envelope: order ?? USUAL_ENVELOPE,
    isOfPersons,
  };
}

/** `limit (integer), offset (integer)` gives both names; remarks in brackets go. */
function namesIn(cell: string): string[] {
  if (cell === "none") return [];
  return cell
    .replaceAll(/\([^)]*\)/g, "")
    .split(",")
    .map((name) => name.trim());
}

/** The values that a request sends for each name of the tables. */
const VALUES: Readonly<Record<string, unknown>> = {
  limit: 1,
  offset: 1,
  distinct_id: "ann",
  email: "ann@example.com",
  search: "ann@",
  delete_events: true,
  $unset: "plan",
  key: "plan",
  value: "max",
  plugin: 2,
  enabled: true,
  order: 1,
  name: "mine",
  description: "a description",
  deleted: false,
};

/** A request with all that a row takes. `properties` is a list of filters in a query, and an object in a body. */
export function contractRequest(row: ContractRow): Record<"query" | "body", Record<string, unknown>> {
  return {
    query: valuesOf(row.query, [{ key: "plan", value: "pro", type: "person" }]),
    body: valuesOf(row.body, { plan: "max" }),
  };
}

function valuesOf(names: readonly string[], properties: unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, name === "properties" ? properties : VALUES[name]]));
}
