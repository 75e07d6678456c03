import type { Db } from "../storage/index.ts";
import { openEventImport } from "../log/index.ts";
import type { PendingEvent } from "../log/index.ts";
import { write } from "../storage/index.ts";
import { LINE_TABLES } from "./line-tables.ts";
import { moveActions, moveCohorts, moveGroups, moveMembers, moveProject } from "./move-definitions.ts";
import type { MoveJob } from "./move-job.ts";
import { put } from "./put.ts";
import type { StagedLine } from "./staged-line.ts";
import { createTally } from "./tally.ts";
import type { Report } from "./tally.ts";
import { moveEvents } from "./move-events.ts";
import { moveFlags } from "./move-flags.ts";
import { movePersons } from "./move-persons.ts";

export interface LoaderOptions {
  projectId: number;
  persons: "create" | "given";
  skipBad: boolean;
}

export interface LoaderSettings extends LoaderOptions {
  /** Compress texts of events while staging; only for a move with events. @default false */
  isPacked?: boolean;
}

export interface MoveOptions {
  /** Without events, members of cohorts are moved later too. */
  withEvents: boolean;
  nowMs: number;
}

/** Stages an import's lines and moves them into the real tables. Calls come one after the other. */
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
  const events = openEventImport(db, { projectId, isPacked, tables: LINE_TABLES });
  const { staging } = events;
  const tally = createTally(skipBad);
  const toJob = (nowMs: number): MoveJob => ({
    ctx: { db, clock: { now: () => nowMs } },
    projectId,
    events,
    staging,
    tally,
    persons,
  });
  return {
    async put(lines) {
      staging.transact(() => {
        for (const line of lines) put({ ctx: { db }, events, tally }, line);
      });
      await events.settle();
      return tally.report();
    },
    async move({ withEvents, nowMs }) {
      const job = toJob(nowMs);
      await events.flush();
      await write(db, () => {
        move(job, { withEvents });
        if (withEvents) moveMembers(job);
      });
      return tally.report();
    },
    moveMembers: () => write(db, () => moveMembers(toJob(0))),
    pending: async (afterLine) => events.pending(afterLine),
    close: async () => staging.close(),
  };
}

/**
 * Copies all staged rows into the real tables, except cohort members; for use inside a transaction. Persons come before
 * events, because events look up the persons of their distinct ids.
 */
function move(job: MoveJob, { withEvents }: { withEvents: boolean }): void {
  moveProject(job);
  movePersons(job);
  if (withEvents) moveEvents(job);
  moveGroups(job);
  moveCohorts(job);
  moveActions(job);
  moveFlags(job);
}
