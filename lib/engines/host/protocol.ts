import type { BlockPlace, BlockShare, ColumnsOptions, Damage } from "../columns/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { Checkpoint, SentError } from "../../storage/index.ts";
import type { Membership } from "./worker-link.ts";

export interface Setup {
  /** Path of the database. */
  file: string;
  secureDelete: boolean;
  /** @default "automatic" */
  checkpoint?: Checkpoint;
  /** See `Db`. @default false */
  isFollowing?: boolean;
  budgetBytes: number;
  /** See `ColumnsOptions`. */
  sharedEvents?: number;
  storing?: ColumnsOptions["storing"];
}

/**
 * `answer`: answer a plan. `prepare`: do ahead what questions will need. `store`: store what a process knows of
 * persons, and the largest actor index. `project`: store a full block; returns whether there was one. `remake`: make a block's columns again;
 * returns the damaged places of the log. `compact`: move the texts of events up to a `seq` into chunks, unless
 * `isPatient` and questions come; returns whether it did. `join`: answer in a worker group from now on. `fold` and
 * `rewrite`: fold the write-ahead log, or rewrite the file; return whether it did.
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

export interface ToThread {
  id: number;
  work: Work;
  /** 4 shared bytes: other than 0 = cancel. Null = the work cannot be cancelled. */
  stop: SharedArrayBuffer | null;
}

export type Reply = { id: number } & ({ kind: "done"; value: unknown } | { kind: "failed"; error: SentError });

/** A reply, or the report of a damaged column. */
export type FromThread = Reply | { kind: "damaged"; damage: Damage };
