import type { EventRow } from "../../../lib/port/row.ts";
import type { Counting } from "../../../lib/port/counting.ts";
import type { DateRange } from "../../../lib/port/range.ts";
import { parseNumber, propertyText, storedValue } from "./filters/value.ts";
import { actorOf } from "./select.ts";
import { aggregateOf } from "./aggregate.ts";
import { totalOf } from "./expression.ts";
import { bucketOf } from "./bucket-of.ts";
import { sessionIdOf } from "../../../lib/engines/rows/index.ts";
import { groupKeyOf } from "../../../lib/engines/rows/index.ts";

/** Counts rows into buckets. */
export interface Tally {
  /** Adds a row of the line; a row outside the range is left out where it has no meaning. */
  add(row: EventRow): void;
  /** One number per bucket. */
  values(): number[];
}

/** Counts rows into buckets. */
export interface TallyFrame {
  range: DateRange;
  edgesMs: number[];
}

/** The bucket of an instant; −1 = no bucket. */
export function bucketIn({ range, edgesMs }: TallyFrame, ms: number): number {
  return ms >= range.fromMs && ms < range.untilMs ? bucketOf(edgesMs, ms) : -1;
}

/** Makes an empty tally of a kind. Source: reference/insights.md 7.1. */
export function createTally(counting: Counting, frame: TallyFrame): Tally {
  switch (counting.by) {
    case "events":
      return countRows(frame);
    case "actors":
    case "groups":
    case "sessions":
      return countIds(frame, entityOf(counting));
    case "firsts":
      return countFirsts(frame, entityOf(counting.of));
    case "trailing_actors":
      return countTrailing(frame, counting.startsMs);
    case "events_per_actor":
      return countPerActor(frame, counting);
    case "numbers":
      return collect(
        frame,
        (row, numbers) => {
          const number = parseNumber(propertyText(storedValue(row.properties, counting.key)));
          if (number !== null) numbers.set(row.seq, number);
        },
        counting,
      );
    case "session_seconds":
      return collect(
        frame,
        (row, numbers) => {
          const seconds = row.sessionValue("$session_duration");
          // By session, so that each counts once.
          if (typeof seconds === "number") numbers.set(sessionIdOf(row.properties), seconds);
        },
        counting,
      );
    case "expression":
      return keepRows(frame, (rows) => totalOf(rows, counting.total));
  }
}

type EntityOf = (row: EventRow) => number | string | null;

function entityOf(counting: Extract<Counting, { by: "firsts" }>["of"]): EntityOf {
  switch (counting.by) {
    case "actors":
      return (row) => row.actor;
    case "groups":
      return (row) => groupKeyOf(row.properties, counting.groupTypeIndex) || null;
    case "sessions":
      return (row) => sessionIdOf(row.properties);
  }
}

function countRows(frame: TallyFrame): Tally {
  const counts = frame.edgesMs.map(() => 0);
  return {
    add(row) {
      const bucket = bucketIn(frame, row.timestampMs);
      if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    values: () => counts,
  };
}

/** Distinct entities in each bucket; null is no entity. */
function countIds(frame: TallyFrame, idOf: EntityOf): Tally {
  const seen = frame.edgesMs.map(() => new Set<number | string>());
  return {
    add(row) {
      const entityId = idOf(row);
      if (entityId !== null) seen[bucketIn(frame, row.timestampMs)]?.add(entityId);
    },
    values: () => seen.map((entityIds) => entityIds.size),
  };
}

function countPerActor(frame: TallyFrame, { actors, aggregate }: Extract<Counting, { by: "events_per_actor" }>): Tally {
  const counts = frame.edgesMs.map(() => new Map<number | string, number>());
  return {
    add(row) {
      const actor = actorOf(row, actors);
      const own = counts[bucketIn(frame, row.timestampMs)];
      if (actor !== null) own?.set(actor, (own.get(actor) ?? 0) + 1);
    },
    values: () => counts.map((own) => aggregateOf([...own.values()], aggregate)),
  };
}

function countFirsts(frame: TallyFrame, idOf: EntityOf): Tally {
  const firsts = new Map<number | string, number>();
  return {
    add(row) {
      const entityId = idOf(row);
      const bucket = bucketIn(frame, row.timestampMs);
      if (entityId !== null && bucket !== -1) firsts.set(entityId, Math.min(bucket, firsts.get(entityId) ?? bucket));
    },
    values() {
      const counts = frame.edgesMs.map(() => 0);
      for (const bucket of firsts.values()) counts[bucket] = (counts[bucket] ?? 0) + 1;
      return counts;
    },
  };
}

/** Each row counts in every bucket whose window it is in. */
function countTrailing(frame: TallyFrame, startsMs: number[]): Tally {
  const { edgesMs, range } = frame;
  const seen = edgesMs.map(() => new Set<number>());
  return {
    add({ actor, timestampMs }) {
      if (actor === null || timestampMs >= range.untilMs) return;
      // Windows end with their bucket, so the first one that can hold the row is that of its own bucket.
      for (let bucket = Math.max(0, bucketOf(edgesMs, timestampMs)); bucket < edgesMs.length; bucket++) {
        if ((startsMs[bucket] ?? Infinity) > timestampMs) break;
        seen[bucket]?.add(actor);
      }
    },
    values: () => seen.map((actors) => actors.size),
  };
}

function keepRows(frame: TallyFrame, valueOf: (rows: readonly EventRow[]) => number): Tally {
  const buckets = frame.edgesMs.map((): EventRow[] => []);
  return {
    add(row) {
      buckets[bucketIn(frame, row.timestampMs)]?.push(row);
    },
    values: () => buckets.map(valueOf),
  };
}

function collect(
  frame: TallyFrame,
  note: (row: EventRow, numbers: Map<number | string, number>) => void,
  { aggregate }: Extract<Counting, { aggregate: unknown }>,
): Tally {
  const buckets = frame.edgesMs.map(() => new Map<number | string, number>());
  return {
    add(row) {
      const numbers = buckets[bucketIn(frame, row.timestampMs)];
      if (numbers !== undefined) note(row, numbers);
    },
    values: () => buckets.map((numbers) => aggregateOf([...numbers.values()], aggregate)),
  };
}
