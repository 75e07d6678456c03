import { clearTimeout, performance, setTimeout } from "../base/platform.ts";
import type { Logger } from "../base/log.ts";
import { startSideProcess } from "../base/side-process.ts";
import type { SideProcess } from "../base/side-process.ts";
import type { FollowerNews, ToFollower } from "./protocol.ts";

/** The process that writes the file of a follower, started again when it ends. */
export interface FollowProcess {
  /** The first news that tell whether the file can be opened. */
  readonly begun: Promise<FollowerNews>;
  /** Lets this process end while nothing else keeps it alive. */
  release(): void;
  /** Ms since the file was that of the first; null = it has not been yet. */
  lagMs(): number | null;
  /** The reason why it does not follow now; null = it follows. */
  error(): string | null;
  /** Resolves when the file is that of the first again, or at the signal. */
  nextCurrent(signal: AbortSignal): Promise<void>;
  /** Calls `listener` after commits were written. */
  onWritten(listener: () => void): void;
  /** Starts it again after it was ended. */
  start(): void;
  end(): Promise<void>;
}

/** Ms until a process that ended is started again. */
const RESTART_MS = 1000;

export function startFollowing(wanted: ToFollower, log: Logger): FollowProcess {
  const { url } = wanted;
  const listeners: (() => void)[] = [];
  let currents: (() => void)[] = [];
  let currentMs: number | null = null;
  let fault: string | null = null;
  let isEnded = false;
  let isHeld = true;
  let restart: NodeJS.Timeout | undefined;
  let child: SideProcess;
  let tellBegun: ((news: FollowerNews) => void) | undefined;

  const message = (news: FollowerNews) => {
    if (news.kind !== "written") tellBegun?.(news);
    if (news.kind === "failed") {
      // Once for each reason.
      if (news.reason !== fault)
        log.error("The first cannot be followed; it is tried again.", { url, cause: news.reason });
      fault = news.reason;
      return;
    }
    if (fault !== null) log.info("The first is followed again.", { url });
    fault = null;
    if (news.kind === "current") {
      currentMs = performance.now();
      for (const resolve of currents.splice(0)) resolve();
    } else for (const listener of listeners) listener();
  };
  const start = () => {
    isEnded = false;
    child = startSideProcess<FollowerNews>("replicationProcess", {
      message,
      gone() {
        if (isEnded) return;
        message({ kind: "failed", reason: `The process that follows ended: ${child?.words}`, isRefused: false });
        restart = setTimeout(start, RESTART_MS).unref();
      },
    });
    child.send({ follow: wanted });
    child.hold(isHeld);
  };
  const begun = new Promise<FollowerNews>((resolve) => (tellBegun = resolve));
  start();
  return {
    begun,
    release() {
      isHeld = false;
      child.hold(false);
    },
    lagMs: () => (currentMs === null ? null : performance.now() - currentMs),
    error: () => fault,
    nextCurrent: (signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        currents.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
    onWritten: (listener) => void listeners.push(listener),
    start,
    async end() {
      isEnded = true;
      clearTimeout(restart);
      await child.kill();
    },
  };
}
