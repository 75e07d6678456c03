import { Refusal } from "../../refusal.ts";
import type { Call } from "../call.ts";
import { arrayOf, FLOAT64, nullable } from "../type.ts";
import type { Type } from "../type.ts";
import type { Value } from "../value.ts";
import { firstOf, numberOf } from "./aggregate.ts";
import type { Aggregate } from "./aggregate.ts";

/** Finds the value at a level. */
interface Method {
  /** SQL of an aggregate. */
  at(level: number, values: readonly string[]): string;
  /** The result is one of the values, in their type, and never between two. */
  isMember: boolean;
  /** Is the second argument a weight? */
  isWeighted?: true;
}

const BETWEEN: Method = { at: (level, [value]) => `percentile_cont(${value}, ${level})`, isMember: false };

const member = (name: string): Method => ({
  at: (level, [value]) => `hog_${name}(${value}, ${level})`,
  isMember: true,
});
const EXACT = member("quantileexact");
const WEIGHTED: Method = {
  at: (level, [value, weight]) => `hog_quantileexactweighted(${value}, ${weight}, ${level})`,
  isMember: true,
  isWeighted: true,
};

/** ClickHouse's methods by the ends of their names; estimates are exact here. */
const METHODS: Readonly<Record<string, Method>> = {
  "": BETWEEN,
  Exact: EXACT,
  ExactLow: member("quantileexactlow"),
  ExactHigh: member("quantileexacthigh"),
  ExactInclusive: BETWEEN,
  ExactWeighted: WEIGHTED,
  Timing: EXACT,
  TimingWeighted: WEIGHTED,
  TDigest: BETWEEN,
  TDigestWeighted: WEIGHTED,
  BFloat16: BETWEEN,
  BFloat16Weighted: WEIGHTED,
  // The second argument chooses a sample; here all rows count.
  Deterministic: BETWEEN,
};

function levelsOf({ node, name }: Call): number[] {
  const given = (node.parameters ?? []).map((parameter) =>
    parameter.kind === "constant" ? Number(parameter.value) : Number.NaN,
  );
  if (given.some((level) => !(level >= 0 && level <= 1))) {
    throw new Refusal(`The level of ${name} must be a number from 0 to 1.`, "bad_arguments");
  }
  return given.length > 0 ? given : [0.5];
}

function valuesOf(call: Call, args: readonly Value[], { isWeighted }: Method): string[] {
  return args.slice(0, isWeighted === true ? 2 : 1).map((arg) => numberOf(call, arg));
}

function typeOf({ type }: Value, { isMember }: Method): Type {
  return nullable(isMember && type.family === "number" ? type : FLOAT64, type.isNullable);
}

function quantile(method: Method): Aggregate {
  return (call, args) => {
    const value = firstOf(call, args);
    if (method.isWeighted === true) numberOf(call, args[1]);
    return { sql: method.at(levelsOf(call)[0] ?? 0.5, valuesOf(call, args, method)), type: typeOf(value, method) };
  };
}

/** Each level is an aggregate; the first one's filter and window follow all of them. */
function quantiles(method: Method): Aggregate {
  return (call, args) => {
    const value = firstOf(call, args);
    const cores = levelsOf(call).map((level) => method.at(level, valuesOf(call, args, method)));
    const [head = ""] = cores;
    const finish = (made: string) => `json_array(${cores.map((core) => core + made.slice(head.length)).join(", ")})`;
    return { sql: head, type: arrayOf({ ...typeOf(value, method), isNullable: false }), finish };
  };
}

/** `quantileExact(0.9)(x)`, `medianExact(x)`, `quantilesExact(0.5, 0.9)(x)`, and so on. */
export const QUANTILES: Readonly<Record<string, Aggregate>> = Object.fromEntries(
  Object.entries(METHODS).flatMap(([name, method]) => [
    [`quantile${name}`, quantile(method)],
    [`median${name}`, quantile(method)],
    [`quantiles${name}`, quantiles(method)],
  ]),
);
