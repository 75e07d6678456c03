import { Refusal } from "../../refusal.ts";
import { toConstant } from "../constant.ts";
import { requireCount } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { FUNNEL_MODES } from "../../functions/window-funnel.ts";
import { printOver } from "../print-window.ts";
import { ANY, arrayOf, BOOL, FLOAT64, isCollection, notNull, nullable, STRING, UINT64, UINT8 } from "../type.ts";
import type { Type } from "../type.ts";
import { toCondition, toJsonMember, toText } from "../value.ts";
import type { Value } from "../value.ts";
import { finishCore, firstOf, numberOf, parameterOf, rawOf } from "./aggregate.ts";
import type { Aggregate } from "./aggregate.ts";
import { combine, COMBINATORS } from "./combinators.ts";
import type { Combinator } from "./combinators.ts";
import { QUANTILES } from "./quantile-calls.ts";
import { STATISTICS, sumOf } from "./statistic-calls.ts";

const count: Aggregate = (call, args) => {
  const { isDistinct } = call.node;
  const { countedBy } = call.scope;
  if (args.length === 0 && countedBy !== null)
    return { sql: `sum(${countedBy})`, type: UINT64, finish: (made) => `ifnull(${made}, 0)` };
  if (args.length === 0) return { sql: "count(*)", type: UINT64 };
  if (isDistinct) return uniq(call, args);
  if (countedBy !== null) {
    const where = `${rawOf(firstOf(call, args))} IS NOT NULL`;
    return { sql: `sum(${countedBy})`, type: UINT64, where, finish: (made) => `ifnull(${made}, 0)` };
  }
  return { sql: `count(${rawOf(firstOf(call, args))})`, type: UINT64 };
};

const uniq: Aggregate = (call, args) => {
  const values = args.length > 1 ? `json_array(${args.map(toJsonMember).join(", ")})` : rawOf(firstOf(call, args));
  return { sql: `count(DISTINCT ${values})`, type: UINT64 };
};

const sum: Aggregate = (call, args) => {
  const sql = `sum(${distinct(call)}${numberOf(call, args[0])})`;
  const { type } = firstOf(call, args);
  // ClickHouse's sum of nothing is 0; NULL where the values may be NULL.
  const finish = type.isNullable ? {} : { finish: (made: string) => `ifnull(${made}, 0)` };
  return { sql, type: nullable(sumOf(type), type.isNullable), ...finish };
};

/** The sum in the type of the values, where it overflows. */
const wrapped: Aggregate = (call, args) => {
  const core = sum(call, args);
  const { family, name, isNullable } = firstOf(call, args).type;
  const bits = family === "number" ? Number(/^UInt(8|16|32)$/.exec(name)?.[1] ?? 0) : 0;
  if (bits === 0) return core;
  const type = nullable({ ...core.type, name }, isNullable);
  return { ...core, type, finish: (made) => `(ifnull(${made}, 0) % ${2 ** bits})` };
};

const distinct = ({ node }: Call) => (node.isDistinct ? "DISTINCT " : "");

const avg: Aggregate = (call, args) => ({
  sql: `avg(${distinct(call)}${numberOf(call, args[0])})`,
  type: nullable(FLOAT64, firstOf(call, args).type.isNullable),
});

/** Type of a value chosen out of many, NULL for none. */
const chosen = ({ type }: Value) => (type.family === "property" ? ANY : type);

function extreme(name: "min" | "max"): Aggregate {
  return (call, args) => {
    const value = firstOf(call, args);
    return { sql: `${name}(${rawOf(value)})`, type: chosen(value) };
  };
}

/** ClickHouse may take any value; the smallest is always the same. */
function any(name: "min" | "max"): Aggregate {
  return (call, args) => {
    const value = firstOf(call, args);
    return { sql: `${name}(${value.sql})`, type: chosen(value) };
  };
}

function best(name: "argmax" | "argmin"): Aggregate {
  return (call, args) => {
    const [value, key] = args;
    if (value === undefined || key === undefined)
      throw new Refusal(`Aggregate function ${call.name} requires two arguments.`);
    return { sql: `hog_${name}(${value.sql}, ${rawOf(key)})`, type: chosen(value) };
  };
}

function collected(isUnique: boolean): Aggregate {
  return (call, args) => {
    const value = firstOf(call, args);
    const type = arrayOf(notNull(value.type));
    const word = isUnique || call.node.isDistinct ? "DISTINCT " : "";
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

const topK: Aggregate = (call, args) => {
  const value = firstOf(call, args);
  return { sql: `hog_topk(${value.sql}, ${parameterOf(call, 10)})`, type: arrayOf(notNull(value.type)) };
};

const concatenated: Aggregate = (call, args) => {
  const separator = call.node.parameters?.[0] ?? call.node.args[1];
  const between = separator?.kind === "constant" ? toConstant(separator.value).sql : "','";
  return {
    sql: `group_concat(${toText(firstOf(call, args), call.compilation).sql}, ${between})`,
    type: nullable({ ...ANY, family: "text", name: "String" }),
  };
};

/** Steps of a funnel at most, as in ClickHouse. */
const MAX_STEPS = 32;

/** `windowFunnel(seconds)(time, step, …)`: the steps taken in order within the window. */
const windowFunnel: Aggregate = (call, [time, ...steps]) => {
  const [size, ...modes] = call.node.parameters ?? [];
  if (size?.kind !== "constant" || typeof size.value !== "number")
    throw new Refusal(`Aggregate function ${call.name} requires a window: ${call.name}(3600)(timestamp, …).`);
  const names = modes.map((mode) => (mode.kind === "constant" ? String(mode.value) : ""));
  const unknown = names.find((name) => !FUNNEL_MODES.includes(name as (typeof FUNNEL_MODES)[number]));
  if (unknown !== undefined)
    throw new Refusal(`${call.name} has no mode '${unknown}'; it has ${FUNNEL_MODES.join(", ")}.`);
  if (time === undefined || steps.length === 0 || steps.length > MAX_STEPS)
    throw new Refusal(`Aggregate function ${call.name} requires a time and 1 to ${MAX_STEPS} conditions.`);
  const isTime = time.type.family === "time";
  // Instants are milliseconds; a number has the unit of the window.
  const window = size.value * (isTime ? 1000 : 1);
  const conditions = steps.map((step) => toCondition(step, call.compilation));
  const at = isTime ? time.sql : numberOf(call, time);
  return { sql: `hog_windowfunnel(${window}, '${names.join(" ")}', ${[at, ...conditions].join(", ")})`, type: UINT8 };
};

/** `sequenceMatch('(?1).*(?2)')(time, condition, …)` and `sequenceCount`. */
function sequence(name: string, type: Type): Aggregate {
  return (call, [time, ...conditions]) => {
    const [pattern] = call.node.parameters ?? [];
    if (pattern?.kind !== "constant" || typeof pattern.value !== "string")
      throw new Refusal(`Aggregate function ${call.name} requires a pattern: ${call.name}('(?1)(?2)')(timestamp, …).`);
    if (time === undefined || conditions.length === 0 || conditions.length > MAX_STEPS)
      throw new Refusal(`Aggregate function ${call.name} requires a time and 1 to ${MAX_STEPS} conditions.`);
    const isTime = time.type.family === "time";
    const at = isTime ? time.sql : numberOf(call, time);
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
  groupBitmap: uniq,
  sum,
  sumWithOverflow: wrapped,
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
  groupArray: GROUP_ARRAY,
  arrayAgg: GROUP_ARRAY,
  groupUniqArray: collected(true),
  jsonAgg: (call, args) => ({ ...GROUP_ARRAY(call, args), type: STRING }),
  /** Postgres's: whether the condition holds in every row. */
  every: (call, args) => ({
    sql: `min(${toCondition(firstOf(call, args), call.compilation)})`,
    type: nullable(BOOL),
    finish: (made) => `(${made} <> 0)`,
  }),
  groupConcat: concatenated,
  stringAgg: concatenated,
  topK,
  ...QUANTILES,
  ...STATISTICS,
  windowFunnel,
  sequenceMatch: sequence("sequencematch", UINT8),
  sequenceCount: sequence("sequencecount", UINT64),
  retention,
};

const plainName = (name: string) => name.toLowerCase().replaceAll("_", "");
const BY_PLAIN_NAME = new Map(Object.entries(AGGREGATES).map(([name, aggregate]) => [plainName(name), aggregate]));

/** Names of aggregates, each with -If. */
export const AGGREGATE_NAMES: readonly string[] = Object.keys(AGGREGATES).flatMap((name) => [name, `${name}If`]);

/** Suffixes of a name, read from its end. */
interface Suffixes {
  isConditional?: true;
  isDistinct?: true;
  /** The result where there are no rows: NULL, or 0 and the empty text. */
  otherwise?: "null" | "default";
  combinator?: Combinator;
}

const SUFFIXES: Readonly<Record<string, Suffixes>> = {
  if: { isConditional: true },
  distinct: { isDistinct: true },
  ornull: { otherwise: "null" },
  ordefault: { otherwise: "default" },
  ...Object.fromEntries(COMBINATORS.map((combinator) => [combinator, { combinator }])),
};

/** Null = no aggregate has this name. */
export function findAggregate(name: string): CompileCall | null {
  const suffixes: Suffixes = {};
  let rest = plainName(name);
  for (;;) {
    const aggregate = BY_PLAIN_NAME.get(rest);
    if (aggregate !== undefined) return (call) => compileAggregate(call, aggregate, suffixes);
    const end = Object.keys(SUFFIXES).find((suffix) => rest.endsWith(suffix));
    if (end === undefined) return null;
    rest = rest.slice(0, -end.length);
    Object.assign(suffixes, SUFFIXES[end]);
  }
}

function compileAggregate(call: Call, aggregate: Aggregate, suffixes: Suffixes): Value {
  const { isConditional = false, otherwise, combinator } = suffixes;
  if (isConditional) requireCount(call, 1, Infinity);
  const node = suffixes.isDistinct === true ? { ...call.node, isDistinct: true } : call.node;
  const stars = node.args.filter((arg) => arg.kind === "star" && arg.matching === null);
  const all = stars.length > 0 ? [] : call.args();
  const args = isConditional ? all.slice(0, -1) : all;
  const conditions = isConditional ? [toCondition(all.at(-1) as Value, call.compilation)] : [];
  const own = { ...call, node };
  const core = combinator === undefined ? aggregate(own, args) : combine(own, aggregate, args, combinator);
  const { sql, type, where } = core;
  if (where !== undefined) conditions.push(where);
  const made = `${sql}${filterOf(call, conditions)}${printOver(call.compilation, call.scope, node.over)}`;
  if (otherwise === "null" && combinator === undefined) return { sql: made, type: nullable(type) };
  const finished = finishCore(core, made);
  if (otherwise === "null") return { sql: finished, type: nullable(type) };
  if (otherwise === undefined || isCollection(type)) return { sql: finished, type };
  return { sql: `ifnull(${finished}, ${type.family === "text" ? "''" : "0"})`, type: notNull(type) };
}

/** ` FILTER (WHERE …)` of the call's filter and these conditions. */
function filterOf({ node, scope, compilation }: Call, conditions: readonly string[]): string {
  const own = node.filter === null ? [] : [toCondition(compilation.expression(scope, node.filter), compilation)];
  const all = [...conditions, ...own];
  return all.length === 0 ? "" : ` FILTER (WHERE ${all.join(" AND ")})`;
}
