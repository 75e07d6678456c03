import { Refusal } from "../refusal.ts";
import type { Expression } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import { compileLike } from "./compile-like.ts";
import type { Scope } from "./scope.ts";
import { shiftTime } from "./shift-time.ts";
import {
  ANY,
  describeType,
  FLOAT64,
  HASH,
  INT64,
  isCollection,
  isFloat,
  nullable,
  STRING,
  UINT64,
  UINT8,
  widen,
} from "./type.ts";
import type { Type } from "./type.ts";
import { expectTime, toCondition, toNumber, toSortable, toText } from "./value.ts";
import type { Value } from "./value.ts";

type Node<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

/** Names of operators in ClickHouse's sentences. */
const NAMES: Record<string, string> = { "+": "plus", "-": "minus", "*": "multiply", "/": "divide", "%": "modulo" };

export function compileBinary(compilation: Compilation, scope: Scope, node: Node<"binary">): Value {
  const left = compilation.expression(scope, node.left);
  const right = compilation.expression(scope, node.right);
  if (left.isAbsentDate === true || right.isAbsentDate === true) return { sql: "1", type: UINT8 };
  const operator = node.operator;
  switch (operator) {
    case "and":
    case "or": {
      const sides = [left, right].map((side) => toCondition(side, compilation));
      return { sql: `(${sides.join(` ${operator.toUpperCase()} `)})`, type: either(UINT8, left, right) };
    }
    case "||": {
      // As in SQLite's function, NULL is the empty text.
      const sides = [left, right].map((side) => toText(side, compilation).sql);
      return { sql: `concat(${sides.join(", ")})`, type: STRING };
    }
    case "->":
    case "->>": {
      const type = operator === "->" ? { ...nullable(STRING), isJson: true } : ANY;
      return { sql: `(${left.sql} ${operator} ${right.sql})`, type };
    }
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
    case "div":
    case "mod":
      return calculate(compilation, operator, left, right);
    case "glob":
    case "not glob":
      return { sql: `(${left.sql} ${operator.toUpperCase()} ${right.sql})`, type: UINT8 };
    case "like":
    case "ilike":
    case "not like":
    case "not ilike":
    case "=~":
    case "!~":
    case "=~*":
    case "!~*":
      return compileLike(compilation, operator, left, right);
    default:
      return compare(compilation, operator, left, right, scope.clause === "on");
  }
}

function either(type: Type, ...values: Value[]): Type {
  return nullable(
    type,
    values.some((value) => value.type.isNullable),
  );
}

/** Compiles arithmetic, on numbers or on instants. @throws Refusal when the types do not fit */
export function calculate(compilation: Compilation, operator: string, left: Value, right: Value): Value {
  const shifted = operator === "+" || operator === "-" ? shiftTime(compilation, operator, left, right) : null;
  if (shifted !== null) return shifted;
  if (left.type.name === HASH.name && left.type.family === HASH.family && (operator === "%" || operator === "mod")) {
    const type = nullable(UINT64, left.type.isNullable || right.type.isNullable);
    return { sql: `hog_hashmodulo(${left.sql}, ${toNumber(right) ?? "NULL"})`, type };
  }
  const [first, second] = [toNumber(left), toNumber(right)];
  if (first === null || second === null) {
    const name = NAMES[operator] ?? operator;
    const types = [left, right].map(({ type }) => describeType(type, compilation.timezone)).join(" and ");
    throw new Refusal(`Illegal types ${types} of arguments of function ${name}.`, "illegal_type_of_argument");
  }
  const [one, other] = [numberType(left), numberType(right)];
  if (operator === "/") return { sql: `(CAST(${first} AS REAL) / ${second})`, type: either(FLOAT64, left, right) };
  if (operator === "%" || operator === "mod") {
    const isWhole = !isFloat(one) && !isFloat(other);
    const sql = isWhole ? `(${first} % ${second})` : `mod(${first}, ${second})`;
    return { sql, type: isWhole ? nullable(other, one.isNullable || other.isNullable) : either(FLOAT64, left, right) };
  }
  if (operator === "div") {
    return {
      sql: `CAST(${first} / ${second} AS INTEGER)`,
      type: nullable(isFloat(one) ? INT64 : one, one.isNullable || other.isNullable),
    };
  }
  return { sql: `(${first} ${operator} ${second})`, type: widen(one, other, operator) };
}

export function numberType({ type }: Value): Type {
  if (type.family === "number") return type;
  if (type.family === "bool") return nullable(UINT8, type.isNullable);
  return nullable(FLOAT64);
}

const ORDERINGS: ReadonlySet<string> = new Set(["<", ">", "<=", ">="]);
const SQL_OPERATORS: Record<string, string> = { "==": "=", "<>": "!=" };

/**
 * As in PostHog, `=` and `!=` with NULL are 0 or 1: a row without the property passes `properties.plan != 'pro'`.
 * @param isJoin the condition of a join, where NULL equals nothing
 * @throws Refusal when the types have nothing in common
 */
export function compare(compilation: Compilation, written: string, left: Value, right: Value, isJoin = false): Value {
  const operator = SQL_OPERATORS[written] ?? written;
  const [first, second] = toComparable(compilation, left, right);
  const isNullable = left.type.isNullable || right.type.isNullable;
  if (operator === "is" || operator === "is not") {
    return { sql: `(${first} ${operator.toUpperCase()} ${second})`, type: UINT8 };
  }
  if (ORDERINGS.has(operator) && [left, right].every(({ type }) => isCollection(type))) {
    const [one, other] = [left, right].map(toSortable);
    return { sql: `ifnull(${one} ${operator} ${other}, 0)`, type: UINT8 };
  }
  if (!isNullable || isJoin) {
    return { sql: `(${first} ${operator} ${second})`, type: nullable(UINT8, isNullable) };
  }
  if (operator === "=") return { sql: `(${first} IS ${second})`, type: UINT8 };
  if (operator === "!=") return { sql: `(${first} IS NOT ${second})`, type: UINT8 };
  return { sql: `ifnull(${first} ${operator} ${second}, 0)`, type: UINT8 };
}

/**
 * Both sides in the form in which SQLite compares them.
 * @throws Refusal when the types have nothing in common
 */
export function toComparable(compilation: Compilation, left: Value, right: Value): [string, string] {
  const families = [left.type.family, right.type.family];
  const has = (family: Type["family"]) => families.includes(family);
  if (has("null")) return [left.property?.raw ?? left.sql, right.property?.raw ?? right.sql];
  if (has("time") || has("date")) return toComparableTimes(compilation, left, right);
  if (has("bool")) {
    const sides = [left, right].map((side) => toTruth(side));
    if (sides.every((side) => side !== null)) return sides as [string, string];
  }
  if (has("property")) return toComparableProperties(compilation, left, right);
  const isSame =
    (families[0] === "text") === (families[1] === "text") &&
    has("array") === (families[0] === families[1] && has("array"));
  if (isSame || has("any")) return [left.sql, right.sql];
  throw noCommonType(compilation, [left.type, right.type]);
}

/** The error of values that cannot be compared or mixed. */
export function noCommonType({ timezone }: Compilation, types: readonly Type[]): Refusal {
  const names = types.map((type) => describeType(type, timezone)).join(", ");
  return new Refusal(
    `There is no supertype for types ${names}. Convert one of them, for example with toFloat or toString.`,
    "no_common_type",
  );
}

function toComparableTimes(compilation: Compilation, left: Value, right: Value): [string, string] {
  for (const side of [left, right]) expectTime(side);
  const isDates = [left, right].every(({ type, constant }) => {
    return type.family === "date" || (typeof constant === "string" && /^\d{4}-\d{2}-\d{2}$/.test(constant));
  });
  if (isDates) return [left.sql, right.sql];
  const sides = [left, right].map((side) => expectTime(side));
  if (sides.some((side) => side === null)) throw noCommonType(compilation, [left.type, right.type]);
  return sides as [string, string];
}

/** 0 or 1; null = no boolean. */
function toTruth({ sql, type, constant, property }: Value): string | null {
  if (type.family === "bool" || type.family === "number" || type.family === "any") return sql;
  if (property !== undefined) {
    return `(CASE ${property.json} WHEN 'true' THEN 1 WHEN '"true"' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '"false"' THEN 0 WHEN '0' THEN 0 END)`;
  }
  if (constant === "true" || constant === "false") return String(Number(constant === "true"));
  return null;
}

/** Text that SQLite reads from JSON as itself, and from no other value. */
const PLAIN_TEXT = /^(?![-\d.]|true$|false$|null$|[[{"])/;

function toComparableProperties(compilation: Compilation, left: Value, right: Value): [string, string] {
  if (left.property !== undefined && right.property !== undefined) return [left.sql, right.sql];
  const other = left.property === undefined ? left : right;
  const { family } = other.type;
  if (family === "any") return [left.sql, right.sql];
  if (family === "number") return [comparableNumber(left), comparableNumber(right)];
  if (family !== "text") throw noCommonType(compilation, [left.type, right.type]);
  const isPlain = typeof other.constant === "string" && PLAIN_TEXT.test(other.constant);
  return [comparableText(left, isPlain), comparableText(right, isPlain)];
}

function comparableNumber({ sql, property }: Value): string {
  return property === undefined ? sql : `hog_number(${property.raw})`;
}

function comparableText({ sql, property }: Value, isPlain: boolean): string {
  if (property === undefined) return sql;
  return isPlain ? property.raw : `CAST(${sql} AS TEXT)`;
}

export function compileUnary(compilation: Compilation, scope: Scope, node: Node<"unary">): Value {
  const arg = compilation.expression(scope, node.arg);
  if (node.operator === "not") {
    return { sql: `(NOT ${toCondition(arg, compilation)})`, type: nullable(UINT8, arg.type.isNullable) };
  }
  if (arg.interval !== undefined) {
    const { count, unit } = arg.interval;
    return { ...arg, interval: { count: { ...count, sql: `(-${count.sql})` }, unit } };
  }
  const sql = toNumber(arg);
  if (sql !== null) return { sql: `(-${sql})`, type: widen(numberType(arg), numberType(arg), "-") };
  const name = describeType(arg.type, compilation.timezone);
  throw new Refusal(`Illegal type ${name} of argument of function negate.`, "illegal_type_of_argument");
}

export function compileIsNull(compilation: Compilation, scope: Scope, node: Node<"isNull">): Value {
  const { sql, property } = compilation.expression(scope, node.arg);
  return { sql: `(${property?.raw ?? sql} IS ${node.isNot ? "NOT " : ""}NULL)`, type: UINT8 };
}

export function compileBetween(compilation: Compilation, scope: Scope, node: Node<"between">): Value {
  const arg = compilation.expression(scope, node.arg);
  const [low, high] = [node.low, node.high].map((side) => compilation.expression(scope, side)) as [Value, Value];
  const sides = [compare(compilation, ">=", arg, low), compare(compilation, "<=", arg, high)];
  const sql = `(${sides.map((side) => side.sql).join(" AND ")})`;
  return { sql: node.isNot ? `(NOT ${sql})` : sql, type: UINT8 };
}

export function compileCase(compilation: Compilation, scope: Scope, node: Node<"case">): Value {
  const arg = node.arg === null ? null : compilation.expression(scope, node.arg);
  const branches = node.branches.map(([when, then]) => {
    const test = compilation.expression(scope, when);
    const condition = arg === null ? toCondition(test, compilation) : compare(compilation, "=", arg, test).sql;
    return [condition, compilation.expression(scope, then)] as const;
  });
  const otherwise = node.otherwise === null ? null : compilation.expression(scope, node.otherwise);
  return choose(compilation, branches, otherwise);
}

/** The first value whose condition holds. */
export function choose(
  compilation: Compilation,
  branches: readonly (readonly [condition: string, value: Value])[],
  otherwise: Value | null,
): Value {
  const values = [...branches.map(([, value]) => value), ...(otherwise === null ? [] : [otherwise])];
  const unified = compilation.unify(values);
  const type = otherwise === null ? nullable(unified.type) : unified.type;
  const cases = branches.map(([condition], index) => `WHEN ${condition} THEN ${unified.sql[index]}`);
  const last = otherwise === null ? "" : ` ELSE ${unified.sql.at(-1)}`;
  return { sql: `(CASE ${cases.join(" ")}${last} END)`, type };
}
