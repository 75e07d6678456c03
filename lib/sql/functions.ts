import { personUuid } from "../base/ids.ts";
import { fromWallClock, startOfInterval, toWallClock } from "../questions/index.ts";
import { toName } from "../people/persons/index.ts";
import type { Reader } from "./reader.ts";

/** What the functions answer for: the project of the question, and its time. */
export interface Surroundings {
  projectId: number;
  /** IANA name: days begin by it. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** See `toName`. */
  nameProperties: readonly string[];
  nowMs: number;
}

/**
 * SQLite's functions that a statement may call: those that compute a value from their arguments. Not among them: what
 * reads tables by name (rtreecheck), loads code, or belongs to full-text search.
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

/** ClickHouse's, cut on the project's clock; what is no time gives null. And two that the views use. */
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
          properties: JSON.parse(String(properties)) as Record<string, unknown>,
          distinctIds: JSON.parse(String(distinctIds)) as string[],
        },
        nameProperties,
      ),
    ),
};

const TAKES_MORE = new Set(["now", "today"]);

/** In lower case. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...SQLITE_FUNCTIONS,
  ...Object.keys(OWN).map((name) => name.toLowerCase()),
]);

/** Registers our functions on a connection; `surroundings()` is asked at each call. */
export function addFunctions(db: Reader, surroundings: () => Surroundings): void {
  for (const [name, call] of Object.entries(OWN)) {
    const run = (...values: unknown[]) => call(surroundings(), ...values);
    // Numbers of arguments are fixed by the function's length, unless it takes any.
    Object.defineProperty(run, "length", { value: call.length - 1 });
    db.function(name, { deterministic: true, varargs: TAKES_MORE.has(name) }, run);
  }
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Text without an offset is on the project's clock; a number is epoch seconds. NaN = no time. */
function toMs({ timezone }: Surroundings, value: unknown): number {
  if (typeof value === "number") return Math.trunc(value * 1000);
  if (typeof value !== "string") return Number.NaN;
  const [whole, date = "", time = "00:00", offset] = ISO.exec(value) ?? [];
  if (whole === undefined) return Number.NaN;
  if (offset !== undefined) return Date.parse(value);
  const wallMs = Date.parse(`${date}T${time}Z`);
  return Number.isNaN(wallMs) ? wallMs : fromWallClock(wallMs, timezone);
}

/** Beyond this many the memory of `startOf` begins anew. */
const REMEMBERED = 50_000;
/** All offsets of time zones in use are multiples of it. */
const QUARTER_MS = 900_000;
const starts = new Map<string, Map<number, number>>();

// The calendar takes about 10 µs, which a million rows would feel; all instants of a quarter of an hour have one start.
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

/** `-7 day`, as `now() - interval 7 day` is rewritten; absent = no shift, anything else NaN. */
function shiftBy(ms: number, shift: unknown): number {
  if (shift === undefined) return ms;
  const [, count, unit = ""] = /^([+-]\d+) (\w+)$/.exec(String(shift)) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== undefined) return ms + Number(count) * unitMs;
  return shiftMonths(ms, Number(count) * (UNIT_MONTHS[unit] ?? Number.NaN));
}

// 31 March − 1 month is the last of February.
function shiftMonths(ms: number, count: number): number {
  const time = new Date(ms);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() + count);
  const days = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  return time.setUTCDate(Math.min(day, days));
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
