import { Refusal } from "../../refusal.ts";
import type { ScalarFunction } from "../../functions/function.ts";
import { toSqlName } from "../../functions/register.ts";
import { wrongCount, wrongType } from "../call.ts";
import type { Call } from "../call.ts";
import { isFloat, nullable } from "../type.ts";
import type { Type } from "../type.ts";
import { quote, toCondition, toNumber, toText, toTime } from "../value.ts";
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
  const zone = toZone(parameters, args);
  const sql: string[] = [];
  parameters.forEach((parameter, index) => {
    if (parameter.kind === "z") sql.push(quote(zone ?? call.compilation.timezone));
    else if (parameter.isRest) sql.push(...args.slice(index).map((value) => coerce(call, parameter.kind, value)));
    else if (args[index] !== undefined) sql.push(coerce(call, parameter.kind, args[index]));
    else if (parameters.slice(index + 1).some(({ kind }) => kind === "z")) sql.push("NULL");
  });
  const given = typeof spec.gives === "function" ? spec.gives(args) : spec.gives;
  const type = given.family === "time" ? { ...given, zone } : given;
  const isNullable = spec.takesNull !== true && args.some((value) => value.type.isNullable);
  const made = spec.sql === undefined ? toWhole(`${toSqlName(name)}(${sql.join(", ")})`, type) : spec.sql(...sql);
  return { sql: made, type: nullable(type, isNullable || type.isNullable) };
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

/** The zone that the call names, else the first instant's; null = the project's. */
function toZone(parameters: readonly Parameter[], args: readonly Value[]): string | null {
  const at = parameters.findIndex(({ kind }) => kind === "z");
  if (at < 0) return null;
  const given = args[at];
  if (given !== undefined) return requireZone(given.constant);
  const first = args.find(({ type }) => type.family === "time");
  return first?.type.zone ?? null;
}

/** @throws Refusal for text that names no time zone */
export function requireZone(name: unknown): string {
  if (typeof name === "string") {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone === "" ? "UTC" : name;
    } catch {
      // Intl throws for an unknown name.
    }
  }
  throw new Refusal(`"${String(name)}" is no time zone; expected a name such as Europe/Berlin.`, "bad_arguments");
}

function coerce(call: Call, kind: string, value: Value): string {
  switch (kind) {
    case "s":
      return toText(value, call.compilation).sql;
    case "n":
      return toNumber(value) ?? fail(call, value);
    case "t":
      return toTime(value) ?? fail(call, value);
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
