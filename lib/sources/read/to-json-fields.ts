import type { Fields } from "../../base/fields.ts";
import { bytesToText } from "../values/exact-bytes.ts";
import { exactInteger } from "../values/exact.ts";

/** The values of a row as JSON has them. Times stay Dates, which every mapping reads. */
export function toJsonFields(row: Record<string, unknown>): Fields {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toJsonValue(value)]));
}

function toJsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return exactInteger(value);
  if (value instanceof Uint8Array) return bytesToText(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as ArrayLike<unknown>, toJsonValue);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return toJsonFields(value as Record<string, unknown>);
}
