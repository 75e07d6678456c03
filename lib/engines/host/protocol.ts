import type { BlockPlace, BlockShare, Damage } from "../columns/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { Checkpoint, SentError } from "../../storage/index.ts";
import type { Membership } from "./worker-link.ts";

/** The data with which the thread starts. */
export interface Setup {
  /** Path of the database. */
  file: string;
  secureDelete: boolean;
  /** @default "automatic" */
  checkpoint?: Checkpoint;
  budgetBytes: number;
  /** See `ColumnsOptions`. */
  sharedEvents?: number;
}

/**
 * The work of the thread. `answer`: answer a plan. `prepare`: do ahead what questions will need. `store`: store
 * what a process knows of persons, for the next one. `project`: store a full block; returns whether a block was stored.
 * `remake`: make the columns of a block again; returns the damaged places of the log. `compact`: move the texts of events up to a
 * `seq` into chunks, unless `isPatient` and questions come; returns whether that was done. `join`: answer in a worker group from
 * now on. `fold` and `rewrite`: fold the write-ahead log, or rewrite the file; return whether that was done.
 */
export type Work =
  | { kind: "answer"; plan: Plan; keepAs?: string | undefined }
  | { kind: "prepare" }
  | { kind: "store" }
  | { kind: "project"; share?: BlockShare }
  | { kind: "remake"; place: BlockPlace; skipBad: boolean }
  | { kind: "compact"; untilSeq: number; isPatient: boolean }
  | { kind: "fold"; waitMs: number }
  | { kind: "rewrite"; waitMs: number }
  | { kind: "join"; membership: Membership };

/** A message to the thread. */
export interface ToThread {
  id: number;
  work: Work;
  /** 4 shared bytes: a number other than 0 cancels the work. Null = the work cannot be cancelled. */
  stop: SharedArrayBuffer | null;
}

/** The thread's reply to a message. */
export type Reply = { id: number } & ({ kind: "done"; value: unknown } | { kind: "failed"; error: SentError });

/** A message of the thread: a reply, or the report of a damaged stored column. */
export type FromThread = Reply | { kind: "damaged"; damage: Damage };
