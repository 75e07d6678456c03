import { expectTime, toCondition, toNumber, toText } from "../value.ts";
import type { Value } from "../value.ts";
import { requireCount, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { calculate, choose, compare } from "../compile-operator.ts";
import { compileIn } from "../compile-in.ts";
import { compileLike } from "../compile-like.ts";
import { DATETIME64, notNull, nullable, UINT8 } from "../type.ts";

function logical(operator: "AND" | "OR"): CompileCall {
  return (call) => {
    const sides = call.args().map((arg) => toCondition(arg, call.compilation));
    const isNullable = call.args().some(({ type }) => type.isNullable);
    return { sql: `(${sides.join(` ${operator} `)})`, type: nullable(UINT8, isNullable) };
  };
}

function comparison(operator: string): CompileCall {
  return (call) => {
    requireCount(call, 2);
    return compare(call.compilation, operator, call.arg(0), call.arg(1));
  };
}

function arithmetic(operator: string): CompileCall {
  return (call) => {
    requireCount(call, 2);
    return calculate(call.compilation, operator, call.arg(0), call.arg(1));
  };
}

function like(operator: string): CompileCall {
  return (call) => {
    requireCount(call, 2);
    return compileLike(call.compilation, operator, call.arg(0), call.arg(1));
  };
}

function membership(isNot: boolean): CompileCall {
  return (call) => {
    requireCount(call, 2);
    const { node, scope, compilation } = call;
    const [left, right] = node.args as [(typeof node.args)[0], (typeof node.args)[0]];
    const list =
      right.kind === "tuple" || right.kind === "array" ? right.items : right.kind === "query" ? right.query : right;
    return compileIn(compilation, scope, { ...node, kind: "in", left, right: list, isNot, list: false });
  };
}

/** Compiles coalesce: the first value that is not NULL. */
function coalesce(call: Call): Value {
  requireCount(call, 1, Infinity);
  const { type, sql } = call.compilation.unify(call.args());
  const isNullable = call.args().every((arg) => arg.type.isNullable);
  if (sql.length === 1) return call.arg(0);
  return { sql: `coalesce(${sql.join(", ")})`, type: isNullable ? nullable(type) : notNull(type) };
}

/** The largest or the smallest argument; as in ClickHouse, NULL where any argument is NULL. */
function extreme(name: "max" | "min"): CompileCall {
  return (call) => {
    requireCount(call, 1, Infinity);
    if (call.args().some(({ type }) => type.family === "time" || type.family === "date"))
      return extremeTime(call, name);
    const numbers = call.args().map((arg) => (arg.property === undefined ? null : toNumber(arg)));
    const { type, sql } = call.compilation.unify(
      call
        .args()
        .map((arg, index) =>
          numbers[index] === null ? arg : ({ sql: numbers[index], type: { ...arg.type, family: "any" } } as Value),
        ),
    );
    return sql.length === 1 ? call.arg(0) : { sql: `${name}(${sql.join(", ")})`, type };
  };
}

/** Texts beside instants and dates must be dates. */
function extremeTime(call: Call, name: "max" | "min"): Value {
  const times = call.args().map((value): Value => {
    const sql = expectTime(value);
    if (sql === null) throw wrongType(call, value);
    return value.type.family === "time" || value.type.family === "date"
      ? value
      : { sql, type: nullable(DATETIME64, value.constant === undefined) };
  });
  const { type, sql } = call.compilation.unify(times);
  return sql.length === 1 ? call.arg(0) : { sql: `${name}(${sql.join(", ")})`, type };
}

/** `transform(x, ['a', 'b'], ['A', 'B'], other)`. */
function transform(call: Call): Value {
  requireCount(call, 3, 4);
  const [value, from, to] = [call.arg(0), call.arg(1), call.arg(2)];
  const other = call.node.args.length === 4 ? call.arg(3) : value;
  const key = toText(value, call.compilation).sql;
  const found = `(SELECT "to".value FROM json_each(${from.sql}) AS "from" JOIN json_each(${to.sql}) AS "to"
    ON "to".key = "from".key WHERE CAST("from".value AS TEXT) = ${key} LIMIT 1)`;
  return { sql: `ifnull(${found}, ${other.sql})`, type: to.type.of[0] ?? other.type };
}

function ofOne(compile: (value: Value, call: Call) => Value): CompileCall {
  return (call) => {
    requireCount(call, 1);
    return compile(call.arg(0), call);
  };
}

/** Is an odd number of conditions true? */
function xor(call: Call): Value {
  requireCount(call, 2, Infinity);
  const truths = call.args().map((arg) => `(${toCondition(arg, call.compilation)} <> 0)`);
  return {
    sql: `((${truths.join(" + ")}) % 2)`,
    type: nullable(
      UINT8,
      call.args().some(({ type }) => type.isNullable),
    ),
  };
}

export const CONDITION_CALLS: Readonly<Record<string, CompileCall>> = {
  and: logical("AND"),
  or: logical("OR"),
  not: ofOne((value, { compilation }) => ({
    sql: `(NOT ${toCondition(value, compilation)})`,
    type: nullable(UINT8, value.type.isNullable),
  })),
  xor,
  equals: comparison("="),
  notEquals: comparison("!="),
  less: comparison("<"),
  greater: comparison(">"),
  lessOrEquals: comparison("<="),
  greaterOrEquals: comparison(">="),
  in: membership(false),
  notIn: membership(true),
  like: like("like"),
  ilike: like("ilike"),
  notLike: like("not like"),
  notILike: like("not ilike"),
  plus: arithmetic("+"),
  minus: arithmetic("-"),
  multiply: arithmetic("*"),
  divide: arithmetic("/"),
  modulo: arithmetic("%"),
  negate: ofOne((value) => ({ sql: `(-${toNumber(value) ?? value.sql})`, type: value.type })),
  if: (call) => {
    requireCount(call, 2, 3);
    const otherwise = call.node.args.length === 3 ? call.arg(2) : null;
    return choose(call.compilation, [[toCondition(call.arg(0), call.compilation), call.arg(1)]], otherwise);
  },
  multiIf: (call) => {
    requireCount(call, 3, Infinity);
    const args = call.args();
    const branches: [string, Value][] = [];
    for (let index = 0; index + 1 < args.length; index += 2) {
      branches.push([toCondition(args[index] as Value, call.compilation), args[index + 1] as Value]);
    }
    return choose(call.compilation, branches, args.length % 2 === 1 ? (args.at(-1) ?? null) : null);
  },
  coalesce,
  ifNull: (call) => {
    requireCount(call, 2);
    return coalesce(call);
  },
  nullIf: (call) => {
    requireCount(call, 2);
    const { compilation } = call;
    const test = compare(compilation, "=", call.arg(0), call.arg(1)).sql;
    return { sql: `(CASE WHEN ${test} THEN NULL ELSE ${call.arg(0).sql} END)`, type: nullable(call.arg(0).type) };
  },
  isNull: ofOne(({ sql, property }) => ({ sql: `(${property?.raw ?? sql} IS NULL)`, type: UINT8 })),
  isNotNull: ofOne(({ sql, property }) => ({ sql: `(${property?.raw ?? sql} IS NOT NULL)`, type: UINT8 })),
  isZeroOrNull: ofOne((value) => ({ sql: `(ifnull(${toNumber(value) ?? "NULL"}, 0) = 0)`, type: UINT8 })),
  assumeNotNull: ofOne((value) => ({ ...value, type: notNull(value.type) })),
  toNullable: ofOne((value) => ({ ...value, type: nullable(value.type) })),
  greatest: extreme("max"),
  least: extreme("min"),
  max2: extreme("max"),
  min2: extreme("min"),
  transform,
};
