import { existsSync } from "node:fs";
import { clearTimeout, performance, setTimeout } from "../base/platform.ts";
import { misconfigured } from "../base/errors.ts";
import type { HttpMessage, HttpReply } from "../base/http-message.ts";
import type { Logger } from "../base/log.ts";
import { startSideProcess } from "../base/side-process.ts";
import type { SideProcess } from "../base/side-process.ts";
import { readFollowing } from "./follower-file.ts";
import { createForward } from "./forward.ts";
import type { Writes } from "./forward.ts";
import type { FollowerNews } from "./protocol.ts";

/** The hoglet that is followed. */
export interface FollowOptions {
  /** The address of the first, such as `https://first.example.com`. */
  url: string;
  /** A personal API key of the first, with all scopes and of no single project. */
  key: string;
  /** Captures and changes: `forward` sends them to the first, `refuse` answers 503. @default "forward" */
  writes?: Writes;
}

/** How far a follower is. */
export interface FollowingStatus {
  url: string;
  /** Everything that the first had stored so many seconds ago is here; null = this process has not reached it yet. */
  lag_seconds: number | null;
  /** The reason why it cannot follow now; null = it follows. */
  error: string | null;
}

/** Follows a first, in a process of its own that writes the file. */
export interface Follower {
  status(): FollowingStatus;
  /** Sends a request to the first. @throws HogletError 503 */
  forward(request: HttpMessage): Promise<HttpReply>;
  /** Calls `listener` after commits of the first were written here. */
  onWritten(listener: () => void): void;
  close(): Promise<void>;
}

/** Ms until a process that ended is started again. */
const RESTART_MS = 1000;

/**
 * Resolves when the file is a moment of the first: at once for a file that has followed it before, if the first does not answer.
 * @throws misconfigured when the first refuses, or does not answer and the file is new
 */
export async function openFollower(
  file: string,
  { url: given, key, writes = "forward" }: FollowOptions,
  log: Logger,
): Promise<Follower> {
  const url = given.replace(/\/+$/, "");
  const hasFollowed = existsSync(file) && readFollowing(file) !== null;
  const listeners: (() => void)[] = [];
  let currentMs: number | null = null;
  let error: string | null = null;
  let isClosed = false;
  let restart: NodeJS.Timeout | undefined;
  let child: SideProcess;
  let settle: ((news: FollowerNews) => void) | undefined;

  const message = (news: FollowerNews) => {
    settle?.(news);
    if (news.kind === "failed") {
      // Once for each reason.
      if (news.reason !== error)
        log.error("The first cannot be followed; it is tried again.", { url, cause: news.reason });
      error = news.reason;
      return;
    }
    if (error !== null) log.info("The first is followed again.", { url });
    error = null;
    if (news.kind === "current") currentMs = performance.now();
    else for (const listener of listeners) listener();
  };
  const hold = () => child.hold(settle !== undefined);
  const start = () => {
    child = startSideProcess<FollowerNews>("replicationProcess", {
      message,
      gone() {
        if (isClosed) return;
        message({ kind: "failed", reason: `The process that follows ended: ${child?.words}`, isRefused: false });
        restart = setTimeout(start, RESTART_MS).unref();
      },
    });
    child.send({ follow: { file, url, key } });
    // Held until the file can be opened.
    hold();
  };
  const close = async () => {
    isClosed = true;
    clearTimeout(restart);
    await child.kill();
  };
  const first = new Promise<FollowerNews>((resolve) => {
    settle = (news) => {
      if (news.kind !== "written") resolve(news);
    };
  });
  start();
  const news = await first;
  settle = undefined;
  hold();
  if (news.kind === "failed" && (news.isRefused || !hasFollowed)) {
    await close();
    throw misconfigured("follow", news.reason);
  }
  const forward = createForward(url, writes);
  return {
    status: () => ({
      url,
      lag_seconds: currentMs === null ? null : Math.floor((performance.now() - currentMs) / 1000),
      error,
    }),
    forward,
    onWritten: (listener) => void listeners.push(listener),
    close,
  };
}
