import { Refusal } from "../../refusal.ts";
import { toConstant } from "../constant.ts";
import type { Call } from "../call.ts";
import { ANY, arrayOf, FLOAT64, isFloat, notNull, nullable, tupleOf, UINT64 } from "../type.ts";
import type { Type } from "../type.ts";
import { toNumber, toJsonMember } from "../value.ts";
import type { Value } from "../value.ts";
import { firstOf, numberOf, parameterOf } from "./aggregate.ts";
import type { Aggregate } from "./aggregate.ts";

export function sumOf(type: Type): Type {
  const isReal = type.family !== "bool" && (type.family !== "number" || isFloat(type));
  return isReal ? FLOAT64 : type.name.startsWith("I") ? { ...UINT64, name: "Int64" } : UINT64;
}

const numeric = (type: Type): Type => (type.family === "number" ? type : FLOAT64);

/** An aggregate of the query process, over numbers. @param parameters put behind the arguments */
function ofNumbers(
  name: string,
  count: number,
  gives: (type: Type) => Type,
  parameters: (call: Call) => readonly number[] = () => [],
): Aggregate {
  return (call, args) => {
    if (args.length !== count) throw new Refusal(`Aggregate function ${call.name} requires ${count} arguments.`);
    const given = [...args.map((arg) => numberOf(call, arg)), ...parameters(call)];
    return { sql: `hog_${name}(${given.join(", ")})`, type: gives(firstOf(call, args).type) };
  };
}

const moment = (name: string, count = 1) => ofNumbers(name, count, () => nullable(FLOAT64));

/** A figure of two columns of any values. */
function ofPairs(name: string): Aggregate {
  return (call, args) => {
    if (args.length !== 2) throw new Refusal(`Aggregate function ${call.name} requires 2 arguments.`);
    return { sql: `hog_${name}(${args.map(toJsonMember).join(", ")})`, type: nullable(FLOAT64) };
  };
}

/** A figure of the starts and ends of spans: instants or numbers. */
function ofSpans(name: string, gives: (type: Type) => Type): Aggregate {
  return (call, args) => {
    if (args.length !== 2) throw new Refusal(`Aggregate function ${call.name} requires 2 arguments.`);
    const ends = args.map((arg) => (arg.type.family === "time" ? arg.sql : numberOf(call, arg)));
    return { sql: `hog_${name}(${ends.join(", ")})`, type: gives(firstOf(call, args).type) };
  };
}

/** A list of the last values, or of a sample. */
function listed(name: string): Aggregate {
  return (call, args) => {
    const value = firstOf(call, args);
    const size = parameterOf(call, 0);
    if (size === 0) throw new Refusal(`Aggregate function ${call.name} requires a size: ${call.name}(10)(x).`);
    return { sql: `hog_${name}(${value.sql}, ${size})`, type: arrayOf(notNull(value.type)) };
  };
}

/** `groupArrayInsertAt('?', 5)(x, place)`: places count from 0. */
function inserted(call: Call, args: readonly Value[]) {
  const value = firstOf(call, args);
  const place = numberOf(call, args[1]);
  const [given] = call.node.parameters ?? [];
  const filler = given?.kind === "constant" ? toConstant(given.value).sql : toNumber(value) === null ? "''" : "0";
  const sql = `hog_grouparrayinsertat(${value.sql}, ${place}, ${filler}, ${parameterOf(call, 0, 1)})`;
  return { sql, type: arrayOf(notNull(value.type)) };
}

/** `topKWeighted(3)(x, weight)`. */
function topKWeighted(call: Call, args: readonly Value[]) {
  const value = firstOf(call, args);
  const sql = `hog_topkweighted(${value.sql}, ${numberOf(call, args[1])}, ${parameterOf(call, 10)})`;
  return { sql, type: arrayOf(notNull(value.type)) };
}

/** Joins the bits of all numbers. */
const bits = (name: string) =>
  ofNumbers(name, 1, (type) => (isFloat(numeric(type)) ? { ...UINT64, name: "Int64" } : numeric(type)));
const window = (call: Call) => [parameterOf(call, 0)];

export const STATISTICS: Readonly<Record<string, Aggregate>> = {
  varPop: moment("varpop"),
  varSamp: moment("varsamp"),
  stddevPop: moment("stddevpop"),
  stddevSamp: moment("stddevsamp"),
  stddev: moment("stddevsamp"),
  covarPop: moment("covarpop", 2),
  covarSamp: moment("covarsamp", 2),
  corr: moment("corr", 2),
  skewPop: moment("skewpop"),
  skewSamp: moment("skewsamp"),
  kurtPop: moment("kurtpop"),
  kurtSamp: moment("kurtsamp"),
  avgWeighted: moment("avgweighted", 2),
  entropy: (call, args) => ({ sql: `hog_entropy(${toJsonMember(firstOf(call, args))})`, type: FLOAT64 }),
  contingency: ofPairs("contingency"),
  cramersV: ofPairs("cramersv"),
  cramersVBiasCorrected: ofPairs("cramersvbiascorrected"),
  theilsU: ofPairs("theilsu"),
  simpleLinearRegression: ofNumbers("simplelinearregression", 2, () => tupleOf([FLOAT64, FLOAT64])),
  deltaSum: ofNumbers("deltasum", 1, numeric),
  deltaSumTimestamp: (call, [value, time]) => {
    const at = time?.type.family === "time" ? time.sql : numberOf(call, time);
    return { sql: `hog_deltasumtimestamp(${numberOf(call, value)}, ${at})`, type: numeric(value?.type ?? ANY) };
  },
  groupBitAnd: bits("groupbitand"),
  groupBitOr: bits("groupbitor"),
  groupBitXor: bits("groupbitxor"),
  groupArrayMovingSum: ofNumbers("grouparraymovingsum", 1, (type) => arrayOf(sumOf(type)), window),
  groupArrayMovingAvg: ofNumbers("grouparraymovingavg", 1, () => arrayOf(FLOAT64), window),
  groupArrayInsertAt: inserted,
  groupArrayLast: listed("grouparraylast"),
  groupArraySample: listed("grouparraysample"),
  topKWeighted,
  maxIntersections: ofSpans("maxintersections", () => UINT64),
  maxIntersectionsPosition: ofSpans("maxintersectionsposition", (type) =>
    nullable(type.family === "time" ? type : numeric(type)),
  ),
};
