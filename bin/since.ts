import { InvalidArgumentError } from "commander";

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000 };

/** Reads a point of time of the past: `2024-03-01`, an ISO time, or `7d`, `12h`. @throws InvalidArgumentError */
export function toSince(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const ms = unit === "" ? Date.parse(text) : Date.now() - Number(number) * (UNITS[unit] ?? 0);
  if (!Number.isNaN(ms) && (unit !== "" || /^\d{4}-\d\d-\d\d/.test(text))) return ms;
  throw new InvalidArgumentError("Expected a date such as 2024-03-01, or 7d.");
}
