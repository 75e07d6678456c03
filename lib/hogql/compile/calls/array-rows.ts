import { Refusal } from "../../refusal.ts";
import type { Expression } from "../../language/tree.ts";
import { wrongType } from "../call.ts";
import type { Call } from "../call.ts";
import { withVariables } from "../scope.ts";
import { ANY } from "../type.ts";
import { quoteName, toJsonMember } from "../value.ts";
import type { Value } from "../value.ts";

/** Members of arrays, one row each: `json_each(…) AS "l1"`, joined by their places. */
interface Members {
  from: string;
  /** The place of a row, from 0. */
  key: string;
  /** A member of each array. */
  members: Value[];
}

export interface Rows extends Members {
  /** The lambda for a row; without one, the first array's member. */
  body: Value;
}

export function arraySql(call: Call, value: Value): string {
  if (value.property !== undefined) return value.property.json;
  const { family, isJson } = value.type;
  if (family === "array" || family === "any" || family === "null" || isJson) return value.sql;
  throw wrongType(call, value);
}

/** Compiles the lambda, if there is one, over the arrays behind it. */
export function toRows(call: Call): Rows {
  const { node, scope, compilation } = call;
  const [first] = node.args;
  const lambda = first?.kind === "lambda" ? first : null;
  const arrays = node.args.slice(lambda === null ? 0 : 1).map((arg) => compilation.expression(scope, arg));
  const rows = membersOf(call, arrays);
  return { ...rows, body: lambda === null ? (rows.members[0] as Value) : compileLambda(call, lambda, rows.members) };
}

/** @throws Refusal for a value that is no array, or no arrays */
export function membersOf(call: Call, arrays: readonly Value[]): Members {
  if (arrays.length === 0) throw new Refusal(`The function ${call.name} needs an array.`);
  const names = arrays.map(() => quoteName(call.compilation.unique()));
  const members = arrays.map((array, index): Value => ({
    sql: `${names[index]}.value`,
    type: array.type.of[0] ?? ANY,
  }));
  const from = arrays.map((array, index) => {
    const source = `json_each(${arraySql(call, array)}) AS ${names[index]}`;
    return index === 0 ? source : `JOIN ${source} ON ${names[index]}.key = ${names[0]}.key`;
  });
  return { from: from.join(" "), key: `${names[0]}.key`, members };
}

/** @param members a value for each name of the lambda. @throws Refusal for another number of names */
export function compileLambda(
  call: Call,
  lambda: Extract<Expression, { kind: "lambda" }>,
  members: readonly Value[],
): Value {
  if (lambda.names.length !== members.length) {
    throw new Refusal(
      `The lambda of ${call.name} takes ${lambda.names.length} arguments, and there are ${members.length} arrays.`,
    );
  }
  const variables = new Map(lambda.names.map((name, index) => [name, members[index] as Value]));
  return call.compilation.expression(withVariables(call.scope, variables), lambda.body);
}

/**
 * An array with a value of each row. SQLite moves an aggregate that names no column of its own SELECT to the SELECT
 * around.
 */
export function collect({ from, key }: Rows, value: Value, where = ""): string {
  const bound = { sql: `iif(${key} IS NULL, NULL, ${value.sql})`, type: value.type };
  return `(SELECT json_group_array(${toJsonMember(bound)} ORDER BY ${key}) FROM ${from}${where})`;
}
