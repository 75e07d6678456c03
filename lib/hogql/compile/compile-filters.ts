import { parseSingleExpression } from "../language/parse-query.ts";
import { Refusal } from "../refusal.ts";
import type { SqlCondition, SqlFilters } from "../sql-filters.ts";
import { TABLES } from "../tables.ts";
import type { Compilation } from "./compilation.ts";
import { findColumn } from "./scope.ts";
import type { Scope, SourceScope } from "./scope.ts";
import { UINT8 } from "./type.ts";
import { quote, quoteName, toCondition } from "./value.ts";
import type { Value } from "./value.ts";

/** Tables that can be filtered, with their columns of time. */
const TIMES: Readonly<Record<string, string>> = {
  events: "timestamp",
  sessions: "$start_timestamp",
  groups: "created_at",
};

/** `TIMES` for a table of persons. */
const TIMES_OF_PERSONS = { persons: "created_at" };

/**
 * `{filters}`: dates and properties as a condition on the table of the SELECT; true without filters. @throws Refusal
 * when the SELECT reads no such table, or a filter does not fit it
 */
export function compileFilters(compilation: Compilation, scope: Scope, filters: SqlFilters | null): Value {
  if (filters === null) return { sql: "1", type: UINT8 };
  const found = findFiltered(scope, filters);
  if (found === null) {
    throw new Refusal(
      "Cannot use 'filters' placeholder in a SELECT clause that does not select from the events, sessions or groups table.",
    );
  }
  const { source, table } = found;
  const timeColumn = { ...TIMES, ...TIMES_OF_PERSONS }[table] ?? "timestamp";
  if (table === "sessions") source.readSession(timeColumn);
  const time = `${source.sql}.${quoteName(timeColumn)}`;
  const tests = [compileCondition(compilation, scope, found, filters.condition)];
  if (filters.untilMs !== null) tests.push(`${time} < ${filters.untilMs}`);
  if (filters.fromMs !== null) tests.push(`${time} >= ${filters.fromMs}`);
  const range = { source: source.sql, fromMs: filters.fromMs, untilMs: filters.untilMs };
  return { sql: `(${tests.join(" AND ")})`, type: UINT8, ...(table === "events" && { range }) };
}

interface Filtered {
  source: SourceScope;
  table: string;
}

function findFiltered(scope: Scope, { isOfPersons = false }: SqlFilters): Filtered | null {
  for (const table of Object.keys(isOfPersons ? TIMES_OF_PERSONS : TIMES)) {
    const source = scope.sources.find((each) => each.table !== null && each.table === TABLES[table]);
    if (source !== undefined) return { source, table };
  }
  return null;
}

function compileCondition(compilation: Compilation, scope: Scope, found: Filtered, condition: SqlCondition): string {
  switch (condition.type) {
    case "AND":
    case "OR": {
      const parts = condition.values.map((value) => compileCondition(compilation, scope, found, value));
      return parts.length === 0 ? "1" : `(${parts.join(` ${condition.type} `)})`;
    }
    case "cohort": {
      if (found.table !== "events" && found.table !== "persons") throw unfit("cohort", found);
      const ids = condition.ids.map((id) => String(Math.trunc(id))).join(", ");
      const members = `SELECT person_id FROM temp.cohort_people WHERE cohort_id IN (${ids})`;
      const person = quoteName(found.table === "persons" ? "id" : "person_id");
      return `ifnull(${found.source.sql}.${person} ${condition.isNot ? "NOT " : ""}IN (${members}), ${Number(condition.isNot)})`;
    }
    case "element":
      if (found.table !== "events") throw unfit("element", found);
      return `hog_passeselements(${compilation.bind(JSON.stringify(condition.filter))}, ${found.source.sql}."elements_chain")`;
    case "hogql":
      return toCondition(compilation.expression(scope, parseSingleExpression(condition.expression)), compilation);
    case "test":
      return compileTest(compilation, scope, found, condition);
  }
}

function unfit(type: string, { table }: Filtered): Refusal {
  return new Refusal(`Filters of type ${type} cannot be used on the table ${table}.`);
}

/** A filter is tested in the query process: `hog_passes(filter, properties)`. */
function compileTest(
  compilation: Compilation,
  scope: Scope,
  found: Filtered,
  { on, filter }: Extract<SqlCondition, { type: "test" }>,
): string {
  const test = compilation.bind(JSON.stringify(filter));
  return `hog_passes(${test}, ${toSubject(compilation, scope, found, on, filter.key)})`;
}

/** The JSON object that a filter reads. */
function toSubject(compilation: Compilation, scope: Scope, found: Filtered, on: string, key: string): string {
  const { source, table } = found;
  const find = (...parts: string[]) =>
    compilation.expression(scope, { kind: "name", parts: [source.name, ...parts], start: 0, end: 0 });
  const reach = (...parts: string[]) => find(...parts).sql;
  if (on === "column") return toObject(key, find(requireColumn(source, key)));
  if (on === "session") {
    if (table === "groups" || table === "persons") throw unfit(on, found);
    return toObject(key, table === "sessions" ? find(requireColumn(source, key)) : find("session", key));
  }
  if (table === "sessions") throw unfit(on, found);
  if (table === "groups") {
    if (!on.startsWith("group")) throw unfit(on, found);
    return reach("properties");
  }
  if (table === "persons") {
    if (on !== "person") throw unfit(on, found);
    return reach("properties");
  }
  if (on === "event") return reach("properties");
  // An event without a person passes no filter on persons; a missing group has no properties.
  return on === "person" ? reach(on, "properties") : `ifnull(${reach(on, "properties")}, '{}')`;
}

/** A JSON object of one value as filters compare it: true and false, instants as ISO text, empty for NULL. */
function toObject(key: string, { sql, type }: Value): string {
  return `iif(${sql} IS NULL, '{}', json_object(${quote(key)}, ${toJson(sql, type)}))`;
}

function toJson(sql: string, { family }: Value["type"]): string {
  if (family === "bool") return `json(iif(${sql}, 'true', 'false'))`;
  if (family === "time") return `strftime('%Y-%m-%dT%H:%M:%fZ', ${sql} / 1000.0, 'unixepoch')`;
  return family === "array" ? `json(${sql})` : sql;
}

function requireColumn(source: SourceScope, name: string): string {
  const column = findColumn(source, name);
  if (column === undefined) throw new Refusal(`A filter names ${name}, which the table ${source.name} does not have.`);
  return column;
}
