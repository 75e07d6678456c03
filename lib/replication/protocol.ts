import type { SentError } from "../storage/index.ts";
import type { Named } from "./part.ts";

/** A question of a follower. */
export type Question =
  | { kind: "begin" }
  /** Waits until a follower has all that is stored now. */
  | { kind: "held"; waitMs: number }
  /** `waitMs`: for the next commit, when there is none. */
  | { kind: "commits"; after: string; waitMs: number }
  | { kind: "hashes"; since: string; from: number }
  | { kind: "groups"; since: string; numbers: readonly number[] };

/** To the process of the first. */
export interface ToServer {
  id: number;
  file: string;
  identity: Named;
  question: Question;
}

/** Its answer: a part. */
export type FromServer = { id: number } & ({ part: Uint8Array } | { error: SentError });

/** To the process of the follower, once. */
export interface ToFollower {
  file: string;
  url: string;
  key: string;
  /** The follower's address for the first; null = unknown. */
  ownUrl: string | null;
}

/** The state of a follower. */
export type FollowerNews =
  /** The file is the first's, as it was `behindMs` ago at most. */
  | { kind: "current" }
  /** Commits were written. */
  | { kind: "written" }
  /** Something failed; it is tried again. `isRefused`: until somebody changes something. */
  | { kind: "failed"; reason: string; isRefused: boolean };

export type ToChild = { serve: ToServer } | { follow: ToFollower };
