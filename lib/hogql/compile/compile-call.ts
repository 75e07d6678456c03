import { Refusal } from "../refusal.ts";
import type { CallNode } from "../language/tree.ts";
import type { ScalarFunction } from "../functions/function.ts";
import { NATIVE_FUNCTIONS, SCALAR_FUNCTIONS } from "../functions/register.ts";
import { toCall } from "./call.ts";
import type { Call, CompileCall } from "./call.ts";
import { AGGREGATE_NAMES, findAggregate } from "./calls/aggregate-calls.ts";
import { ARRAY_CALLS } from "./calls/array-calls.ts";
import { BIT_CALLS } from "./calls/bit-calls.ts";
import { CONDITION_CALLS } from "./calls/condition-calls.ts";
import { CONVERSION_CALLS } from "./calls/conversion-calls.ts";
import { JSON_CALLS } from "./calls/json-calls.ts";
import { MAP_CALLS } from "./calls/map-calls.ts";
import { compileScalar, takes } from "./calls/scalar-call.ts";
import { TUPLE_CALLS } from "./calls/tuple-calls.ts";
import { WALK_CALLS } from "./calls/walk-calls.ts";
import { WINDOW_CALLS } from "./calls/window-calls.ts";
import type { Compilation } from "./compilation.ts";
import { perhaps } from "./perhaps.ts";
import { printOrder, printOver } from "./print-window.ts";
import type { Scope } from "./scope.ts";
import { ANY } from "./type.ts";
import { toCondition, toForeign } from "./value.ts";
import type { Value } from "./value.ts";

const CALLS: Readonly<Record<string, CompileCall>> = {
  ...CONDITION_CALLS,
  ...CONVERSION_CALLS,
  ...ARRAY_CALLS,
  ...WALK_CALLS,
  ...MAP_CALLS,
  ...TUPLE_CALLS,
  ...BIT_CALLS,
  ...JSON_CALLS,
  ...WINDOW_CALLS,
};

/** Names without letter case and low lines: `DATE_TRUNC` is dateTrunc. */
const plainName = (name: string) => name.toLowerCase().replaceAll("_", "");

const byPlainName = <T>(table: Readonly<Record<string, T>>) =>
  new Map(Object.entries(table).map(([name, value]) => [plainName(name), { name, value }]));

const CALLS_BY_NAME = byPlainName(CALLS);
const SCALARS_BY_NAME = byPlainName(SCALAR_FUNCTIONS);

/** Other names of the same functions. */
const SYNONYMS: Readonly<Record<string, string>> = {
  date: "toDate",
  dateformat: "formatDateTime",
  timestampdiff: "dateDiff",
  year: "toYear",
  quarter: "toQuarter",
  month: "toMonth",
  day: "toDayOfMonth",
  dayofmonth: "toDayOfMonth",
  dayofweek: "toDayOfWeek",
  dayofyear: "toDayOfYear",
  hour: "toHour",
  minute: "toMinute",
  second: "toSecond",
  week: "toWeek",
  lastday: "toLastDayOfMonth",
  fromdays: "toDate",
  curdate: "today",
  currenttimestamp: "now",
  currentdate: "today",
  totimestamp: "fromUnixTimestamp",
  tochar: "formatDateTime",
  datesubtract: "dateSub",
  isempty: "empty",
  isnotempty: "notEmpty",
  btrim: "trim",
  tonullablestring: "toString",
  jsonarraylength: "JSONLength",
  localtimestamp: "now",
  instr: "position",
  strpos: "position",
  regexpreplace: "replaceRegexpAll",
  regexpmatch: "match",
  flatten: "arrayFlatten",
  ucase: "upper",
  lcase: "lower",
};

/** All functions, for the sentence about an unknown one. */
export const KNOWN_NAMES = [...Object.keys(CALLS), ...Object.keys(SCALAR_FUNCTIONS), ...AGGREGATE_NAMES];

type Found =
  | { kind: "aggregate" | "special"; name: string; compile: CompileCall }
  | { kind: "scalar"; name: string; spec: ScalarFunction }
  | { kind: "native"; name: string };

/** Finds the function that a call names: an aggregate, another of ClickHouse's, or a harmless one of SQLite's own. Null = there is none. */
function find({ name, args }: Pick<CallNode, "name" | "args">): Found | null {
  const isNative = NATIVE_FUNCTIONS.has(name.toLowerCase());
  // `json_extract` is SQLite's, JSONExtract is ClickHouse's.
  if (isNative && CALLS[name] === undefined && name.includes("_")) return { kind: "native", name };
  const isManyExtremes = /^(?:min|max)$/i.test(name) && args.length > 1;
  const aggregate = isManyExtremes ? null : findAggregate(name);
  if (aggregate !== null) return { kind: "aggregate", name, compile: aggregate };
  const special = CALLS[name] === undefined ? CALLS_BY_NAME.get(plainName(name)) : { name, value: CALLS[name] };
  if (special !== undefined) return { kind: "special", name: special.name, compile: special.value };
  const scalar = SCALARS_BY_NAME.get(plainName(name));
  if (scalar !== undefined && (takes(scalar.value, args.length) || !isNative))
    return { kind: "scalar", name: scalar.name, spec: scalar.value };
  const synonym = SYNONYMS[plainName(name)];
  if (synonym !== undefined && !(isNative && args.length > 1)) return find({ name: synonym, args });
  return isNative ? { kind: "native", name } : null;
}

/** ClickHouse's plain name of the called function; null = it is SQLite's own. */
export function functionOf(node: CallNode): string | null {
  const found = find(node);
  return found?.kind === "native" ? null : plainName(found?.name ?? node.name);
}

export function hasFunction(name: string): boolean {
  return find({ name, args: [] }) !== null;
}

/** @throws Refusal for an unknown function, naming the nearest known one, or for arguments that do not fit */
export function compileCall(compilation: Compilation, scope: Scope, node: CallNode): Value {
  const call = toCall(compilation, scope, node);
  const found = find(node);
  switch (found?.kind) {
    case "aggregate":
    case "special":
      return found.compile(call);
    case "scalar":
      return compileScalar(call, found.name, found.spec);
    case "native":
      return compileNative(call);
    default:
      throw new Refusal(`Unsupported function call '${node.name}(...)'${perhaps(node.name, KNOWN_NAMES)}`);
  }
}

/** A function of SQLite's own. */
function compileNative({ compilation, scope, node, args }: Call): Value {
  const words = node.isDistinct ? "DISTINCT " : "";
  const order = printOrder(compilation, scope, node.orderBy);
  const filter = node.filter === null ? null : compilation.expression(scope, node.filter);
  const given = args().map(toForeign).join(", ");
  const suffix = filter === null ? "" : ` FILTER (WHERE ${toCondition(filter, compilation)})`;
  const over = printOver(compilation, scope, node.over);
  const inner = [`${words}${given}`, order].filter(Boolean).join(" ");
  return { sql: `${node.name}(${inner})${suffix}${over}`, type: ANY };
}
