import { clearInterval, clearTimeout, nextTurn, setImmediate, setInterval, setTimeout } from "../../base/platform.ts";
import { throttled } from "../../base/errors.ts";
import { newestSeq } from "../newest-seq.ts";
import { createBatchReader } from "./live-batch.ts";
import type { LiveBatch, Moment, ReadBatch, WantedEvents } from "./live-batch.ts";
import type { Testing } from "./property-test.ts";
import { toStoppable } from "./stoppable.ts";

/** The filter of a subscriber; absent = everything from now on. */
export interface LiveFilter extends WantedEvents {
  /** Start after this event of the log instead of now, to resume an interrupted stream. */
  afterSeq?: number;
}

/** The listener of a stream. */
export interface Listener {
  /** Called before each batch, and twice a second: the stream ends when it returns false. @default always true */
  stillMay?: () => boolean;
  /** The id of the key that listens: it has at most `STREAMS_OF_KEY` streams. Absent = no limit. */
  keyId?: string;
}

/** The events of a project as they are committed, in the order of arrival. Leaving the loop ends it, also while it waits. */
export type LiveEvents = AsyncIterableIterator<LiveBatch, void>;

/**
 * Wakes subscribers after a commit. Nothing is buffered: a woken subscriber reads the log from where it stopped, so a
 * slow subscriber is later and misses nothing.
 */
export interface Live {
  /** Reports a commit. Costs nothing while no subscriber waits. */
  publish(): void;
  /** @throws throttled when the key has too many streams */
  subscribe(projectId: number, filter?: LiveFilter, listener?: Listener): LiveEvents;
  /** Ends all streams, present and future; may be called twice. Call it before the database closes. */
  close(): void;
}

/**
 * Interval in ms for reading events that were not published: those of other processes on the same file, and imports. A
 * shorter interval costs more reads.
 */
const POLL_MS = 500;

/** Streams of a key at once. Each costs 20 to 50 µs for each waking and the memory of a connection. */
export const STREAMS_OF_KEY = 100;

/** Subscribers that a commit wakes at once. More wait, each adds a millisecond: waking them then takes a few percent of a core. */
const WOKEN_AT_ONCE = 16;

export function createLive({ db, clock, expressions }: Testing): Live {
  const waiters = new Set<() => void>();
  const streamsOf = new Map<string, number>();
  const readBatch = createBatchReader({ db, clock, expressions });
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isClosed = false;
  let commits = 0;
  // Streams that are woken together read up to the same place: each event is read once for all, and written to each in as few pieces.
  let waking: { moment?: SharedMoment } | undefined;
  const lookNow = (): SharedMoment => ({ newest: newestSeq(db), stamp: db.stamp(), commits });
  const look = () => (waking === undefined ? lookNow() : (waking.moment ??= lookNow()));

  const wake = (chosen: Iterable<() => void>) => {
    for (const resolve of chosen) {
      waiters.delete(resolve);
      resolve();
    }
    if (waiters.size === 0) timer = void clearInterval(timer);
  };
  // Each subscriber reads for itself whether there is news: an error of the database then reaches its loop, and not a
  // timer, where it would end the process.
  const wakeInTurns = () => {
    clearTimeout(soon);
    soon = undefined;
    if (waiters.size === 0) return;
    const chosen = [...waiters];
    const now = (waking = {});
    const wakeSome = () => {
      wake(chosen.splice(0, WOKEN_AT_ONCE));
      setImmediate(() => {
        if (chosen.length > 0) wakeSome();
        else if (waking === now) waking = undefined;
      });
    };
    wakeSome();
  };
  const publish = () => {
    if (waking === undefined && waiters.size <= WOKEN_AT_ONCE) wakeInTurns();
    else soon ??= setTimeout(wakeInTurns, Math.min(waiters.size, POLL_MS)).unref();
  };
  const add = (waiter: () => void, moment: SharedMoment) => {
    waiters.add(waiter);
    // Unreferenced: listening alone does not keep the process alive.
    timer ??= setInterval(wakeInTurns, POLL_MS).unref();
    if (moment.commits !== commits) publish();
  };

  return {
    publish() {
      commits += 1;
      publish();
    },
    subscribe(projectId, filter = {}, { stillMay = () => true, keyId } = {}) {
      if (keyId !== undefined && (streamsOf.get(keyId) ?? 0) >= STREAMS_OF_KEY) throw tooManyStreams();
      let isStopped = false;
      let waiter: (() => void) | undefined;
      const stream = {
        projectId,
        filter,
        // Read here and not at the first next(), so that events committed after this call belong to the stream.
        startSeq: filter.afterSeq ?? (isClosed ? 0 : newestSeq(db)),
        isOver: () => isStopped || isClosed || !stillMay(),
        look,
        wait: (moment: SharedMoment) =>
          new Promise<void>((resolve) => {
            waiter = resolve;
            add(resolve, moment);
          }),
        count: (change: number) => {
          if (keyId !== undefined) streamsOf.set(keyId, (streamsOf.get(keyId) ?? 0) + change);
          if (keyId !== undefined && streamsOf.get(keyId) === 0) streamsOf.delete(keyId);
        },
      };
      return toStoppable(read(readBatch, stream), () => {
        isStopped = true;
        if (waiter !== undefined) wake([waiter]);
      });
    },
    close() {
      isClosed = true;
      clearTimeout(soon);
      wake([...waiters]);
    },
  };
}

function tooManyStreams(): Error {
  return throttled(10, `This key has ${STREAMS_OF_KEY} live streams.`);
}

interface SharedMoment extends Moment {
  /** Commits that had been published. */
  readonly commits: number;
}

interface Stream {
  projectId: number;
  filter: LiveFilter;
  startSeq: number;
  isOver(): boolean;
  look(): SharedMoment;
  /** Resolves when the log may have more events than at a moment, or the stream has ended. */
  wait(moment: SharedMoment): Promise<void>;
  /** Adds to the streams of its key. */
  count(change: number): void;
}

async function* read(readBatch: ReadBatch, stream: Stream): AsyncGenerator<LiveBatch, void> {
  stream.count(1);
  try {
    for (let after = stream.startSeq; !stream.isOver();) {
      const moment = stream.look();
      if (after < moment.newest) {
        const batch = readBatch(stream.projectId, stream.filter, { after, moment });
        after = batch.untilSeq;
        if (batch.events.length > 0) yield batch;
      }
      if (after >= moment.newest && !stream.isOver()) await stream.wait(moment);
      // Without this turn, a filter that no event passes would walk the whole log in one turn.
      else await nextTurn();
    }
  } finally {
    stream.count(-1);
  }
}
