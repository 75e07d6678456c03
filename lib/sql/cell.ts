import { HASH, isInstant, shownIn, toWall } from "../hogql/index.ts";
import type { Type } from "../hogql/index.ts";
import type { Cell } from "./protocol.ts";

/** Turns SQLite's values of a type into those of an answer. */
export function toCellOf(type: Type, timezone: string): (value: unknown) => Cell {
  switch (type.family) {
    case "bool":
      return (value) => (value === null ? null : Number(value) !== 0);
    case "time":
      return (value) => toInstant(value, shownIn(type, timezone));
    case "array":
    case "tuple":
      return (value) => toList(value, type, timezone);
    case "map":
      return (value) => (typeof value === "string" ? toEntries(value, type, timezone) : toPlain(value));
    case "text":
      return type.name === HASH.name ? (value) => toPlain(value === null ? null : BigInt(value as string)) : toPlain;
    default:
      return toPlain;
  }
}

function toPlain(value: unknown): Cell {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (Buffer.isBuffer(value)) return value.toString("hex");
  // JSON has no infinity.
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  return value as string | number | boolean | null;
}

/** `2024-01-31T08:00:00Z`, in other zones with their offset; fractions only where there are some. */
function toInstant(value: unknown, zone: string): Cell {
  if (typeof value !== "number" && typeof value !== "bigint") return toPlain(value);
  const ms = Number(value);
  if (!isInstant(ms)) return null;
  const wallMs = toWall(ms, zone);
  const [text = ""] = new Date(wallMs).toISOString().split("Z");
  const digits = text.endsWith(".000") ? text.slice(0, -4) : `${text}000`;
  return `${digits}${toOffset((wallMs - ms) / 60_000)}`;
}

const two = (part: number) => String(Math.floor(part)).padStart(2, "0");

function toOffset(minutes: number): string {
  if (minutes === 0) return "Z";
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}

function isNested(member: unknown): boolean {
  return typeof member === "object" && member !== null;
}

function toEntries(text: string, { of }: Type, timezone: string): Cell {
  const [, type] = of;
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const convert =
    type === undefined || type.family === "any" ? (value: unknown) => value as Cell : toCellOf(type, timezone);
  const values = entries.map(([key, value]) => [key, convert(isNested(value) ? JSON.stringify(value) : value)]);
  return Object.fromEntries(values) as Record<string, Cell>;
}

function toList(value: unknown, { family, of }: Type, timezone: string): Cell {
  if (typeof value !== "string") return toPlain(value);
  const members = JSON.parse(value) as unknown[];
  if (!Array.isArray(members)) return value;
  return members.map((member, index) => {
    const type = family === "tuple" ? of[index] : of[0];
    // A list or a map within a list is no text any more.
    const text = isNested(member) ? JSON.stringify(member) : member;
    return type === undefined || type.family === "any" ? (member as Cell) : toCellOf(type, timezone)(text);
  });
}
