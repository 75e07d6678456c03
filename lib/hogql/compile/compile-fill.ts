import { Refusal } from "../refusal.ts";
import type { Expression, SelectCore } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import { calculate } from "./compile-operator.ts";
import { toDateSql } from "./compile-cast.ts";
import type { Scope } from "./scope.ts";
import { shiftBy } from "./shift-time.ts";
import type { Family, Type } from "./type.ts";
import { expectTime, quoteName, toNumber } from "./value.ts";
import type { Value } from "./value.ts";

/** A column by its name in SQL. */
interface FilledColumn {
  name: string;
  value: Value;
}

/** The other columns' values in added rows, as in ClickHouse; NULL for other families. */
const DEFAULTS: Partial<Record<Family, string>> = {
  number: "0",
  bool: "0",
  text: "''",
  date: "'1970-01-01'",
  time: "0",
  array: "'[]'",
  map: "'{}'",
};

/**
 * `ORDER BY x WITH FILL` adds rows for missing steps from the first to the last value.
 * @returns prints the sorted SELECT around the SQL of the rows; null = nothing is filled
 */
export function compileFill(
  compilation: Compilation,
  scope: Scope,
  { orderBy }: SelectCore,
  columns: readonly FilledColumn[],
): ((rows: string, sorting: string) => string) | null {
  const [order, ...others] = orderBy;
  if (!orderBy.some(({ fill }) => fill !== null)) return null;
  if (order === undefined || order.fill === null || others.length > 0) {
    throw new Refusal("WITH FILL needs a SELECT that is sorted by the filled column alone.", "not_implemented");
  }
  const column = requireColumn(compilation, scope, order.arg, columns);
  const { from, to, step } = order.fill;
  const key = quoteName(column.name);
  const next = compileStep(compilation, scope, column.value.type, step, order.isDescending);
  const bound = (node: Expression) => toKey(compilation, compilation.expression(scope, node), column.value.type);
  const [first, last] = order.isDescending ? ["max", "min"] : ["min", "max"];
  const low = from === null ? `(SELECT ${first}(${key}) FROM "fill rows")` : bound(from);
  const high = to === null ? `(SELECT ${last}(${key}) FROM "fill rows")` : bound(to);
  // The author's end is no step.
  const before = `${order.isDescending ? ">" : "<"}${to === null ? "=" : ""}`;
  const added = columns.map(({ name, value: { type } }) =>
    name === column.name ? "step" : type.isNullable ? "NULL" : (DEFAULTS[type.family] ?? "NULL"),
  );
  const direction = order.isDescending ? " DESC" : "";
  return (rows) => `WITH RECURSIVE "fill rows" AS (${rows}), "fill steps"(step) AS (
    SELECT ${low} WHERE ${low} ${before} ${high}
    UNION ALL SELECT ${next} FROM "fill steps" WHERE ${next} ${before} ${high})
    SELECT * FROM "fill rows" UNION ALL SELECT ${added.join(", ")} FROM "fill steps"
    WHERE step NOT IN (SELECT ${key} FROM "fill rows" WHERE ${key} IS NOT NULL)
    ORDER BY ${columns.indexOf(column) + 1}${direction} NULLS LAST`;
}

function requireColumn(
  compilation: Compilation,
  scope: Scope,
  arg: Expression,
  columns: readonly FilledColumn[],
): FilledColumn {
  const place = arg.kind === "constant" && typeof arg.value === "number" ? arg.value - 1 : null;
  const { sql } = compilation.expression(scope, arg);
  const found = place === null ? columns.find(({ value }) => value.sql === sql) : columns[place];
  if (found !== undefined) return found;
  throw new Refusal("WITH FILL needs a column of the SELECT.", "not_implemented");
}

/** SQL of the value after `step`. @throws Refusal for a step that does not lead on */
function compileStep(
  compilation: Compilation,
  scope: Scope,
  type: Type,
  node: Expression | null,
  isDescending: boolean,
): string {
  const at: Value = { sql: "step", type };
  const by: Value =
    node === null
      ? { sql: isDescending ? "-1" : "1", type: { ...type, family: "number", name: "Int64" }, constant: 1 }
      : compilation.expression(scope, node);
  const count = by.interval?.count ?? by;
  const size = Number((count.constant ?? count.sql).toString().replaceAll(/[()]/g, ""));
  if (node !== null && (!Number.isFinite(size) || size === 0 || size > 0 === isDescending)) {
    throw new Refusal(`WITH FILL needs a number for STEP, ${isDescending ? "below" : "above"} 0.`, "bad_arguments");
  }
  if (type.family === "date" || type.family === "time") {
    const unit = by.interval?.unit ?? (type.family === "date" ? "day" : "second");
    return shiftBy(compilation, at, "+", count, unit).sql;
  }
  if (type.family === "number") return calculate(compilation, "+", at, by).sql;
  throw new Refusal("WITH FILL needs a column of numbers, dates or instants.", "bad_arguments");
}

/** A bound in the form of the column's values. */
function toKey(compilation: Compilation, value: Value, { family }: Type): string {
  if (family === "time") return expectTime(value) ?? value.sql;
  if (family === "date") return toDateSql(compilation, value);
  return toNumber(value) ?? value.sql;
}
