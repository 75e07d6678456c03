import { BOOL, FLOAT64, INT64, nullable, STRING } from "../compile/type.ts";
import type { ScalarFunctions } from "./function.ts";
import { LAST_MS, toDigits, toWall } from "./wall-clock.ts";

const UUID_TEXT = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** The value as a number; null = it is no number. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER.test(value) ? Number(value) : null;
}

function toWhole(value: unknown): number | null {
  if (typeof value === "string" && !/^\s*[+-]?\d+\s*$/.test(value)) return null;
  const number = toNumber(value);
  return number === null ? null : Math.trunc(number);
}

/** A whole number within bounds; null = the value is not. */
function toExact(value: unknown, low: number, high: number): number | null {
  const whole = toWhole(value);
  const isOther = whole === null || (typeof value === "number" && whole !== value);
  return isOther || whole < low || whole > high ? null : whole;
}

const TRUTHS: Record<string, number> = {
  true: 1,
  t: 1,
  yes: 1,
  y: 1,
  on: 1,
  1: 1,
  false: 0,
  f: 0,
  no: 0,
  n: 0,
  off: 0,
  0: 0,
};

/** 0 or 1; null = no boolean. Takes a property's JSON text too. */
function toBool(value: unknown): number | null {
  if (typeof value === "number") return Number(value !== 0);
  return TRUTHS[String(value).replaceAll('"', "").toLowerCase()] ?? null;
}

/** The text of a float as ClickHouse writes it: 1 and not 1.0. */
function floatText(value: number): string {
  return Object.is(value, Infinity) ? "inf" : value === -Infinity ? "-inf" : String(value);
}

/** Functions that the compiler calls; a statement cannot name them. */
export const CONVERSIONS: ScalarFunctions = {
  number: { takes: "x", gives: nullable(FLOAT64), run: toNumber },
  whole: { takes: "x", gives: nullable(INT64), run: toWhole },
  exact: { takes: "x n n", gives: nullable(INT64), run: toExact },
  bool: { takes: "x", gives: nullable(BOOL), run: toBool },
  uuid: {
    takes: "s",
    gives: nullable(STRING),
    run: (text: string) => (UUID_TEXT.test(text) ? text.toLowerCase() : null),
  },
  floatText: { takes: "x", gives: STRING, run: floatText },
  timeText: {
    takes: "x s n",
    gives: STRING,
    run: (ms: number, zone: string, scale: number) =>
      Math.abs(ms) <= LAST_MS ? toDigits(toWall(ms, zone), scale) : null,
  },
  /** An instant as ISO text, for SQLite's own functions. */
  iso: {
    takes: "x",
    gives: STRING,
    run: (ms: number) => (Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : null),
  },
};
