import { BOOL, FLOAT64, NOTHING, nullable, STRING, typeOfNumber } from "./type.ts";
import { quote } from "./value.ts";
import type { Value } from "./value.ts";

export function toConstant(value: string | number | bigint | boolean | null): Value {
  if (value === null) return { sql: "NULL", type: NOTHING, constant: null };
  if (typeof value === "string") return { sql: quote(value), type: STRING, constant: value };
  if (typeof value === "boolean") return { sql: String(Number(value)), type: BOOL, constant: value };
  if (typeof value === "bigint") return { sql: String(value), type: typeOfNumber(value), constant: value };
  // SQLite has no NaN.
  if (Number.isNaN(value)) return { sql: "NULL", type: nullable(FLOAT64), constant: value };
  const sql = Number.isFinite(value) ? String(value) : value > 0 ? "9e999" : "-9e999";
  return { sql: value < 0 ? `(${sql})` : sql, type: typeOfNumber(value), constant: value };
}
