import { Refusal } from "../../refusal.ts";
import { wrongType } from "../call.ts";
import type { Call } from "../call.ts";
import type { Type } from "../type.ts";
import { toNumber, toWhole } from "../value.ts";
import type { Value } from "../value.ts";

/** A compiled aggregate, before its filter and window. */
export interface Core {
  /** A call of one of SQLite's aggregates. */
  sql: string;
  type: Type;
  /** A condition on rows, beside the author's. */
  where?: string;
  /** Makes the result of the aggregate's. */
  finish?: (sql: string) => string;
}

/** @param args without the condition of -If */
export type Aggregate = (call: Call, args: readonly Value[]) => Core;

/** The value of an aggregate, from its call with a filter and a window. */
export function finishCore({ sql, type, finish }: Core, made: string): string {
  const finished = finish === undefined ? made : finish(made);
  return sql.startsWith("hog_") ? toWhole(finished, type) : finished;
}

/** SQLite's own value: JSON's, where it is a part of JSON. */
export const rawOf = ({ sql, property }: Value): string => property?.raw ?? sql;

/** @throws Refusal when the argument is missing, or no number */
export function numberOf(call: Call, value: Value | undefined): string {
  if (value === undefined) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  const sql = toNumber(value);
  if (sql === null) throw wrongType(call, value);
  return sql;
}

/** @throws Refusal without arguments */
export function firstOf(call: Call, args: readonly Value[]): Value {
  const [value] = args;
  if (value === undefined) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  return value;
}

/** A number from 0, as in `topK(10)(x)`. @param otherwise where it is absent */
export function parameterOf({ node, name }: Call, otherwise: number, index = 0): number {
  const given = node.parameters?.[index];
  if (given === undefined) return otherwise;
  const value = given.kind === "constant" ? Number(given.value) : Number.NaN;
  if (!(value >= 0)) throw new Refusal(`The parameter of ${name} must be a number from 0.`, "bad_arguments");
  return Math.trunc(value);
}
