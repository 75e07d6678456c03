import { compileMatches } from "../../events/filters/index.ts";
import { Refusal } from "../refusal.ts";
import type { Expression, SelectCore } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import { standInFor } from "./stand-in.ts";
import { toElement } from "./collection.ts";
import { noteEventTimes } from "./event-times.ts";
import { hasAggregate } from "./has-aggregate.ts";
import { compileFill } from "./compile-fill.ts";
import { compileFrom } from "./compile-source.ts";
import { TABLES } from "../tables.ts";
import { printDirection, printOrder, printWindow } from "./print-window.ts";
import { createScope, findSource } from "./scope.ts";
import type { Scope, SourceScope } from "./scope.ts";
import { ANY } from "./type.ts";
import { quoteName, toCondition } from "./value.ts";
import type { Value } from "./value.ts";

export interface Column {
  name: string;
  value: Value;
}

/** A SELECT whose columns may still change their type, as a UNION wants it. */
export interface CompiledCore {
  columns: Column[];
  /** @param columns the SQL of each column */
  print(columns: readonly string[]): string;
}

/** Compiles one SELECT. `end` = its LIMIT and OFFSET as printed. */
export function compileSelect(
  compilation: Compilation,
  outer: Scope | null,
  node: SelectCore,
  end: string,
): CompiledCore {
  const scope = createScope(outer);
  const printFrom = compileFrom(compilation, scope, node.from);
  addArrayJoins(compilation, scope, node);
  const standIn = standInFor(scope, node);
  const [only] = scope.sources;
  const isCounted = standIn !== null || compilation.areEventsCounted;
  if (isCounted && only !== undefined) scope.countedBy = `${only.sql}."events"`;
  for (const [name] of node.windows) scope.windows.add(name);
  const columns = compileColumns(compilation, scope, node.columns);
  const windows = node.windows.map(([name, spec]) => `${quoteName(name)} AS ${printWindow(compilation, scope, spec)}`);
  const where =
    node.where === null ? "" : ` WHERE ${toCondition(compilation.expression(scope, node.where), compilation)}`;
  noteEventTimes(compilation, scope, node);
  const keys = groupsOf(node).flatMap((key) => (key.kind === "tuple" ? key.items : [key]));
  const groupBy = keys.map((key) => toKey(compilation, scope, key)).join(", ");
  const having =
    node.having === null ? "" : ` HAVING ${toCondition(compilation.expression(scope, node.having), compilation)}`;
  const order = printOrder(compilation, scope, node.orderBy);
  const later = compileLater(compilation, scope, node);
  const filled = columns.map(({ value }, index) => ({ name: sqlName(columns, index), value }));
  const fill = compileFill(compilation, scope, node, filled);
  const body = () =>
    [
      standIn === null ? printFrom() : ` FROM temp.${standIn} AS ${only?.sql ?? ""}`,
      where,
      groupBy === "" ? "" : ` GROUP BY ${groupBy}`,
      having,
      windows.length === 0 ? "" : ` WINDOW ${windows.join(", ")}`,
    ].join("");
  const word = node.isDistinct ? "SELECT DISTINCT " : "SELECT ";
  return {
    columns,
    print(given) {
      const named = given.map((sql, index) => `${sql} AS ${quoteName(sqlName(columns, index))}`);
      const sort = fill ?? ((rows: string, sorting: string) => `${rows}${sorting}`);
      if (later === null) return sort(`${word}${named.join(", ")}${body()}`, order === "" ? "" : ` ${order}`) + end;
      const names = columns.map((_, index) => quoteName(sqlName(columns, index))).join(", ");
      const inner = `SELECT ${[...named, ...later.columns].join(", ")}${body()}`;
      return sort(`${word}${names} FROM (${inner}) WHERE ${later.where}`, later.order) + end;
    },
  };
}

function groupsOf({ isGroupedByAll, columns, groupBy }: SelectCore): readonly Expression[] {
  if (!isGroupedByAll) return groupBy;
  return columns
    .filter((column) => !hasAggregate(column))
    .map((column) => (column.kind === "alias" ? column.arg : column));
}

/** A place stays a place. */
function toKey(compilation: Compilation, scope: Scope, key: Expression): string {
  const { sql, constant } = compilation.expression(scope, key);
  return key.kind === "constant" && typeof key.value === "number" ? String(constant) : sql;
}

/** Later columns of one name get their place too. */
export function sqlName(columns: readonly { name: string }[], index: number): string {
  const { name = "" } = columns[index] ?? {};
  const isFirst = columns.findIndex((column) => column.name === name) === index;
  return isFirst ? name : `${name}:${index + 1}`;
}

function compileColumns(compilation: Compilation, scope: Scope, nodes: readonly Expression[]): Column[] {
  const compiled = new Map<Expression, Value>();
  const compile = (node: Expression): Value => {
    const known = compiled.get(node);
    if (known !== undefined) return known;
    const value = compilation.expression(scope, node);
    compiled.set(node, value);
    return value;
  };
  for (const node of nodes) {
    const name = toAlias(node);
    if (name !== null)
      scope.pending.set(
        name,
        once(name, () => compile(node)),
      );
  }
  return nodes.flatMap((node): Column[] => {
    if (node.kind === "star") return expandStar(scope, node);
    const value = compile(node);
    if (value.interval !== undefined) throw new Refusal("An interval is no value of its own; add it to an instant.");
    return [{ name: toName(compilation, node), value }];
  });
}

/** The name of a column for other expressions: its alias, or the last name of a path such as `properties.plan`. */
function toAlias(node: Expression): string | null {
  if (node.kind === "alias") return node.name;
  return node.kind === "name" && node.parts.length > 1 ? (node.parts.at(-1) ?? null) : null;
}

/** Refuses a column that its own expression names. */
function once(name: string, compile: () => Value): () => Value {
  let isOpen = false;
  return () => {
    if (isOpen) throw new Refusal(`The column ${name} is defined by itself.`);
    isOpen = true;
    const value = compile();
    isOpen = false;
    return value;
  };
}

/** The alias, else the last name of a field, else the text of the expression (reference/query.md 4.2). */
function toName({ text }: Compilation, node: Expression): string {
  if (node.kind === "alias") return node.name;
  if (node.kind === "name") return node.parts.at(-1) ?? "";
  if (node.kind === "subscript" && node.index.kind === "constant" && typeof node.index.value === "string")
    return node.index.value;
  if (node.kind === "member" && typeof node.key === "string") return node.key;
  return text.slice(node.start, node.end);
}

function expandStar(scope: Scope, { of, except, matching }: Extract<Expression, { kind: "star" }>): Column[] {
  const left = new Set(except);
  const find = compileMatches(matching ?? "");
  if (find === null) throw new Refusal(`"${matching ?? ""}" is no regular expression that RE2 can read.`);
  const sources = of.length === 0 ? scope.sources : [requireSource(scope, of.join("."))];
  if (sources.length === 0) throw new Refusal("A star needs a table: SELECT * FROM …");
  const seen = new Set<string>();
  return sources.flatMap((source) =>
    [...source.columns].flatMap(([name, type]): Column[] => {
      const isOther = find(name).next().done === true;
      const isLeft = isOther || left.has(name) || source.hidden.has(name) || (seen.has(name) && scope.shared.has(name));
      seen.add(name);
      if (!isLeft && source.table === TABLES["sessions"]) source.readSession(name);
      return isLeft ? [] : [{ name, value: { sql: `${source.sql}.${quoteName(name)}`, type } }];
    }),
  );
}

function requireSource(scope: Scope, name: string): SourceScope {
  const source = findSource(scope, name);
  if (source === undefined) throw new Refusal(`Unknown table "${name}" in ${name}.*.`);
  return source;
}

/** `ARRAY JOIN a AS x, b AS y`: members of equal places, side by side. */
function addArrayJoins(compilation: Compilation, scope: Scope, { arrayJoins }: SelectCore): void {
  if (arrayJoins === null) return;
  let first: string | null = null;
  for (const item of arrayJoins.items) {
    const node = item.kind === "alias" ? item.arg : item;
    const array = compilation.expression(scope, node);
    const name = item.kind === "alias" ? item.name : node.kind === "name" ? (node.parts.at(-1) ?? "") : null;
    const type = array.type.of[0] ?? ANY;
    const source = array.property?.json ?? array.sql;
    const sql = quoteName(compilation.unique());
    const value: Value =
      first === null ? { sql: `${sql}.value`, type } : toElement({ sql: source, type: array.type }, `${first}.key + 1`);
    if (first === null) {
      scope.arrayJoins.push({ sql, array: source, isLeft: arrayJoins.isLeft });
      first = sql;
    }
    if (name !== null) scope.aliases.set(name, value);
  }
}

/** Conditions on rows with their windows, for a SELECT around. */
interface Later {
  columns: string[];
  where: string;
  order: string;
}

/** `QUALIFY x`, and `LIMIT n BY x`: the first rows of each x in the SELECT's order. Null = neither. */
function compileLater(compilation: Compilation, scope: Scope, node: SelectCore): Later | null {
  const { qualify, limitBy, orderBy } = node;
  if (qualify === null && limitBy === null) return null;
  const order = printOrder(compilation, scope, orderBy);
  const sorted = orderBy.map(({ arg }, index) => {
    // A place names a column.
    const key = arg.kind === "constant" && typeof arg.value === "number" ? (node.columns[arg.value - 1] ?? arg) : arg;
    return `${compilation.expression(scope, key).sql} AS "order ${index}"`;
  });
  const outer = orderBy.map((sorting, index) => `"order ${index}"${printDirection(sorting, true)}`);
  const tests: [sql: string, name: string, where: string][] = [];
  if (qualify !== null) {
    tests.push([toCondition(compilation.expression(scope, qualify), compilation), "qualify", '"qualify"']);
  }
  if (limitBy !== null) {
    const keys = limitBy.by.map((key) => compilation.expression(scope, key).sql).join(", ");
    const [offset, count] = [limitBy.offset, limitBy.count].map(Math.trunc) as [number, number];
    const place = `row_number() OVER (PARTITION BY ${keys}${order === "" ? "" : ` ${order}`})`;
    tests.push([place, "limit by", `"limit by" > ${offset} AND "limit by" <= ${offset + count}`]);
  }
  return {
    columns: [...sorted, ...tests.map(([sql, name]) => `${sql} AS ${quoteName(name)}`)],
    where: tests.map(([, , where]) => where).join(" AND "),
    order: outer.length === 0 ? "" : ` ORDER BY ${outer.join(", ")}`,
  };
}
