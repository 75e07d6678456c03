import { Refusal } from "../../refusal.ts";
import { toConstant } from "../constant.ts";
import { requireCount, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { printOver } from "../print-window.ts";
import { ANY, arrayOf, FLOAT64, isFloat, notNull, nullable, UINT64, UINT8 } from "../type.ts";
import type { Type } from "../type.ts";
import { toCondition, toJsonMember, toNumber, toText } from "../value.ts";
import type { Value } from "../value.ts";

/** A compiled aggregate, before its filter and window. */
interface Core {
  /** A call of one of SQLite's aggregates. */
  sql: string;
  type: Type;
  /** A condition of the rows that count, besides those of the author. */
  where?: string;
  /** The result made of the aggregate's. */
  finish?: (sql: string) => string;
}

/** @param args without the condition of -If */
type Aggregate = (call: Call, args: readonly Value[]) => Core;

const raw = ({ sql, property }: Value) => property?.raw ?? sql;

function number(call: Call, value: Value | undefined): string {
  if (value === undefined) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  const sql = toNumber(value);
  if (sql === null) throw wrongType(call, value);
  return sql;
}

function first(call: Call, args: readonly Value[]): Value {
  const [value] = args;
  if (value === undefined) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  return value;
}

const count: Aggregate = (call, args) => {
  const { isDistinct } = call.node;
  const { countedBy } = call.scope;
  if (args.length === 0 && countedBy !== null)
    return { sql: `sum(${countedBy})`, type: UINT64, finish: (made) => `ifnull(${made}, 0)` };
  if (args.length === 0) return { sql: "count(*)", type: UINT64 };
  if (isDistinct) return uniq(call, args);
  if (countedBy !== null) {
    const where = `${raw(first(call, args))} IS NOT NULL`;
    return { sql: `sum(${countedBy})`, type: UINT64, where, finish: (made) => `ifnull(${made}, 0)` };
  }
  return { sql: `count(${raw(first(call, args))})`, type: UINT64 };
};

const uniq: Aggregate = (call, args) => {
  const values = args.length > 1 ? `json_array(${args.map(toJsonMember).join(", ")})` : raw(first(call, args));
  return { sql: `count(DISTINCT ${values})`, type: UINT64 };
};

const sum: Aggregate = (call, args) => {
  const sql = `sum(${distinct(call)}${number(call, args[0])})`;
  const { type } = first(call, args);
  const isReal = type.family !== "bool" && (type.family !== "number" || isFloat(type));
  const whole = type.name.startsWith("I") ? { ...UINT64, name: "Int64" } : UINT64;
  // ClickHouse adds nothing up to 0; where the values may be NULL, to NULL.
  const finish = type.isNullable ? {} : { finish: (made: string) => `ifnull(${made}, 0)` };
  return { sql, type: nullable(isReal ? FLOAT64 : whole, type.isNullable), ...finish };
};

const distinct = ({ node }: Call) => (node.isDistinct ? "DISTINCT " : "");

const avg: Aggregate = (call, args) => ({
  sql: `avg(${distinct(call)}${number(call, args[0])})`,
  type: nullable(FLOAT64, first(call, args).type.isNullable),
});

/** The type of a value that is chosen out of many, NULL for none. */
const chosen = ({ type }: Value) => (type.family === "property" ? ANY : type);

function extreme(name: "min" | "max"): Aggregate {
  return (call, args) => {
    const value = first(call, args);
    return { sql: `${name}(${raw(value)})`, type: chosen(value) };
  };
}

/** ClickHouse may take any value; the smallest is one of them, and always the same. */
function any(name: "min" | "max"): Aggregate {
  return (call, args) => {
    const value = first(call, args);
    return { sql: `${name}(${value.sql})`, type: chosen(value) };
  };
}

function best(name: "argmax" | "argmin"): Aggregate {
  return (call, args) => {
    const [value, key] = args;
    if (value === undefined || key === undefined)
      throw new Refusal(`Aggregate function ${call.name} requires two arguments.`);
    return { sql: `hog_${name}(${value.sql}, ${raw(key)})`, type: chosen(value) };
  };
}

function quantile(exact = false): Aggregate {
  return (call, args) => {
    const level = levels(call, 0.5)[0] ?? 0.5;
    const value = number(call, args[0]);
    const sql = exact ? `hog_quantileexact(${value}, ${level})` : `percentile_cont(${value}, ${level})`;
    const { type } = first(call, args);
    return { sql, type: nullable(exact && type.family === "number" ? type : FLOAT64, type.isNullable) };
  };
}

/** Each level is an aggregate of its own; the filter and the window of the first follow all of them. */
const quantiles: Aggregate = (call, args) => {
  const value = number(call, args[0]);
  const cores = levels(call, 0.5).map((level) => `percentile_cont(${value}, ${level})`);
  const [head = ""] = cores;
  const finish = (made: string) => `json_array(${cores.map((core) => core + made.slice(head.length)).join(", ")})`;
  return { sql: head, type: arrayOf(FLOAT64), finish };
};

function levels({ node, name }: Call, otherwise: number): number[] {
  const given = (node.parameters ?? []).map((parameter) =>
    parameter.kind === "constant" ? Number(parameter.value) : Number.NaN,
  );
  if (given.some((level) => !(level >= 0 && level <= 1))) {
    throw new Refusal(`The level of ${name} must be a number from 0 to 1.`, "bad_arguments");
  }
  return given.length > 0 ? given : [otherwise];
}

function collected(isUnique: boolean): Aggregate {
  return (call, args) => {
    const value = first(call, args);
    const type = arrayOf(notNull(value.type));
    const word = isUnique ? "DISTINCT " : "";
    const most = call.node.parameters?.[0];
    const finish =
      most?.kind === "constant"
        ? { finish: (made: string) => `hog_arrayslice(${made}, 1, ${Number(most.value)})` }
        : {};
    const member = toJsonMember(value);
    const sql = `json_group_array(${word}${member})`;
    return { sql, type, ...finish, ...(value.type.isNullable && { where: `${value.sql} IS NOT NULL` }) };
  };
}

function moment(name: string, argCount = 1): Aggregate {
  return (call, args) => {
    if (args.length !== argCount) throw new Refusal(`Aggregate function ${call.name} requires ${argCount} arguments.`);
    return { sql: `hog_${name}(${args.map((arg) => number(call, arg)).join(", ")})`, type: nullable(FLOAT64) };
  };
}

const topK: Aggregate = (call, args) => {
  const most = call.node.parameters?.[0];
  const size = most?.kind === "constant" ? Math.trunc(Number(most.value)) : 10;
  const value = first(call, args);
  return { sql: `hog_topk(${value.sql}, ${size})`, type: arrayOf(notNull(value.type)) };
};

const concatenated: Aggregate = (call, args) => {
  const separator = call.node.parameters?.[0] ?? call.node.args[1];
  const between = separator?.kind === "constant" ? toConstant(separator.value).sql : "','";
  return {
    sql: `group_concat(${toText(first(call, args), call.compilation).sql}, ${between})`,
    type: nullable({ ...ANY, family: "text", name: "String" }),
  };
};

/** Steps of a funnel at most, as in ClickHouse. */
const MAX_STEPS = 32;

/** `windowFunnel(seconds)(time, step, …)`: how many steps were taken in order within the window. */
const windowFunnel: Aggregate = (call, [time, ...steps]) => {
  const [size, ...modes] = call.node.parameters ?? [];
  if (size?.kind !== "constant" || typeof size.value !== "number")
    throw new Refusal(`Aggregate function ${call.name} requires a window: ${call.name}(3600)(timestamp, …).`);
  if (modes.length > 0) throw new Refusal(`${call.name} has no modes here; steps may have other events between them.`);
  if (time === undefined || steps.length === 0 || steps.length > MAX_STEPS)
    throw new Refusal(`Aggregate function ${call.name} requires a time and 1 to ${MAX_STEPS} conditions.`);
  const isTime = time.type.family === "time";
  // Instants are milliseconds; a number has the unit of the window.
  const window = size.value * (isTime ? 1000 : 1);
  const conditions = steps.map((step) => toCondition(step, call.compilation));
  const at = isTime ? time.sql : number(call, time);
  return { sql: `hog_windowfunnel(${window}, ${[at, ...conditions].join(", ")})`, type: UINT8 };
};

/** `sequenceMatch('(?1).*(?2)')(time, condition, …)`, and how often: `sequenceCount`. */
function sequence(name: string, type: Type): Aggregate {
  return (call, [time, ...conditions]) => {
    const [pattern] = call.node.parameters ?? [];
    if (pattern?.kind !== "constant" || typeof pattern.value !== "string")
      throw new Refusal(`Aggregate function ${call.name} requires a pattern: ${call.name}('(?1)(?2)')(timestamp, …).`);
    if (time === undefined || conditions.length === 0 || conditions.length > MAX_STEPS)
      throw new Refusal(`Aggregate function ${call.name} requires a time and 1 to ${MAX_STEPS} conditions.`);
    const isTime = time.type.family === "time";
    const at = isTime ? time.sql : number(call, time);
    const tests = conditions.map((condition) => toCondition(condition, call.compilation));
    const args = [toConstant(pattern.value).sql, isTime ? 1000 : 1, at, ...tests];
    return { sql: `hog_${name}(${args.join(", ")})`, type };
  };
}

const retention: Aggregate = (call, conditions) => {
  if (conditions.length === 0 || conditions.length > MAX_STEPS)
    throw new Refusal(`Aggregate function ${call.name} requires 1 to ${MAX_STEPS} conditions.`);
  const tests = conditions.map((condition) => toCondition(condition, call.compilation));
  return { sql: `hog_retention(${tests.join(", ")})`, type: arrayOf(UINT8) };
};

const QUANTILE = quantile();
const GROUP_ARRAY = collected(false);

/** Aggregates by name, without the suffixes -If, -OrNull and -Distinct. */
const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  count,
  countDistinct: uniq,
  uniq,
  uniqExact: uniq,
  uniqCombined: uniq,
  uniqCombined64: uniq,
  uniqHLL12: uniq,
  uniqTheta: uniq,
  sum,
  avg,
  mean: avg,
  min: extreme("min"),
  max: extreme("max"),
  any: any("min"),
  anyHeavy: any("min"),
  anyLast: any("max"),
  anyValue: any("min"),
  argMin: best("argmin"),
  argMax: best("argmax"),
  quantile: QUANTILE,
  quantileTDigest: QUANTILE,
  quantileTiming: QUANTILE,
  quantileBFloat16: QUANTILE,
  quantileDeterministic: QUANTILE,
  median: QUANTILE,
  medianTDigest: QUANTILE,
  medianTiming: QUANTILE,
  quantileExact: quantile(true),
  medianExact: quantile(true),
  quantiles,
  groupArray: GROUP_ARRAY,
  arrayAgg: GROUP_ARRAY,
  groupUniqArray: collected(true),
  groupConcat: concatenated,
  stringAgg: concatenated,
  topK,
  varPop: moment("varpop"),
  varSamp: moment("varsamp"),
  stddevPop: moment("stddevpop"),
  stddevSamp: moment("stddevsamp"),
  stddev: moment("stddevsamp"),
  covarPop: moment("covarpop", 2),
  covarSamp: moment("covarsamp", 2),
  corr: moment("corr", 2),
  windowFunnel,
  sequenceMatch: sequence("sequencematch", UINT8),
  sequenceCount: sequence("sequencecount", UINT64),
  retention,
};

const plainName = (name: string) => name.toLowerCase().replaceAll("_", "");
const BY_PLAIN_NAME = new Map(Object.entries(AGGREGATES).map(([name, aggregate]) => [plainName(name), aggregate]));

/** Names of aggregates, each with -If. */
export const AGGREGATE_NAMES: readonly string[] = Object.keys(AGGREGATES).flatMap((name) => [name, `${name}If`]);

/** How a call of an aggregate is compiled; null = no aggregate has this name. */
export function findAggregate(name: string): CompileCall | null {
  let rest = plainName(name);
  let [isConditional, isDistinct, isOrNull] = [false, false, false];
  for (;;) {
    const aggregate = BY_PLAIN_NAME.get(rest);
    if (aggregate !== undefined) {
      return (call) => compileAggregate(call, aggregate, { isConditional, isDistinct, isOrNull });
    }
    if (rest.endsWith("if")) [isConditional, rest] = [true, rest.slice(0, -2)];
    else if (rest.endsWith("distinct")) [isDistinct, rest] = [true, rest.slice(0, -8)];
    else if (rest.endsWith("ornull")) [isOrNull, rest] = [true, rest.slice(0, -6)];
    else return null;
  }
}

interface Suffixes {
  isConditional: boolean;
  isDistinct: boolean;
  isOrNull: boolean;
}

function compileAggregate(call: Call, aggregate: Aggregate, { isConditional, isDistinct, isOrNull }: Suffixes): Value {
  if (isConditional) requireCount(call, 1, Infinity);
  const node = isDistinct ? { ...call.node, isDistinct: true } : call.node;
  const stars = node.args.filter((arg) => arg.kind === "star" && arg.matching === null);
  const all = stars.length > 0 ? [] : call.args();
  const args = isConditional ? all.slice(0, -1) : all;
  const conditions = isConditional ? [toCondition(all.at(-1) as Value, call.compilation)] : [];
  const { sql, type, where, finish } = aggregate({ ...call, node }, args);
  if (where !== undefined) conditions.push(where);
  const made = `${sql}${filterOf(call, conditions)}${printOver(call.compilation, call.scope, node.over)}`;
  return {
    sql: finish === undefined || isOrNull ? made : finish(made),
    type: nullable(type, isOrNull || type.isNullable),
  };
}

/** ` FILTER (WHERE …)` of the call's own filter and these conditions. */
function filterOf({ node, scope, compilation }: Call, conditions: readonly string[]): string {
  const own = node.filter === null ? [] : [toCondition(compilation.expression(scope, node.filter), compilation)];
  const all = [...conditions, ...own];
  return all.length === 0 ? "" : ` FILTER (WHERE ${all.join(" AND ")})`;
}
