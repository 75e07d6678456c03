// Trends, lifecycle, stickiness and retention as reference/insights.md 4 and 7 to 10 tell them, written without a look at
// lib/questions/shared or at either engine: no plan, no edges searched, and Intl instead of a date library.

export interface ModelEvent {
  event: string;
  /** The event's person; null = no person. */
  person: string | null;
  ms: number;
  k: string;
  n: number;
  group: string;
}

export type Unit = "hour" | "day" | "week" | "month";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const LENGTH = { hour: HOUR, day: DAY, week: 7 * DAY, month: 28 * DAY };

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time that the clock of a zone shows, as the instant at which a UTC clock shows it. */
export function wallOf(ms: number, zone: string): number {
  const options = { timeZone: zone, hourCycle: "h23", dateStyle: "short", timeStyle: "medium" } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", options);
  formats.set(zone, format);
  return Date.parse(`${format.format(ms).replace(" ", "T")}Z`);
}

/** The first instant at which the clock shows this or more. */
function instantOf(wall: number, zone: string): number {
  let ms = wall - 15 * HOUR;
  while (wallOf(ms, zone) < wall) ms += HOUR / 4;
  return ms;
}

/** The start of the period; weeks begin on Sunday. */
export function startOf(wall: number, unit: Unit): number {
  const date = new Date(wall);
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const start = wall - (wall % (unit === "hour" ? HOUR : DAY));
  return unit === "week" ? start - date.getUTCDay() * DAY : start;
}

/** The start of the period `count` periods later. */
function later(start: number, unit: Unit, count: number): number {
  if (unit !== "month") return start + count * LENGTH[unit];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, date.getUTCDate());
}

export interface Dates {
  zone: string;
  unit: Unit;
  /** Days as texts, both included. */
  from: string;
  to: string;
}

/** The first and the last second that count (4.2 to 4.4). */
function ends({ zone, from, to }: Dates): { first: number; last: number } {
  return { first: instantOf(Date.parse(from), zone), last: instantOf(Date.parse(`${to}T23:59:59Z`), zone) };
}

function isWithin(ms: number, first: number, last: number): boolean {
  return ms >= first && ms < last + SECOND;
}

/** Starts of all periods from the one of the first day to that of the last (4.6). */
function periods({ unit, from, to }: Dates): number[] {
  const starts = [startOf(Date.parse(from), unit)];
  const last = startOf(Date.parse(`${to}T23:59:59Z`), unit);
  for (let start = starts[0] ?? 0; start < last;) starts.push((start = later(start, unit, 1)));
  return starts;
}

export type Maths = "total" | "dau" | "unique_group" | "sum" | "median";

function valueOf(maths: Maths, events: ModelEvent[]): number {
  const numbers = events.map(({ n }) => n).toSorted((a, b) => a - b);
  switch (maths) {
    case "total":
      return events.length;
    case "dau":
      return new Set(events.flatMap(({ person }) => person ?? [])).size;
    case "unique_group":
      return new Set(events.flatMap(({ group }) => (group === "" ? [] : [group]))).size;
    case "sum":
      return numbers.reduce((sum, number) => sum + number, 0);
    case "median": {
      const middle = (numbers.length - 1) / 2;
      return ((numbers[Math.floor(middle)] ?? 0) + (numbers[Math.ceil(middle)] ?? 0)) / 2;
    }
  }
}

/** The points of each value of `k`, by its text; without a breakdown those of the empty text (4.5, 7.1 and 7.5). */
export function modelTrend(
  events: ModelEvent[],
  dates: Dates,
  { maths, limit }: { maths: Maths; limit: number | null },
): [value: string, data: number[]][] {
  const { zone, unit } = dates;
  const { first, last } = ends(dates);
  const isWide = unit === "week" || unit === "month";
  const rounded = isWide
    ? instantOf(startOf(wallOf(first, zone), unit), zone)
    : last - first >= 2 * LENGTH[unit]
      ? startOf(first, unit)
      : first;
  const own = maths === "dau" ? events.filter(({ person }) => person !== null) : events;
  const valueAt = ({ k }: ModelEvent) => (limit === null ? "" : k);
  const asked = own.filter(({ ms }) => isWithin(ms, first, last));
  const size = (value: string) =>
    valueOf(
      maths === "dau" ? "total" : maths,
      asked.filter((event) => valueAt(event) === value),
    );
  const ranked = [...new Set(asked.map(valueAt))].toSorted((a, b) => size(b) - size(a) || (a > b ? -1 : 1));
  const values = limit === null ? [""] : ranked.slice(0, limit).toSorted();
  return values.map((value) => [
    value,
    periods(dates).map((start) =>
      valueOf(
        maths,
        own.filter(
          (event) =>
            valueAt(event) === value &&
            isWithin(event.ms, rounded, last) &&
            startOf(wallOf(event.ms, zone), unit) === start,
        ),
      ),
    ),
  ]);
}

/** Events by person, without events that have no person. */
function byPerson(events: ModelEvent[]): Map<string, ModelEvent[]> {
  const found = new Map<string, ModelEvent[]>();
  for (const event of events) {
    if (event.person !== null) found.set(event.person, [...(found.get(event.person) ?? []), event]);
  }
  return found;
}

/** Persons by status and period; dormant ones negative (8). */
export function modelLifecycle(events: ModelEvent[], dates: Dates, created: Record<string, number>) {
  const { zone, unit } = dates;
  const starts = periods(dates);
  const before = later(starts[0] ?? 0, unit, -1);
  const counts = { new: zeros(starts), returning: zeros(starts), resurrecting: zeros(starts), dormant: zeros(starts) };
  const count = (status: keyof typeof counts, start: number, by: number) => {
    const place = starts.indexOf(start);
    if (place >= 0) counts[status][place] = (counts[status][place] ?? 0) + by;
  };
  for (const [person, own] of byPerson(events)) {
    const all = own.map(({ ms }) => startOf(wallOf(ms, zone), unit));
    const active = new Set(all.filter((start) => start >= before && start <= (starts.at(-1) ?? 0)));
    const birth = startOf(wallOf(created[person] ?? 0, zone), unit);
    for (const start of active) {
      const wasActive = active.has(later(start, unit, -1));
      count(start === birth ? "new" : wasActive ? "returning" : "resurrecting", start, 1);
      const next = later(start, unit, 1);
      if (!active.has(next)) count("dormant", next, -1);
    }
  }
  return counts;
}

function zeros(starts: number[]): number[] {
  return starts.map(() => 0);
}

/** Persons by the number of periods in which they were active (9). */
export function modelStickiness(events: ModelEvent[], dates: Dates): number[] {
  const { zone, unit } = dates;
  const { last } = ends(dates);
  // The first period counts as a whole (docs/exactness.md).
  const starts = periods(dates);
  const inside = events.filter(({ ms }) => isWithin(ms, instantOf(starts[0] ?? 0, zone), last));
  const sizes = [...byPerson(inside).values()].map(
    (own) => new Set(own.map(({ ms }) => startOf(wallOf(ms, zone), unit))).size,
  );
  return starts.map((_, place) => sizes.filter((size) => size === place + 1).length);
}

/** A retention question. */
export interface ModelRetention extends Omit<Dates, "from"> {
  count: number;
  isFirstTime: boolean;
  target: string;
  returning: string;
}

/** The triangle of a retention: whole periods up to that of the last day, as trends have them (10, docs/exactness.md). */
export function modelRetention(events: ModelEvent[], asked: ModelRetention): number[][] {
  const { zone, unit, to, count, isFirstTime } = asked;
  const last = startOf(Date.parse(`${to}T23:59:59Z`), unit);
  const starts = Array.from({ length: count }, (_, row) => later(last, unit, row + 1 - count));
  const placeOf = ({ ms }: ModelEvent) => starts.indexOf(startOf(wallOf(ms, zone), unit));
  const rows = starts.map((_, row) => zeros(starts).slice(row));
  for (const own of byPerson(events).values()) {
    const targets = own.filter(({ event }) => event === asked.target);
    const wanted = new Set((isFirstTime ? targets.slice(0, 1) : targets).map(placeOf));
    const returns = new Set(own.filter(({ event }) => event === asked.returning).map(placeOf));
    for (const row of wanted) {
      const cells = rows[row];
      cells?.forEach((known, cell) => {
        if (cell === 0 || returns.has(row + cell)) cells[cell] = known + 1;
      });
    }
  }
  return rows;
}
