import { isTimeZone } from "../../../base/zone-clock.ts";
import { Refusal } from "../../refusal.ts";
import type { ScalarFunction } from "../../functions/function.ts";
import { toSqlName } from "../../functions/register.ts";
import { wrongCount, wrongType } from "../call.ts";
import type { Call } from "../call.ts";
import { nullable, OF_ROW } from "../type.ts";
import { expectTime, quote, toCondition, toNumber, toText, toWhole, zoneOf } from "../value.ts";
import type { Value } from "../value.ts";

interface Parameter {
  kind: string;
  isOptional: boolean;
  isRest: boolean;
}

/** Does the function take this number of arguments? */
export function takes({ takes: words }: ScalarFunction, count: number): boolean {
  const parameters = toParameters(words);
  const least = parameters.filter(({ isOptional, isRest, kind }) => !isOptional && !isRest && kind !== "z").length;
  const isOpen = parameters.some(({ isRest }) => isRest);
  return count >= least && (isOpen || count <= parameters.length);
}

function toParameters(words: string): Parameter[] {
  const list = words === "" ? [] : words.split(" ");
  return list.map((word) => ({
    kind: word.charAt(0),
    isOptional: word.endsWith("?"),
    isRest: word.endsWith("*"),
  }));
}

/** Compiles the call of a function of the table. @throws Refusal when an argument does not fit */
export function compileScalar(call: Call, name: string, spec: ScalarFunction): Value {
  const args = call.args();
  if (!takes(spec, args.length)) throw wrongCount(call, describeCount(spec));
  const parameters = toParameters(spec.takes);
  const zone = toZone(call, parameters, args);
  const sql: string[] = [];
  parameters.forEach((parameter, index) => {
    if (parameter.kind === "z") sql.push(zone.sql);
    else if (parameter.isRest) sql.push(...args.slice(index).map((value) => coerce(call, parameter.kind, value)));
    else if (args[index] !== undefined) sql.push(coerce(call, parameter.kind, args[index]));
    else if (parameters.slice(index + 1).some(({ kind }) => kind === "z")) sql.push("NULL");
  });
  const given = typeof spec.gives === "function" ? spec.gives(args) : spec.gives;
  const type = given.family === "time" ? { ...given, zone: zone.name } : given;
  const made = spec.sql === undefined ? toWhole(`${toSqlName(name)}(${sql.join(", ")})`, type) : spec.sql(...sql);
  const isOfRow = zone.name === OF_ROW;
  const isNullable = (spec.takesNull !== true || isOfRow) && args.some((value) => value.type.isNullable);
  const isGuarded = spec.takesNull === true && isOfRow;
  return {
    sql: isGuarded ? `iif(${zone.sql} IS NULL, NULL, ${made})` : made,
    type: nullable(type, isNullable || type.isNullable),
    rowZone: type.family === "time" && isOfRow ? zone.sql : undefined,
  };
}

function describeCount(spec: ScalarFunction): string {
  const parameters = toParameters(spec.takes);
  const least = parameters.filter(({ isOptional, isRest, kind }) => !isOptional && !isRest && kind !== "z").length;
  if (parameters.some(({ isRest }) => isRest)) return `at least ${least}`;
  return least === parameters.length ? String(least) : `${least} to ${parameters.length}`;
}

/** The zone whose clock a function reads. */
export interface Zone {
  sql: string;
  /** Null = the project's; `OF_ROW` = another in each row. */
  name: string | null;
}

/** The call's zone, else the first instant's, else the project's. */
function toZone(call: Call, parameters: readonly Parameter[], args: readonly Value[]): Zone {
  const at = parameters.findIndex(({ kind }) => kind === "z");
  if (at >= 0 && args[at] !== undefined) return zoneArg(call, at);
  const first = args.find(({ type }) => type.family === "time");
  if (first === undefined || at < 0) return { sql: quote(call.compilation.timezone), name: first?.type.zone ?? null };
  return { sql: zoneOf(first, call.compilation), name: first.type.zone };
}

/** A zone's name, or a value of each row. @throws Refusal for a text that names no zone */
export function zoneArg(call: Call, index: number): Zone {
  const { constant } = call.arg(index);
  if (constant === undefined) return { sql: toText(call.arg(index), call.compilation).sql, name: OF_ROW };
  if (typeof constant === "string" && isTimeZone(constant)) return { sql: quote(constant), name: constant };
  throw new Refusal(`"${String(constant)}" is no time zone; expected a name such as Europe/Berlin.`, "bad_arguments");
}

/** An instant in a zone; NULL where the row has no zone. */
export function inZone(value: Value, { sql, name }: Zone): Value {
  const type = { ...value.type, zone: name };
  if (name !== OF_ROW) return { ...value, type, rowZone: undefined };
  return { ...value, sql: `iif(${sql} IS NULL, NULL, ${value.sql})`, type: nullable(type), rowZone: sql };
}

function coerce(call: Call, kind: string, value: Value): string {
  switch (kind) {
    case "s":
      return toText(value, call.compilation).sql;
    case "n":
      return toNumber(value) ?? fail(call, value);
    case "t":
      return expectTime(value) ?? fail(call, value);
    case "c":
      return toCondition(value, call.compilation);
    case "a":
      return toArray(value) ?? fail(call, value);
    default:
      return value.property === undefined ? value.sql : value.property.raw;
  }
}

function toArray({ sql, type, property }: Value): string | null {
  if (property !== undefined) return property.json;
  return type.family === "array" || type.family === "any" || type.family === "null" || type.isJson ? sql : null;
}

function fail(call: Call, value: Value): never {
  throw wrongType(call, value);
}
