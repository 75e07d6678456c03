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
  /** A condition of the rows that count, besides those of the author. */
  where?: string;
  /** The result made of the aggregate's. */
  finish?: (sql: string) => string;
}

/** @param args without the condition of -If */
export type Aggregate = (call: Call, args: readonly Value[]) => Core;

/** The value of an aggregate, from its call with a filter and a window. */
export function finishCore({ sql, type, finish }: Core, made: string): string {
  const finished = finish === undefined ? made : finish(made);
  return sql.startsWith("hog_") ? toWhole(finished, type) : finished;
}

/** SQLite's own value: that of JSON, where the value is a part of it. */
export const rawOf = ({ sql, property }: Value): string => property?.raw ?? sql;

/** An argument as a number. @throws Refusal when it is missing, or of another type */
export function numberOf(call: Call, value: Value | undefined): string {
  if (value === undefined) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  const sql = toNumber(value);
  if (sql === null) throw wrongType(call, value);
  return sql;
}

/** @throws Refusal when there is none */
export function firstOf(call: Call, args: readonly Value[]): Value {
  const [value] = args;
  if (value === undefined) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  return value;
}

/** A parameter, as in `topK(10)(x)`, that is a number from 0. @param otherwise where it is absent */
export function parameterOf({ node, name }: Call, otherwise: number, index = 0): number {
  const given = node.parameters?.[index];
  if (given === undefined) return otherwise;
  const value = given.kind === "constant" ? Number(given.value) : Number.NaN;
  if (!(value >= 0)) throw new Refusal(`The parameter of ${name} must be a number from 0.`, "bad_arguments");
  return Math.trunc(value);
}
