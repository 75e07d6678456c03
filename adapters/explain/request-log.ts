import type { HttpReply, HttpRequest } from "../../lib/index.ts";

/** A capture request, with its answer. */
export interface KeptRequest {
  /** Counts up from 1. */
  id: number;
  receivedAtMs: number;
  request: Pick<HttpRequest, "method" | "url" | "headers" | "body">;
  /** Size of the body as it arrived; a body that is too large is not kept, and `request.body` is empty. */
  sizeBytes: number;
  status: number;
  /** The answer to a refused request; null = it was not refused. */
  refusal: string | null;
}

export interface RequestLog {
  /** Should a request to this path be kept now? */
  isFor(path: string): boolean;
  /** Should a request to another path be kept now, if nothing is there? Clients with a wrong address send such requests. */
  isForLost(method: string, path: string): boolean;
  keep(request: HttpRequest, reply: HttpReply, receivedAtMs: number): void;
  /** Is this one of the requests with which posthog-js starts? */
  isStart(path: string): boolean;
  /** Notes who sends such a request. */
  noteStart(request: HttpRequest): void;
  /** When a headless browser last started posthog-js, if none has sent an event since. */
  silentBrowserAtMs(): number | null;
  /** A user is looking: requests are kept for the next hour. */
  watch(): void;
  /** Drops requests up to this instant (epoch ms), also a request that is still running. */
  forget(untilMs: number): void;
  /** Newest first. */
  list(): KeptRequest[];
}

export interface RequestLogOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** Keep from the start and always, not only while a user is looking. */
  isAlways: boolean;
}

/** Paths of events (reference/capture.md 1); requests to other paths have keys, or no events. */
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

/** Paths that posthog-js asks before it sends events. */
const START_PATHS = /^\/(?:array\/|flags\/?$|decide\/?$)/;

/** Playwright, Puppeteer and Chromium without a window. posthog-js sends none of their events, unless it is told to. */
const HEADLESS = /HeadlessChrome\//;

/** Paths of the page and of the API, whose clients read their errors. Any other path below the page is that of a client with its address. */
const OWN_PATHS = /^\/(?:ui\/(?:session|demo)|api\/(?:projects|environments|organizations|users|schema))(?:\/|$)/;

const MOST_REQUESTS = 200;
/**
 * Most bytes of one body, and of all together: developers read small requests, and memory belongs to the app. A higher
 * number costs memory.
 */
const LARGEST_BODY_BYTES = 64 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_REFUSAL = 2000;
const WATCH_MS = 3_600_000;

/**
 * The last capture requests, and requests to paths that do not exist, to answer "why is my event not here?". It keeps only references: a request costs a few
 * hundred nanoseconds here, and is decoded only when a user looks at it.
 *
 * A request names persons. Its project is unknown until it is decoded, and an unreadable request may be of any project,
 * so a deletion in one project drops the requests of all projects.
 */
export function createRequestLog({ now, isAlways }: RequestLogOptions): RequestLog {
  let kept: KeptRequest[] = [];
  let [lastId, totalBytes, watchedUntilMs] = [0, 0, isAlways ? Infinity : -Infinity];
  let forgottenUntilMs = -Infinity;
  let silentAtMs: number | null = null;

  return {
    isFor: (path) => CAPTURE_PATHS.has(path.endsWith("/") ? path.slice(0, -1) : path) && now() < watchedUntilMs,
    isForLost: (method, path) => method === "POST" && !OWN_PATHS.test(path) && now() < watchedUntilMs,
    keep({ method, url, headers, body }, { status, body: answer }, receivedAtMs) {
      if ((method !== "POST" && method !== "GET") || receivedAtMs <= forgottenUntilMs) return;
      if (isHeadless(headers)) silentAtMs = null;
      const request = { method, url, headers, body: body.length > LARGEST_BODY_BYTES ? new Uint8Array(0) : body };
      const refusal = status >= 400 && typeof answer === "string" ? answer.slice(0, LONGEST_REFUSAL) : null;
      kept.push({ id: ++lastId, receivedAtMs, request, sizeBytes: body.length, status, refusal });
      totalBytes += request.body.length;
      while (kept.length > MOST_REQUESTS || totalBytes > MOST_BYTES) {
        totalBytes -= kept.shift()?.request.body.length ?? 0;
      }
    },
    isStart: (path) => START_PATHS.test(path),
    noteStart({ headers }) {
      if (isHeadless(headers)) silentAtMs = now();
    },
    silentBrowserAtMs: () => silentAtMs,
    watch() {
      watchedUntilMs = Math.max(watchedUntilMs, now() + WATCH_MS);
    },
    forget(untilMs) {
      if (untilMs <= forgottenUntilMs) return;
      forgottenUntilMs = untilMs;
      if (silentAtMs !== null && silentAtMs <= untilMs) silentAtMs = null;
      kept = kept.filter(({ receivedAtMs }) => receivedAtMs > untilMs);
      totalBytes = kept.reduce((total, { request }) => total + request.body.length, 0);
    },
    list: () => kept.toReversed(),
  };
}

function isHeadless(headers: HttpRequest["headers"]): boolean {
  return HEADLESS.test(String(headers["user-agent"] ?? ""));
}
