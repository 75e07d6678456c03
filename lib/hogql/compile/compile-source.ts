import { Refusal } from "../refusal.ts";
import type { Join, Source } from "../language/tree.ts";
import { TABLES } from "../tables.ts";
import type { Compilation } from "./compilation.ts";
import { idsOf } from "./compile-name.ts";
import { perhaps } from "./perhaps.ts";
import { createScope, findTable } from "./scope.ts";
import type { Scope, SourceScope } from "./scope.ts";
import { ANY, UINT64 } from "./type.ts";
import type { Type } from "./type.ts";
import { quoteName, toCondition, toNumber } from "./value.ts";

/** A source, and its SQL in FROM. */
interface Compiled {
  source: SourceScope;
  /** Call it once all expressions are compiled: they say what the source needs. */
  print(): string;
}

const JSON_COLUMNS = "key value type atom id parent fullkey path".split(" ");

/**
 * Adds the members of a FROM to the scope.
 * @returns prints the FROM, once all expressions are compiled
 */
export function compileFrom(compilation: Compilation, scope: Scope, joins: readonly Join[]): () => string {
  const parts: ((isFirst: boolean) => string)[] = [];
  for (const join of joins) {
    const { source, print } = compileSource(compilation, scope, join.source);
    if (scope.sources.some(({ name }) => name === source.name)) {
      throw new Refusal(`Two tables are named ${source.name}. Give one of them another name with AS.`);
    }
    scope.sources.push(source);
    const condition = join.on === null ? "" : ` ON ${compileOn(compilation, scope, join.on)}`;
    for (const name of join.using ?? []) scope.shared.add(name);
    if (join.word?.startsWith("NATURAL") === true) for (const name of source.columns.keys()) scope.shared.add(name);
    // SQLite reads the shared columns itself, so no expression asks for them.
    for (const each of scope.sources) {
      if (each.table === TABLES["sessions"]) for (const name of scope.shared) each.readSession(name);
    }
    const using = join.using === null ? "" : ` USING (${join.using.map(quoteName).join(", ")})`;
    parts.push(() => `${join.word === null ? "" : ` ${join.word} `}${print()}${condition}${using}${printIds(source)}`);
  }
  return () => {
    const arrays = scope.arrayJoins.map(({ sql, array, isLeft }, index) => {
      const word = index === 0 && parts.length === 0 ? "" : isLeft ? " LEFT JOIN " : " JOIN ";
      return `${word}json_each(${array}) AS ${sql}${isLeft ? " ON 1" : ""}`;
    });
    const all = [...parts.map((print, index) => print(index === 0)), ...arrays];
    return all.length === 0 ? "" : ` FROM ${all.join("")}`;
  };
}

function compileOn(compilation: Compilation, scope: Scope, on: NonNullable<Join["on"]>): string {
  return toCondition(compilation.expression({ ...scope, clause: "on" }, on), compilation);
}

/** A row for each distinct id, as in HogQL. */
function printIds(source: SourceScope): string {
  if (!source.areIdsJoined) return "";
  const name = idsOf(source);
  return ` LEFT JOIN temp.person_distinct_ids AS ${name} ON ${name}."person_id" = ${source.sql}."id"`;
}

function compileSource(compilation: Compilation, scope: Scope, node: Source): Compiled {
  switch (node.kind) {
    case "table":
      return compileTable(compilation, scope, node, node.name);
    case "function":
      return compileTableFunction(compilation, scope, node, node.name, node.args);
    case "subquery": {
      const { sql, columns } = compilation.query(withTables(scope), node.query);
      const name = node.alias ?? compilation.unique();
      const types = new Map(columns.map(({ name: column, type }, index) => [node.columns?.[index] ?? column, type]));
      const printed = node.columns === null ? sql : renamed(sql, node.columns, columns.length);
      return { source: toSource(name, types), print: () => `(${printed}) AS ${quoteName(name)}` };
    }
  }
}

/** A subquery under other column names. */
function renamed(sql: string, names: readonly string[], count: number): string {
  if (names.length !== count)
    throw new Refusal(`The subquery has ${count} columns, and ${names.length} names are given.`);
  return `WITH renamed(${names.map(quoteName).join(", ")}) AS (${sql}) SELECT * FROM renamed`;
}

function toSource(name: string, columns: ReadonlyMap<string, Type>, more: Partial<SourceScope> = {}): SourceScope {
  const none = { hidden: new Set<string>(), table: null, areIdsJoined: false, readSession: () => {} };
  return { name, sql: quoteName(name), columns, ...none, ...more };
}

/** PostHog's names of tables beneath its tables, which are the same here. */
const TABLES_BENEATH: Readonly<Record<string, string>> = {
  raw_sessions: "sessions",
  raw_persons: "persons",
  raw_groups: "groups",
  raw_person_distinct_ids: "person_distinct_ids",
  raw_cohort_people: "cohort_people",
};

function compileTable(
  compilation: Compilation,
  scope: Scope,
  { alias, sample }: Source,
  path: readonly string[],
): Compiled {
  const [first = ""] = path;
  const common = path.length === 1 ? findTable(scope, first) : undefined;
  const name = alias ?? path.at(-1) ?? first;
  if (common !== undefined) {
    return { source: toSource(name, common.columns), print: () => `${common.sql} AS ${quoteName(name)}` };
  }
  const wanted = TABLES_BENEATH[first.toLowerCase()] ?? first.toLowerCase();
  const key = path.length === 1 ? Object.keys(TABLES).find((known) => known === wanted) : undefined;
  const table = key === undefined ? undefined : TABLES[key];
  if (key === undefined || table === undefined) {
    throw new Refusal(`Unknown table "${path.join(".")}"${perhaps(path.join("."), Object.keys(TABLES))}`);
  }
  if (key === "sessions") compilation.readSession();
  const { readSession } = compilation;
  const own = { hidden: new Set(table.hidden), table, readSession };
  const source = toSource(name, new Map(Object.entries(table.columns)), own);
  if (sample === null) return { source, print: () => `temp.${key} AS ${quoteName(name)}` };
  if (key !== "events") throw new Refusal("Only events can be sampled.", "not_implemented");
  const rows = `SELECT * FROM temp.events WHERE hog_sampled(distinct_id, ${sample.ratio}, ${sample.offset})`;
  return { source, print: () => `(${rows}) AS ${quoteName(name)}` };
}

/** Numbers that `numbers(n)` gives at most: they are made one by one. */
const MAX_NUMBERS = 10_000_000;

function compileTableFunction(
  compilation: Compilation,
  scope: Scope,
  { alias }: Source,
  name: string,
  args: Extract<Source, { kind: "function" }>["args"],
): Compiled {
  const values = args.map((arg) => compilation.expression(scope, arg));
  const lower = name.toLowerCase();
  const own = alias ?? lower;
  if (lower === "numbers") {
    const sizes = values.map((value) => toNumber(value) ?? "NULL");
    const [offset, count] = sizes.length > 1 ? sizes : ["0", sizes[0] ?? "0"];
    const rows = `WITH RECURSIVE counted(number) AS (SELECT ${offset} WHERE ${count} > 0
      UNION ALL SELECT number + 1 FROM counted WHERE number + 1 < ${offset} + ${count} LIMIT ${MAX_NUMBERS}) SELECT number FROM counted`;
    return { source: toSource(own, new Map([["number", UINT64]])), print: () => `(${rows}) AS ${quoteName(own)}` };
  }
  if (/^jsonb?_(?:each|tree)$/.test(lower)) {
    const types = new Map(JSON_COLUMNS.map((column) => [column, ANY]));
    const printed = values.map(({ sql }) => sql).join(", ");
    return { source: toSource(own, types), print: () => `${lower}(${printed}) AS ${quoteName(own)}` };
  }
  throw new Refusal(`Unknown table function "${name}"; numbers, json_each and json_tree are there.`);
}

/** A scope with the tables and constants of WITH, without columns of the SELECT around. */
export function withTables(scope: Scope | null): Scope {
  const bare = createScope(null);
  for (let at = scope; at !== null; at = at.parent) {
    for (const [name, table] of at.tables) if (!bare.tables.has(name)) bare.tables.set(name, table);
    for (const [name, value] of at.constants) {
      if (bare.constants.has(name)) continue;
      bare.constants.set(name, value);
      bare.aliases.set(name, value);
    }
  }
  return bare;
}
