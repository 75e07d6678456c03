import type { Db } from "../storage/index.ts";
import { compactSteps, newestSeq, storedUuids } from "../log/index.ts";
import { write } from "../storage/index.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { createActors } from "./actors.ts";
import { moveMembers } from "./move-definitions.ts";
import { move } from "./move.ts";
import type { MoveJob } from "./move-job.ts";
import { createPacker } from "./pack.ts";
import { pendingEvents } from "./pending-events.ts";
import type { PendingEvent } from "./pending-events.ts";
import { put } from "./put.ts";
import type { StagedLine } from "./staged-line.ts";
import { openStaging } from "./staging.ts";
import { createTally } from "./tally.ts";
import type { Report } from "./tally.ts";

/** The options with which an import begins. */
export interface LoaderOptions {
  projectId: number;
  persons: "create" | "given";
  skipBad: boolean;
}

/** The options of a loader. */
export interface LoaderSettings extends LoaderOptions {
  /** Compress the texts of events while they are staged; only for a move with events. @default false */
  isPacked?: boolean;
}

/** The options of the move. */
export interface MoveOptions {
  /** Without events, members of cohorts are moved later too. */
  withEvents: boolean;
  nowMs: number;
}

/** Stages the lines of one import and moves them into the real tables. Calls come one after the other. */
export interface Loader {
  /** @throws invalid `bad_line` for the first bad line, unless bad lines are skipped */
  put(lines: StagedLine[]): Promise<Report>;
  /** Moves all staged rows in one transaction. */
  move(options: MoveOptions): Promise<Report>;
  moveMembers(): Promise<void>;
  /** The next staged events after a line, in their order; an empty list = no more. */
  pending(afterLine: number): Promise<PendingEvent[]>;
  /** Drops the staged rows. */
  close(): Promise<void>;
}

/** Creates the loader that works over this connection, in the thread of the caller. */
export function createLoader(db: Db, { projectId, persons, skipBad, isPacked = false }: LoaderSettings): Loader {
  const staging = openStaging(db);
  const tally = createTally(skipBad);
  const actors = createActors(staging);
  const packer = isPacked ? createPacker(staging) : null;
  const toJob = (nowMs: number): MoveJob => ({
    ctx: { db, clock: { now: () => nowMs } },
    projectId,
    staging,
    tally,
    persons,
  });
  return {
    async put(lines) {
      staging.transact(() => {
        for (const line of lines) put({ ctx: { db }, staging, tally, actors, packer }, line);
      });
      await packer?.settle(MOST_PACKING);
      return tally.report();
    },
    async move({ withEvents, nowMs }) {
      const job = toJob(nowMs);
      staging.transact(() => {
        actors.flush();
      });
      packer?.flush();
      await packer?.settle(0);
      if (packer !== null) await compactTail(db);
      await write(db, () => {
        move(job, { withEvents });
        if (withEvents) moveMembers(job);
      });
      return tally.report();
    },
    moveMembers: () => write(db, () => moveMembers(toJob(0))),
    pending: async (afterLine) => {
      // Captures of other connections are seen too.
      db.refresh();
      return pendingEvents({ staging, stored: storedUuids(db) }, projectId, afterLine);
    },
    close: async () => staging.close(),
  };
}

/** Chunks that are compressed beside the next lines, about 32 KiB each. */
const MOST_PACKING = 32;

/** The pause before another try, in ms, while another connection writes. */
const BUSY_PAUSE_MS = 5;

/** Moves the texts of all events into chunks: later compaction begins after the last chunk, which the import will write. */
async function compactTail(db: Db): Promise<void> {
  for (const step of compactSteps(db, { untilSeq: newestSeq(db) })) if (step === "busy") await sleep(BUSY_PAUSE_MS);
}
