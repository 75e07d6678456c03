import type { SchemaElement } from "hyparquet";
import { parseJson } from "../../values/cell.ts";
import { bytesToInteger, bytesToText, bytesToUuid } from "../../values/exact-bytes.ts";
import { ExactTime, toClock, toDuration } from "../../values/exact-time.ts";
import { exactDecimal } from "../../values/exact.ts";

// hyparquet makes doubles of decimals and milliseconds of all times; here they keep their digits
// (github.com/apache/parquet-format, LogicalTypes.md).

/** A value as it lies in a page: a number, a bigint, a boolean or bytes. */
type Raw = number | bigint | boolean | Uint8Array;

type Units = 1_000 | 1_000_000 | 1_000_000_000;

const UNITS: Record<string, Units> = { MILLIS: 1_000, MICROS: 1_000_000, NANOS: 1_000_000_000 };

/** The days between the first Julian day and 1970, and the nanoseconds of a day, for INT96. */
const JULIAN_1970 = 2_440_588n;
const DAY_NS = 86_400_000_000_000n;

/** How the values of a column keep their digits; null = hyparquet's own conversion does. */
export function exactValueOf(element: SchemaElement): ((raw: Raw) => unknown) | null {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") {
    const scale = element.scale ?? (logical?.type === "DECIMAL" ? logical.scale : 0);
    return (raw) => exactDecimal(toInteger(raw), scale);
  }
  if (type === "INT96") return (raw) => new ExactTime(toNanoseconds(BigInt(raw as bigint)), 1_000_000_000);
  if (logical?.type === "TIMESTAMP") return timeOf(UNITS[logical.unit] ?? 1_000, !logical.isAdjustedToUTC);
  if (converted === "TIMESTAMP_MILLIS") return timeOf(1_000, false);
  if (converted === "TIMESTAMP_MICROS") return timeOf(1_000_000, false);
  if (logical?.type === "TIME") return clockOf(UNITS[logical.unit] ?? 1_000);
  if (converted === "TIME_MILLIS") return clockOf(1_000);
  if (converted === "TIME_MICROS") return clockOf(1_000_000);
  if (converted === "INTERVAL") return (raw) => toDuration(raw as Uint8Array);
  if (logical?.type === "UUID") return (raw) => bytesToUuid(raw as Uint8Array);
  if (converted === "JSON" || logical?.type === "JSON") return (raw) => jsonOf(bytesToText(raw as Uint8Array));
  const isOther = logical !== undefined && ["GEOMETRY", "GEOGRAPHY", "FLOAT16", "VARIANT"].includes(logical.type);
  if (!isOther && (type === "BYTE_ARRAY" || type === "FIXED_LEN_BYTE_ARRAY"))
    return (raw) => bytesToText(raw as Uint8Array);
  return null;
}

function toInteger(raw: Raw): bigint {
  return raw instanceof Uint8Array ? bytesToInteger(raw) : BigInt(raw);
}

function timeOf(units: Units, isLocal: boolean): (raw: Raw) => ExactTime {
  return (raw) => new ExactTime(BigInt(raw as bigint), units, isLocal);
}

function clockOf(units: Units): (raw: Raw) => string {
  return (raw) => toClock(BigInt(raw as bigint), units);
}

function jsonOf(text: string): unknown {
  return parseJson(text) ?? text;
}

/** Nanoseconds of the day in the lower eight bytes, the Julian day in the upper four. */
function toNanoseconds(value: bigint): bigint {
  return ((value >> 64n) - JULIAN_1970) * DAY_NS + BigInt.asUintN(64, value);
}
