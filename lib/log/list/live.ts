import { clearInterval, nextTurn, setInterval } from "../../base/platform.ts";
import type { Clock } from "../../base/clock.ts";
import { eventsBetween } from "../event-rows.ts";
import { headFault, ofProject } from "../event-sums.ts";
import { newestSeq } from "../newest-seq.ts";
import { rowFault } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import { createPropertyTest } from "./property-test.ts";
import type { EventTest } from "./property-test.ts";
import { readEvent } from "../read-event.ts";
import { toRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";
import { toStoppable } from "./stoppable.ts";

/** The filter of a subscriber; absent = everything from now on. */
export interface LiveFilter {
  /** Name, exact. */
  event?: string;
  distinct_id?: string;
  /** Property filters, parsed; filters without a type test the event. */
  properties?: FilterGroup;
  /** Start after this event of the log instead of now, to resume an interrupted stream. */
  afterSeq?: number;
}

/** An event and its place in the log, from which a stream can resume. */
export interface LiveEvent {
  seq: number;
  record: EventRecord;
}

/** The events of a project as they are committed, in the order of arrival. Leaving the loop ends it, also while it waits. */
export type LiveEvents = AsyncIterableIterator<LiveEvent, void>;

/**
 * Wakes subscribers after a commit. Nothing is buffered: a woken subscriber reads the log from where it stopped, so a
 * slow subscriber is later and misses nothing.
 */
export interface Live {
  /** Reports a commit. Costs nothing while no subscriber waits. */
  publish(): void;
  /** @param stillMay called before each event, and twice a second: the stream ends when it returns false */
  subscribe(projectId: number, filter?: LiveFilter, stillMay?: () => boolean): LiveEvents;
  /** Ends all streams, present and future; may be called twice. Call it before the database closes. */
  close(): void;
}

/**
 * Interval in ms for reading events that were not published: those of other processes on the same file, and imports. A
 * shorter interval costs more reads.
 */
const POLL_MS = 500;

/** Rows of the log read in one turn of the event loop. */
const WINDOW = 500;

export function createLive({ db, clock }: { db: Db; clock: Clock }): Live {
  const waiters = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const wake = (chosen: Iterable<() => void>) => {
    for (const resolve of chosen) {
      waiters.delete(resolve);
      resolve();
    }
    if (waiters.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  // Each subscriber reads for itself whether there is news: an error of the database then reaches its loop, and not a
  // timer, where it would end the process.
  const wakeAll = () => wake([...waiters]);
  const add = (waiter: () => void) => {
    waiters.add(waiter);
    // Unreferenced: listening alone does not keep the process alive.
    timer ??= setInterval(wakeAll, POLL_MS).unref();
  };

  return {
    publish: wakeAll,
    subscribe(projectId, filter = {}, stillMay = () => true) {
      let isStopped = false;
      let waiter: (() => void) | undefined;
      const stream = {
        projectId,
        filter,
        // Read here and not at the first next(), so that events committed after this call belong to the stream.
        startSeq: filter.afterSeq ?? (isClosed ? 0 : newestSeq(db)),
        isOver: () => isStopped || isClosed || !stillMay(),
        wait: () =>
          new Promise<void>((resolve) => {
            waiter = resolve;
            add(resolve);
          }),
      };
      return toStoppable(read({ db, clock }, stream), () => {
        isStopped = true;
        if (waiter !== undefined) wake([waiter]);
      });
    },
    close() {
      isClosed = true;
      wakeAll();
    },
  };
}

interface Stream {
  projectId: number;
  filter: LiveFilter;
  startSeq: number;
  isOver(): boolean;
  /** Resolves when the log may have more events, or the stream has ended. */
  wait(): Promise<void>;
}

async function* read({ db, clock }: { db: Db; clock: Clock }, stream: Stream): AsyncGenerator<LiveEvent, void> {
  let seq = stream.startSeq;
  while (!stream.isOver()) {
    const newest = newestSeq(db);
    if (seq >= newest) {
      await stream.wait();
      continue;
    }
    const until = Math.min(seq + WINDOW, newest);
    const found = findWindow(db, stream, seq, until);
    seq = until;
    // A new test for each window, so that persons, groups and cohorts are current.
    const passes = toTest({ db, clock }, stream);
    for (const each of found) {
      // Read only now: by the time a slow reader asks for the next event, it may have been deleted.
      const row = readEvent(db, stream.projectId, each);
      if (row !== undefined && passes(row)) yield { seq: each, record: toRecord(db, stream.projectId, row) };
      if (stream.isOver()) return;
    }
    // Without this turn, a filter that no event passes would walk the whole log in one turn.
    if (found.length === 0 || stream.filter.properties !== undefined) await nextTurn();
  }
}

function toTest(ctx: { db: Db; clock: Clock }, { projectId, filter: { properties } }: Stream): EventTest {
  return properties === undefined ? () => true : createPropertyTest(ctx, projectId, properties);
}

/** The places of the wanted events in a window, and of damaged events, which may be wanted. */
function findWindow(db: Db, { projectId, filter }: Stream, after: number, until: number): number[] {
  return db
    .sql<number>(
      `SELECT e.seq FROM ${eventsBetween("@after + 1", "@until")} e
         LEFT JOIN event_names n ON n.id = e.event_name_id
         LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
       WHERE ${ofProject("e")}
         AND ((@event IS NULL OR n.name = @event) AND (@distinctId IS NULL OR d.distinct_id = @distinctId)
           OR ${headFault("e")} OR ${rowFault("event_names", "n")} OR ${rowFault("distinct_ids", "d")})
       ORDER BY e.seq`,
    )
    .pluck()
    .all({
      after,
      until,
      projectId,
      event: filter.event || null,
      distinctId: filter.distinct_id || null,
    });
}
