import type { BlockPlace, BlockShare, Damage } from "../columns/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { SentError } from "../../storage/index.ts";
import type { Membership } from "./worker-link.ts";

/** The data with which the thread starts. */
export interface Setup {
  /** Path of the database. */
  file: string;
  secureDelete: boolean;
  budgetBytes: number;
}

/**
 * What the thread can be asked: to answer a plan, to store a full block (gives: was there one?), to make the columns of a
 * block again (gives the damaged places of the log), to answer together with others from now on, to fold the write-ahead log or
 * to rewrite the file (both give: was it done?).
 */
export type Work =
  | { kind: "answer"; plan: Plan }
  | { kind: "project"; share?: BlockShare }
  | { kind: "remake"; place: BlockPlace; skipBad: boolean }
  | { kind: "fold"; waitMs: number }
  | { kind: "rewrite"; waitMs: number }
  | { kind: "join"; membership: Membership };

/** A message to the thread. */
export interface ToThread {
  id: number;
  work: Work;
  /** 4 shared bytes, another number than 0 = the answer is not wanted any more; null = it always is. */
  stop: SharedArrayBuffer | null;
}

/** The thread's reply to a message. */
export type Reply = { id: number } & ({ kind: "done"; value: unknown } | { kind: "failed"; error: SentError });

/** A message of the thread: a reply, or news of a stored column that is damaged. */
export type FromThread = Reply | { kind: "damaged"; damage: Damage };
