import type { HttpReply, HttpRequest } from "../../lib/index.ts";

/** A capture request that passed, and what was answered. */
export interface KeptRequest {
  /** Counts up from 1. */
  id: number;
  receivedAtMs: number;
  request: Pick<HttpRequest, "method" | "url" | "headers" | "body">;
  /** Of the body as it arrived; one that is too large is not kept, and `request.body` is empty then. */
  sizeBytes: number;
  status: number;
  /** What was answered to a request that was refused; null = it was not. */
  refusal: string | null;
}

export interface RequestLog {
  /** Whether a request to this path is to be kept now. */
  isFor(path: string): boolean;
  keep(request: HttpRequest, reply: HttpReply, receivedAtMs: number): void;
  /** Somebody looks: requests are kept for the next hour. */
  watch(): void;
  /** Drops what came up to this instant (epoch ms), also a request that is still under way. */
  forget(untilMs: number): void;
  /** Newest first. */
  list(): KeptRequest[];
}

export interface RequestLogOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** Keep from the start and always, and not only while somebody looks. */
  isAlways: boolean;
}

/** Where events come in (reference/capture.md 1); requests to other paths carry keys, or no events. */
const CAPTURE_PATHS = new Set([
  "/e",
  "/capture",
  "/track",
  "/engage",
  "/batch",
  "/i/v0/e",
  "/i/v0/ai/batch",
  "/i/v1/analytics/events",
]);

const MOST_REQUESTS = 200;
/** The same for one body and for all of them: what a developer reads is small, and memory belongs to the app. */
const LARGEST_BODY_BYTES = 64 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_REFUSAL = 2000;
const WATCH_MS = 3_600_000;

/**
 * The last capture requests, to answer "why is my event not here?". Kept are references alone: a request costs a few
 * hundred nanoseconds here, and is unpacked only when somebody looks at it.
 *
 * A request names persons. It is not known of which project it is before it is unpacked, and one that cannot be read may be
 * of any, so a deletion in one project forgets the requests of all.
 */
export function createRequestLog({ now, isAlways }: RequestLogOptions): RequestLog {
  let kept: KeptRequest[] = [];
  let [lastId, totalBytes, watchedUntilMs] = [0, 0, isAlways ? Infinity : -Infinity];
  let forgottenUntilMs = -Infinity;

  return {
    isFor: (path) => CAPTURE_PATHS.has(path.endsWith("/") ? path.slice(0, -1) : path) && now() < watchedUntilMs,
    keep({ method, url, headers, body }, { status, body: answer }, receivedAtMs) {
      if ((method !== "POST" && method !== "GET") || receivedAtMs <= forgottenUntilMs) return;
      const request = { method, url, headers, body: body.length > LARGEST_BODY_BYTES ? new Uint8Array(0) : body };
      const refusal = status >= 400 && typeof answer === "string" ? answer.slice(0, LONGEST_REFUSAL) : null;
      kept.push({ id: ++lastId, receivedAtMs, request, sizeBytes: body.length, status, refusal });
      totalBytes += request.body.length;
      while (kept.length > MOST_REQUESTS || totalBytes > MOST_BYTES) {
        totalBytes -= kept.shift()?.request.body.length ?? 0;
      }
    },
    watch() {
      watchedUntilMs = Math.max(watchedUntilMs, now() + WATCH_MS);
    },
    forget(untilMs) {
      if (untilMs <= forgottenUntilMs) return;
      forgottenUntilMs = untilMs;
      kept = kept.filter(({ receivedAtMs }) => receivedAtMs > untilMs);
      totalBytes = kept.reduce((total, { request }) => total + request.body.length, 0);
    },
    list: () => kept.toReversed(),
  };
}
