import { numberArg, requireCount } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { toElement } from "../collection.ts";
import { ANY, arrayOf, FLOAT64, isFloat, nullable, STRING, UINT32, UINT64, UINT8 } from "../type.ts";
import type { Type } from "../type.ts";
import { quoteName, toCondition, toText, toWhole } from "../value.ts";
import type { Value } from "../value.ts";
import { arraySql, collect, toRows } from "./array-rows.ts";
import type { Rows } from "./array-rows.ts";

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

/** Compares the number of members for which the lambda holds. */
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

/** A figure of an array's numbers, or of the lambda's. */
function figure(name: string, gives: (member: Type) => Type): CompileCall {
  return (call) => {
    const rows = toRows(call);
    const type = gives(rows.body.type);
    return { sql: toWhole(`hog_${name}(${collect(rows, rows.body)})`, type), type };
  };
}

const sumType = (member: Type) =>
  member.family === "number" && !isFloat(member)
    ? { ...UINT64, name: member.name.startsWith("I") ? "Int64" : "UInt64" }
    : FLOAT64;

/** A row for each member of an array. The same array in one SELECT gives its rows once. */
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

/** Members of an array, or bytes of a text. */
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

export const ARRAY_CALLS: Readonly<Record<string, CompileCall>> = {
  array: (call) => call.compilation.expression(call.scope, { ...call.node, kind: "array", items: call.node.args }),
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
