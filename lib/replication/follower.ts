import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { misconfigured, unavailable } from "../base/errors.ts";
import type { HttpMessage, HttpReply } from "../base/http-message.ts";
import type { Logger } from "../base/log.ts";
import type { Successor } from "./fence.ts";
import { startFollowing } from "./follow-process.ts";
import { readFollowing } from "./follower-file.ts";
import { createForward } from "./forward.ts";
import type { Writes } from "./forward.ts";
import { callOff, succeed } from "./take-over.ts";
import { tellFirst } from "./tell-first.ts";

/** The hoglet that is followed. */
export interface FollowOptions {
  /** The address of the first, such as `https://first.example.com`. */
  url: string;
  /** A personal API key of the first, with all scopes and of no single project. */
  key: string;
  /** Captures and changes: `forward` sends them to the first, `refuse` answers 503. @default "forward" */
  writes?: Writes;
  /** The address at which the first reaches this hoglet: with it, a first that was away learns that this one has taken over. */
  ownUrl?: string;
}

/** How far a follower is. */
export interface FollowingStatus {
  url: string;
  /** Everything that the first had stored so many seconds ago is here; null = this process has not reached it yet. */
  lag_seconds: number | null;
  /** The reason why it cannot follow now; null = it follows. */
  error: string | null;
}

/** How a follower takes over. */
export interface TakeOverOptions {
  /**
   * Also when the first does not answer: its last events may be missing. A first that has stepped down for a follower which is gone
   * writes again. @default false
   */
  force?: boolean;
}

/** Follows a first, in a process of its own that writes the file. */
export interface Follower {
  status(): FollowingStatus;
  /** Sends a request to the first. @param asOwner with the follower's key, for the owner of this process @throws HogletError 503 */
  forward(request: HttpMessage, asOwner: boolean): Promise<HttpReply>;
  /** Has the first write what belongs to this hoglet's engine. @returns its answer @throws HogletError 503 */
  tell(change: object): Promise<unknown>;
  /** Calls `listener` after commits of the first were written here. */
  onWritten(listener: () => void): void;
  /**
   * Ends following: the first steps down, and its last commits are here. @param answerMs for its answer; 0 = it is not asked @returns false = it does not answer
   * @throws HogletError 409 when the first refuses; 503 when it does not answer, unless forced
   */
  stopForTakeOver(
    successor: Pick<Successor, "database" | "epoch">,
    options: TakeOverOptions & { answerMs?: number },
    newestSeq: () => number,
  ): Promise<boolean>;
  /** Is it between the first's last word and its own first? */
  readonly isTakingOver: boolean;
  /** Goes on after a failure to take over. */
  goOn(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Resolves when the file is a moment of the first: at once for a file that has followed it before, if the first does not answer.
 * @throws misconfigured when the first refuses, or does not answer and the file is new
 */
export async function openFollower(
  file: string,
  { url: given, key, writes = "forward", ownUrl }: FollowOptions,
  log: Logger,
): Promise<Follower> {
  const url = given.replace(/\/+$/, "");
  const hasFollowed = existsSync(file) && readFollowing(file) !== null;
  const own = startFollowing({ file, url, key, ownUrl: ownUrl ?? null }, log);
  /** While it takes over. */
  let successor: Successor | null = null;
  const news = await own.begun;
  own.release();
  if (news.kind === "failed" && (news.isRefused || !hasFollowed)) {
    await own.end();
    throw misconfigured("follow", news.reason);
  }
  const stay = async () => {
    if (successor !== null) await callOff({ url, key }, successor);
    successor = null;
  };
  return {
    status() {
      const lagMs = own.lagMs();
      return { url, lag_seconds: lagMs === null ? null : Math.floor(lagMs / 1000), error: own.error() };
    },
    forward: createForward({ url, key, writes }),
    tell: (change) => tellFirst({ url, key }, change),
    onWritten: own.onWritten,
    get isTakingOver() {
      return successor !== null;
    },
    async stopForTakeOver(wanted, { force = false, answerMs }, newestSeq) {
      successor = { ...wanted, id: randomBytes(8).toString("hex"), url: ownUrl ?? null };
      try {
        const hasAll = await succeed({ url, key }, { ...successor, force, answerMs }, async (signal) => {
          // The second question began after the call.
          for (let seen = 0; seen < 2; seen++) await own.nextCurrent(signal);
          return signal.aborted ? -1 : newestSeq();
        });
        if (!hasAll && !force) throw unreachable(url);
        await own.end();
        return hasAll;
      } catch (error) {
        await stay();
        throw error;
      }
    },
    async goOn() {
      own.start();
      await stay();
    },
    close: own.end,
  };
}

function unreachable(url: string): Error {
  const detail = `${url} does not answer, or cannot step down now. With force this hoglet takes over all the same; the last events of ${url} may be missing.`;
  return unavailable("first_unreachable", detail, undefined);
}
