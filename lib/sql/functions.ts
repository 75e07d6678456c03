import { daysInMonth } from "../base/days-in-month.ts";
import { personUuid } from "../base/ids.ts";
import { parseInstant } from "../base/instant.ts";
import { fromWallClock, startOfInterval, toWallClock } from "../questions/index.ts";
import { toName } from "../people/persons/index.ts";
import { parseStored } from "../storage/index.ts";
import type { Reader } from "./reader.ts";

/** The inputs of the functions besides their arguments: the project of the question, and its time. */
export interface Surroundings {
  projectId: number;
  /** IANA name; days begin in this zone. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** See `toName`. */
  nameProperties: readonly string[];
  nowMs: number;
}

/**
 * SQLite's functions that a statement may call: those that compute a value from their arguments. Functions that read
 * tables by name (rtreecheck), load code, or belong to full-text search are left out.
 */
const SQLITE_FUNCTIONS =
  `-> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws
  cos cosh count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value
  floor format glob group_concat hex if ifnull iif instr json json_array json_array_length json_error_position json_extract
  json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace
  json_set json_type json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim
  max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow
  power printf quote radians random randomblob rank replace round row_number rtrim sign sin sinh soundex sqlite_version
  sqrt strftime string_agg substr substring subtype sum tan tanh time timediff total trim trunc typeof unhex unicode
  unistr unixepoch unlikely upper zeroblob`.split(/\s+/);

type Call = (surroundings: Surroundings, ...values: unknown[]) => unknown;

/**
 * ClickHouse's functions, on the project's clock; an argument that is not a time gives null. Two more functions serve
 * the views.
 */
const OWN: Record<string, Call> = {
  now: ({ nowMs }, shift) => toIsoOrNull(shiftBy(nowMs, shift)),
  today: (surroundings, shift) => toDate(surroundings, shiftBy(surroundings.nowMs, shift)),
  toDate: (surroundings, value) => toDate(surroundings, toMs(surroundings, value)),
  toDateTime: (surroundings, value) => toIsoOrNull(toMs(surroundings, value)),
  toStartOfHour: (surroundings, value) => toIsoOrNull(startOf(surroundings, "hour", value)),
  toStartOfDay: (surroundings, value) => toIsoOrNull(startOf(surroundings, "day", value)),
  toStartOfWeek: (surroundings, value) => toDate(surroundings, startOf(surroundings, "week", value)),
  toStartOfMonth: (surroundings, value) => toDate(surroundings, startOf(surroundings, "month", value)),
  hoglet_person_uuid: ({ projectId }, distinctId) => personUuid(projectId, String(distinctId)),
  hoglet_person_name: ({ nameProperties }, id, properties, distinctIds) =>
    toText(
      toName(
        {
          id: Number(id),
          properties: parseStored("person", Number(id), properties),
          distinctIds: JSON.parse(String(distinctIds)) as string[],
        },
        nameProperties,
      ),
    ),
};

const TAKES_MORE = new Set(["now", "today"]);

/** Names in lower case. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...SQLITE_FUNCTIONS,
  ...Object.keys(OWN).map((name) => name.toLowerCase()),
]);

/** Registers hoglet's functions on a connection; each call reads `surroundings()`. */
export function addFunctions(db: Reader, surroundings: () => Surroundings): void {
  for (const [name, call] of Object.entries(OWN)) {
    const run = (...values: unknown[]) => call(surroundings(), ...values);
    // SQLite takes the number of arguments from the function's length, unless the function takes any number.
    Object.defineProperty(run, "length", { value: call.length - 1 });
    db.function(name, { deterministic: true, varargs: TAKES_MORE.has(name) }, run);
  }
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** Text without an offset is in the project's time zone; a number is epoch seconds. NaN = not a time. */
function toMs({ timezone }: Surroundings, value: unknown): number {
  if (typeof value === "number") return Math.trunc(value * 1000);
  if (typeof value !== "string") return Number.NaN;
  const ms = parseInstant(value);
  if (ms === null) return Number.NaN;
  return OFFSET.test(value) ? ms : fromWallClock(ms, timezone);
}

/** Entries after which the cache of `startOf` is cleared. More entries cost memory. */
const REMEMBERED = 50_000;
/** A quarter of an hour in ms: all offsets of time zones in use are multiples of it. */
const QUARTER_MS = 900_000;
const starts = new Map<string, Map<number, number>>();

// Cached, because the calendar takes about 10 µs, too long for a million rows. All instants of a quarter of an hour
// have the same start.
function startOf(surroundings: Surroundings, interval: "hour" | "day" | "week" | "month", value: unknown): number {
  const ms = toMs(surroundings, value);
  if (Number.isNaN(ms)) return ms;
  const { timezone, weekStartDay } = surroundings;
  const name = `${interval} ${weekStartDay} ${timezone}`;
  let known = starts.get(name);
  if (known === undefined || known.size > REMEMBERED) starts.set(name, (known = new Map<number, number>()));
  const quarter = Math.floor(ms / QUARTER_MS);
  let start = known.get(quarter);
  if (start === undefined) {
    start = startOfInterval(quarter * QUARTER_MS, interval, { timezone, weekStartDay });
    known.set(quarter, start);
  }
  return start;
}

const UNIT_MS: Record<string, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const UNIT_MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 };

/**
 * Applies a shift such as `-7 day`, from which `now() - interval 7 day` is rewritten; absent = no shift, any other text
 * gives NaN.
 */
function shiftBy(ms: number, shift: unknown): number {
  if (shift === undefined) return ms;
  const [, count, unit = ""] = /^([+-]\d+) (\w+)$/.exec(String(shift)) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== undefined) return ms + Number(count) * unitMs;
  return shiftMonths(ms, Number(count) * (UNIT_MONTHS[unit] ?? Number.NaN));
}

// 31 March − 1 month is the last day of February.
function shiftMonths(ms: number, count: number): number {
  const time = new Date(ms);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() + count);
  return time.setUTCDate(Math.min(day, daysInMonth(time.getUTCFullYear(), time.getUTCMonth() + 1)));
}

/** The furthest instant that a Date can hold. */
const LAST_MS = 8.64e15;

function toIsoOrNull(ms: number): string | null {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : null;
}

function toDate({ timezone }: Surroundings, ms: number): string | null {
  if (!(Math.abs(ms) <= LAST_MS)) return null;
  return toIsoOrNull(toWallClock(ms, timezone))?.slice(0, "2024-03-01".length) ?? null;
}

function toText(name: unknown): string {
  return typeof name === "string" ? name : JSON.stringify(name);
}
