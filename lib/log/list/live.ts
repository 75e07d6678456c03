import { nextTurn } from "../../base/platform.ts";
import { toStoppable } from "../../base/stoppable.ts";
import { newestSeq } from "../newest-seq.ts";
import { createBatchReader } from "./live-batch.ts";
import type { LiveBatch, Moment, ReadBatch, WantedEvents } from "./live-batch.ts";
import type { Testing } from "./property-test.ts";
import { createStreamPlaces } from "./stream-places.ts";
import { createWaiters } from "./waiters.ts";

/** The filter of a subscriber; absent = everything from now on. */
export interface LiveFilter extends WantedEvents {
  /** Start after this place instead of now, to resume a stream. */
  afterSeq?: number;
}

export interface Listener {
  /** Called before each batch, and twice a second; false ends the stream. @default always true */
  stillMay?: () => boolean;
  /** The key that listens, for the limit `STREAMS_OF_KEY`. Absent = no limit. */
  keyId?: string;
}

/** A project's events as they are committed, in the order of arrival. Leaving the loop ends it, even while it waits. */
export type LiveEvents = AsyncIterableIterator<LiveBatch, void>;

/**
 * Wakes subscribers after a commit. Each reads the log from where it stopped, so nothing is buffered, and a slow one
 * misses nothing.
 */
export interface Live {
  /** Reports a commit; costs nothing without a waiting subscriber. */
  publish(): void;
  /** @throws throttled when the key has too many streams */
  subscribe(projectId: number, filter?: LiveFilter, listener?: Listener): LiveEvents;
  /**
   * Calls `listener` after commits, and twice a second even if nothing was written, until the returned function is
   * called.
   */
  onCommit(listener: () => void): () => void;
  /**
   * Counts another kind of stream of a key; the returned function ends it, and may be called twice. @throws throttled
   */
  hold(keyId: string): () => void;
  /** Ends all streams, for good; may be called twice. Call it before the database closes. */
  close(): void;
}

export function createLive({ db, clock, expressions }: Testing): Live {
  const places = createStreamPlaces();
  const readBatch = createBatchReader({ db, clock, expressions });
  let isClosed = false;
  let commits = 0;
  const waiters = createWaiters((): SharedMoment => ({ newest: newestSeq(db), stamp: db.stamp(), commits }));
  const add = (waiter: () => void, moment: SharedMoment) => {
    waiters.add(waiter);
    if (moment.commits !== commits) waiters.publish();
  };

  return {
    publish() {
      commits += 1;
      waiters.publish();
    },
    subscribe(projectId, filter = {}, { stillMay = () => true, keyId } = {}) {
      if (keyId !== undefined) places.require(keyId);
      let isStopped = false;
      let waiter: (() => void) | undefined;
      const stream = {
        projectId,
        filter,
        // Read here, so that events committed before the first next() belong to the stream.
        startSeq: filter.afterSeq ?? (isClosed ? 0 : newestSeq(db)),
        isOver: () => isStopped || isClosed || !stillMay(),
        look: waiters.look,
        wait: (moment: SharedMoment) =>
          new Promise<void>((resolve) => {
            waiter = resolve;
            add(resolve, moment);
          }),
        takePlace: () => (keyId === undefined ? () => {} : places.take(keyId)),
      };
      return toStoppable(read(readBatch, stream), () => {
        isStopped = true;
        if (waiter !== undefined) waiters.wake([waiter]);
      });
    },
    onCommit(listener) {
      let isOver = false;
      const waiter = () => {
        if (isOver || isClosed) return;
        waiters.add(waiter);
        listener();
      };
      waiters.add(waiter);
      return () => {
        isOver = true;
        waiters.wake([waiter]);
      };
    },
    hold(keyId) {
      places.require(keyId);
      return places.take(keyId);
    },
    close() {
      isClosed = true;
      waiters.close();
    },
  };
}

interface SharedMoment extends Moment {
  /** Commits published by then. */
  readonly commits: number;
}

interface Stream {
  projectId: number;
  filter: LiveFilter;
  startSeq: number;
  isOver(): boolean;
  look(): SharedMoment;
  /** Resolves when there may be more events than at a moment, or the stream has ended. */
  wait(moment: SharedMoment): Promise<void>;
  /** Takes a place among the key's streams; the returned function gives it back. */
  takePlace(): () => void;
}

async function* read(readBatch: ReadBatch, stream: Stream): AsyncGenerator<LiveBatch, void> {
  const giveBack = stream.takePlace();
  try {
    for (let after = stream.startSeq; !stream.isOver();) {
      const moment = stream.look();
      if (after < moment.newest) {
        const batch = readBatch(stream.projectId, stream.filter, { after, moment });
        after = batch.untilSeq;
        if (batch.events.length > 0) yield batch;
      }
      if (after >= moment.newest && !stream.isOver()) await stream.wait(moment);
      // Otherwise a filter that no event passes would walk the whole log in one turn.
      else await nextTurn();
    }
  } finally {
    giveBack();
  }
}
