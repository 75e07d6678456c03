import { Refusal } from "../../refusal.ts";
import type { Expression } from "../../language/tree.ts";
import { numberArg, requireCount, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { toElement, toMap, toTuple } from "../collection.ts";
import { toMember } from "../compile-name.ts";
import { withVariables } from "../scope.ts";
import { ANY, arrayOf, FLOAT64, isFloat, nullable, STRING, UINT32, UINT64, UINT8 } from "../type.ts";
import type { Type } from "../type.ts";
import { quoteName, toCondition, toJsonMember, toText } from "../value.ts";
import type { Value } from "../value.ts";

/** The members of arrays, one row each: `json_each(…) AS "l1"`, joined by their places. */
interface Rows {
  from: string;
  /** The place of a row, from 0. */
  key: string;
  /** A member of each array. */
  members: Value[];
  /** The lambda for a row; without one, the first array's member. */
  body: Value;
}

function arraySql(call: Call, value: Value): string {
  if (value.property !== undefined) return value.property.json;
  const { family, isJson } = value.type;
  if (family === "array" || family === "any" || family === "null" || isJson) return value.sql;
  throw wrongType(call, value);
}

/** Compiles the lambda, if there is one, over the arrays behind it. */
function toRows(call: Call): Rows {
  const { node, scope, compilation } = call;
  const [first] = node.args;
  const lambda = first?.kind === "lambda" ? first : null;
  const arrays = node.args.slice(lambda === null ? 0 : 1).map((arg) => compilation.expression(scope, arg));
  if (arrays.length === 0) throw new Refusal(`The function ${call.name} needs an array.`);
  const names = arrays.map(() => quoteName(compilation.unique()));
  const members = arrays.map((array, index): Value => ({
    sql: `${names[index]}.value`,
    type: array.type.of[0] ?? ANY,
  }));
  const from = arrays.map((array, index) => {
    const source = `json_each(${arraySql(call, array)}) AS ${names[index]}`;
    return index === 0 ? source : `JOIN ${source} ON ${names[index]}.key = ${names[0]}.key`;
  });
  const body = lambda === null ? (members[0] as Value) : compileLambda(call, lambda, members);
  return { from: from.join(" "), key: `${names[0]}.key`, members, body };
}

function compileLambda(call: Call, lambda: Extract<Expression, { kind: "lambda" }>, members: readonly Value[]): Value {
  if (lambda.names.length !== members.length) {
    throw new Refusal(
      `The lambda of ${call.name} takes ${lambda.names.length} arguments, and there are ${members.length} arrays.`,
    );
  }
  const variables = new Map(lambda.names.map((name, index) => [name, members[index] as Value]));
  return call.compilation.expression(withVariables(call.scope, variables), lambda.body);
}

/** An array of values, one for each row. SQLite gives an aggregate without a column of its own SELECT to the SELECT around. */
function collect({ from, key }: Rows, value: Value, where = ""): string {
  const bound = { sql: `iif(${key} IS NULL, NULL, ${value.sql})`, type: value.type };
  return `(SELECT json_group_array(${toJsonMember(bound)} ORDER BY ${key}) FROM ${from}${where})`;
}

const where = (call: Call, { body }: Rows) => ` WHERE ${toCondition(body, call.compilation)}`;

const arrayMap: CompileCall = (call) => {
  const rows = toRows(call);
  return { sql: collect(rows, rows.body), type: arrayOf(rows.body.type) };
};

const arrayFilter: CompileCall = (call) => {
  const rows = toRows(call);
  const [member] = rows.members as [Value];
  return { sql: collect(rows, member, where(call, rows)), type: arrayOf(member.type) };
};

/** The number of members for which the lambda holds, compared. */
function counted(compare: (rows: string, filter: string) => string, type: Type = UINT8): CompileCall {
  return (call) => {
    const rows = toRows(call);
    return { sql: compare(rows.from, where(call, rows)), type };
  };
}

function found(isLast: boolean, isPlace: boolean): CompileCall {
  return (call) => {
    const rows = toRows(call);
    const [member] = rows.members as [Value];
    const order = ` ORDER BY ${rows.key}${isLast ? " DESC" : ""} LIMIT 1`;
    const select = `(SELECT ${isPlace ? `${rows.key} + 1` : member.sql} FROM ${rows.from}${where(call, rows)}${order})`;
    return isPlace ? { sql: `ifnull(${select}, 0)`, type: UINT32 } : { sql: select, type: nullable(member.type) };
  };
}

function sorted(isDescending: boolean): CompileCall {
  return (call) => {
    const rows = toRows(call);
    const [member] = rows.members as [Value];
    const direction = Number(isDescending);
    if (call.node.args[0]?.kind !== "lambda") {
      const array = call.arg(0);
      return { sql: `hog_sort(${arraySql(call, array)}, ${direction})`, type: arrayOf(member.type) };
    }
    return {
      sql: `hog_sortby(${collect(rows, member)}, ${collect(rows, rows.body)}, ${direction})`,
      type: arrayOf(member.type),
    };
  };
}

/** A figure of the numbers of an array, or of the lambda's. */
function figure(name: string, gives: (member: Type) => Type): CompileCall {
  return (call) => {
    const rows = toRows(call);
    return { sql: `hog_${name}(${collect(rows, rows.body)})`, type: gives(rows.body.type) };
  };
}

const sumType = (member: Type) =>
  member.family === "number" && !isFloat(member)
    ? { ...UINT64, name: member.name.startsWith("I") ? "Int64" : "UInt64" }
    : FLOAT64;

/** Rows for the members of an array. The same array in a SELECT gives its rows once. */
const arrayJoin: CompileCall = (call) => {
  requireCount(call, 1);
  const array = call.arg(0);
  const sql = arraySql(call, array);
  const { arrayJoins } = call.scope;
  let join = arrayJoins.find((other) => other.array === sql);
  if (join === undefined)
    arrayJoins.push((join = { sql: quoteName(call.compilation.unique()), array: sql, isLeft: false }));
  return { sql: `${join.sql}.value`, type: array.type.of[0] ?? ANY };
};

/** The number of an array's members, or of a text's bytes. */
const length: CompileCall = (call) => {
  requireCount(call, 1);
  const value = call.arg(0);
  if (value.type.family === "array") return { sql: `json_array_length(${value.sql})`, type: UINT64 };
  if (value.type.family === "map") return { sql: `(SELECT count(*) FROM json_each(${value.sql}))`, type: UINT64 };
  return { sql: `octet_length(${toText(value, call.compilation).sql})`, type: nullable(UINT64, value.type.isNullable) };
};

function emptiness(isEmpty: boolean): CompileCall {
  return (call) => {
    requireCount(call, 1);
    const value = call.arg(0);
    const operator = isEmpty ? "=" : "<>";
    const sql =
      value.type.family === "array"
        ? `(json_array_length(${value.sql}) ${operator} 0)`
        : `(${toText(value, call.compilation).sql} ${operator} '')`;
    return { sql: value.type.isNullable ? `ifnull(${sql}, ${Number(isEmpty)})` : sql, type: UINT8 };
  };
}

function requireMap(call: Call): Value {
  const map = call.arg(0);
  if (map.type.family !== "map") throw wrongType(call, map);
  return map;
}

/** The keys or the values of a map. */
function ofMap(column: "key" | "value", gives: (map: Type) => Type): CompileCall {
  return (call) => {
    requireCount(call, 1);
    const { sql, type } = requireMap(call);
    const name = quoteName(call.compilation.unique());
    const member = toJsonMember({ sql: `${name}.${column}`, type: gives(type).of[0] ?? ANY });
    return { sql: `(SELECT json_group_array(${member}) FROM json_each(${sql}) AS ${name})`, type: gives(type) };
  };
}

function hasKey(call: Call): Value {
  requireCount(call, 2);
  const key = toText(call.arg(1), call.compilation).sql;
  return { sql: `(${key} IN (SELECT key FROM json_each(${requireMap(call).sql})))`, type: UINT8 };
}

export const ARRAY_CALLS: Readonly<Record<string, CompileCall>> = {
  array: (call) => call.compilation.expression(call.scope, { ...call.node, kind: "array", items: call.node.args }),
  tuple: (call) => toTuple(call.args()),
  map: (call) => toMap(call.compilation, call.args()),
  mapKeys: ofMap("key", ({ of }) => arrayOf(of[0] ?? STRING)),
  mapValues: ofMap("value", ({ of }) => arrayOf(of[1] ?? ANY)),
  mapContains: hasKey,
  mapContainsKey: hasKey,
  tupleElement: (call) => {
    requireCount(call, 2);
    return toMember(call.arg(0), Number(call.arg(1).constant));
  },
  arrayElement: (call) => {
    requireCount(call, 2);
    return toElement(call.arg(0), numberArg(call, 1));
  },
  length,
  empty: emptiness(true),
  notEmpty: emptiness(false),
  arrayJoin,
  arrayMap,
  arrayFilter,
  arrayExists: counted((from, filter) => `EXISTS (SELECT 1 FROM ${from}${filter})`),
  arrayAll: (call) => {
    const rows = toRows(call);
    return {
      sql: `NOT EXISTS (SELECT 1 FROM ${rows.from} WHERE NOT ${toCondition(rows.body, call.compilation)})`,
      type: UINT8,
    };
  },
  arrayCount: counted((from, filter) => `(SELECT count(*) FROM ${from}${filter})`, UINT32),
  arrayFirst: found(false, false),
  arrayFirstOrNull: found(false, false),
  arrayFirstIndex: found(false, true),
  arrayLast: found(true, false),
  arrayLastOrNull: found(true, false),
  arrayLastIndex: found(true, true),
  arraySort: sorted(false),
  arrayReverseSort: sorted(true),
  arraySum: figure("arraysum", sumType),
  arrayAvg: figure("arrayavg", () => nullable(FLOAT64)),
  arrayMin: figure("arraymin", nullable),
  arrayMax: figure("arraymax", nullable),
  reverse: (call) => {
    requireCount(call, 1);
    const value = call.arg(0);
    if (value.type.family === "array") return { sql: `hog_arrayreverse(${value.sql})`, type: value.type };
    return {
      sql: `hog_reverse(${toText(value, call.compilation).sql})`,
      type: nullable(STRING, value.type.isNullable),
    };
  },
};
