import { Refusal } from "../../refusal.ts";
import type { ScalarFunction } from "../../functions/function.ts";
import { toSqlName } from "../../functions/register.ts";
import { isZone } from "../../functions/wall-clock.ts";
import { wrongCount, wrongType } from "../call.ts";
import type { Call } from "../call.ts";
import { isFloat, nullable } from "../type.ts";
import type { Type } from "../type.ts";
import { expectTime, quote, toCondition, toNumber, toText } from "../value.ts";
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
  if (given.family === "time" && zone.isOfRow) throw zoneInQuotes(call);
  const type = given.family === "time" ? { ...given, zone: zone.name } : given;
  const made = spec.sql === undefined ? toWhole(`${toSqlName(name)}(${sql.join(", ")})`, type) : spec.sql(...sql);
  const isNullable = (spec.takesNull !== true || zone.isOfRow) && args.some((value) => value.type.isNullable);
  const isGuarded = spec.takesNull === true && zone.isOfRow;
  return {
    sql: isGuarded ? `iif(${zone.sql} IS NULL, NULL, ${made})` : made,
    type: nullable(type, isNullable || type.isNullable),
  };
}

/** A function of the query process gives floats; SQLite writes them as text with a fraction. */
function toWhole(sql: string, type: Type): string {
  return type.family === "number" && !isFloat(type) ? `CAST(${sql} AS INTEGER)` : sql;
}

function describeCount(spec: ScalarFunction): string {
  const parameters = toParameters(spec.takes);
  const least = parameters.filter(({ isOptional, isRest, kind }) => !isOptional && !isRest && kind !== "z").length;
  if (parameters.some(({ isRest }) => isRest)) return `at least ${least}`;
  return least === parameters.length ? String(least) : `${least} to ${parameters.length}`;
}

/** The zone whose clock a function reads. */
interface Zone {
  sql: string;
  /** Null = the project's, or another of each row. */
  name: string | null;
  isOfRow: boolean;
}

/** The zone that the call names, else the first instant's, else the project's. */
function toZone(call: Call, parameters: readonly Parameter[], args: readonly Value[]): Zone {
  const at = parameters.findIndex(({ kind }) => kind === "z");
  const given = at < 0 ? undefined : args[at];
  if (given !== undefined && given.constant === undefined) {
    return { sql: toText(given, call.compilation).sql, name: null, isOfRow: true };
  }
  const first = args.find(({ type }) => type.family === "time");
  const name = given === undefined ? (first?.type.zone ?? null) : requireZone(call, at);
  return { sql: quote(name ?? call.compilation.timezone), name, isOfRow: false };
}

/** The argument as the name of a zone. @throws Refusal for text that names none, or a value of each row */
export function requireZone(call: Call, index: number): string {
  const { constant } = call.arg(index);
  if (constant === undefined) throw zoneInQuotes(call);
  if (typeof constant === "string" && isZone(constant)) return constant;
  throw new Refusal(`"${String(constant)}" is no time zone; expected a name such as Europe/Berlin.`, "bad_arguments");
}

/** The type of an instant names its zone, so that all rows have the same. */
function zoneInQuotes({ name }: Call): Refusal {
  return new Refusal(`The time zone of ${name} must be a text in quotes, such as 'Europe/Berlin'.`, "bad_arguments");
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
