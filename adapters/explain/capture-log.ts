import type { Hoglet } from "../../lib/index.ts";
import { createRequestLog } from "./request-log.ts";
import type { KeptRequest, RequestLog } from "./request-log.ts";

/** The last capture requests of a hoglet, without those that a deletion has dropped. */
export interface CaptureLog extends Pick<
  RequestLog,
  "isFor" | "isForLost" | "keep" | "watch" | "isStart" | "noteStart"
> {
  /** Newest first, and none from before the newest deletion by any process. */
  lookUp(): Promise<KeptRequest[]>;
  /** When a headless browser last started posthog-js, as ISO text, if none has sent an event since. */
  silentBrowserAt(): string | null;
}

/**
 * Opens the log of a hoglet.
 * @param isAlways keep requests from the start and always, not only in the hour after somebody looked
 */
export function openCaptureLog(hoglet: Pick<Hoglet, "clock" | "deletions">, isAlways: boolean): CaptureLog {
  const log = createRequestLog({ now: hoglet.clock.now, isAlways });
  hoglet.deletions.onRequest(log.forget);
  return {
    isFor: log.isFor,
    isForLost: log.isForLost,
    keep: log.keep,
    isStart: log.isStart,
    noteStart: log.noteStart,
    watch: log.watch,
    async lookUp() {
      // Other processes delete too; their requests are in the file.
      log.forget((await hoglet.deletions.lastRequest()) ?? -Infinity);
      return log.list();
    },
    silentBrowserAt() {
      const atMs = log.silentBrowserAtMs();
      return atMs === null ? null : new Date(atMs).toISOString();
    },
  };
}
