import { sleep } from "../../lib/base/platform.ts";
import { readCapture, withCorsByPath } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { createFaultList, statusOf } from "./fault.ts";
import type { Fault, FaultList } from "./fault.ts";
import { acknowledge, createLateEvents, withEvents } from "./late-events.ts";
import { atTestTime } from "./own-time.ts";

/** A request that a client made. */
export interface RecordedRequest {
  method: string;
  /** The path as sent, including a slash at its end. */
  path: string;
  /** Path and query, exactly as sent. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they arrived. */
  body: Uint8Array;
  /** The JSON inside the body, from any encoding; null = none. */
  content: unknown;
  /** The project token, from any of its places; null = none. */
  token: string | null;
  /** The events' objects as sent. */
  events: readonly Record<string, unknown>[];
  /** ISO text of the test's clock. */
  received_at: string;
  /** Null = not answered (yet), or the connection was dropped. */
  status: number | null;
  /**
   * The message of a status from 400 on; for events that were refused singly, the reason. Null = nothing was refused.
   */
  refusal: string | null;
  /** Was the answer, or its absence, a fault of the test? */
  is_fault: boolean;
}

/** An answer, and where its connection breaks. */
export interface Outcome {
  reply: HttpReply;
  /** The place where the connection breaks: before any byte is sent, in the middle, or never. */
  breaks: "never" | "before" | "middle";
}

/** Stands between clients and a hoglet: records every request, and applies faults. */
export interface Wire {
  readonly requests: readonly RecordedRequest[];
  readonly faults: FaultList;
  answer(request: HttpRequest): Promise<Outcome>;
  /** Resolves when no request but streams is being answered. */
  idle(): Promise<void>;
  /** Clears the requests of a token, or all; events that were made until now and arrive later are dropped. */
  clear(token?: string): void;
}

/**
 * @param handle answers requests without a fault. @param now the test's time, ISO text. @param runs does the test's
 * clock run?
 */
export function createWire(
  handle: (request: HttpRequest) => Promise<HttpReply>,
  now: () => string,
  runs: boolean,
): Wire {
  let requests: RecordedRequest[] = [];
  const faults = createFaultList();
  const late = createLateEvents();
  const running = new Set<Promise<unknown>>();

  const answer = async (sent: HttpRequest): Promise<Outcome> => {
    let request = sent;
    let record = await toRecordedRequest(request, now());
    const { token, events } = record;
    const kept = events.filter((event) => !late.isLate(event, token));
    if (kept.length < events.length) {
      if (kept.length === 0) return { reply: withCorsByPath(request, acknowledge(events)), breaks: "never" };
      request = withEvents(request, record.content, kept);
      record = await toRecordedRequest(request, now());
    }
    requests.push(record);
    const fault = faults.take(request, record.path, record.token);
    record.is_fault = fault !== undefined;
    const timed = runs ? request : atTestTime(request, record.content, record.events);
    const outcome = await spoil(fault, timed, handle);
    if (outcome.breaks !== "before") note(record, outcome.reply);
    return outcome;
  };
  return {
    get requests() {
      return requests;
    },
    faults,
    async answer(request) {
      const turn = answer(request);
      running.add(turn);
      try {
        return await turn;
      } finally {
        running.delete(turn);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    clear(token) {
      late.cut(token);
      requests = token === undefined ? [] : requests.filter((request) => request.token !== token);
    },
  };
}

async function toRecordedRequest(request: HttpRequest, receivedAt: string): Promise<RecordedRequest> {
  const { pathname, search } = new URL(request.url, "http://hoglet.local");
  const read = request.body.length > 0 || search.includes("data=") ? await readCapture(request) : null;
  return {
    method: request.method,
    path: pathname,
    target: pathname + search,
    headers: request.headers,
    body: request.body,
    content: read?.content ?? null,
    token: read?.token ?? null,
    events: read?.events ?? [],
    received_at: receivedAt,
    status: null,
    refusal: null,
    is_fault: false,
  };
}

async function spoil(
  fault: Fault | undefined,
  request: HttpRequest,
  handle: (request: HttpRequest) => Promise<HttpReply>,
): Promise<Outcome> {
  if (fault === undefined) return { reply: await handle(request), breaks: "never" };
  if (fault.delayMs !== undefined) await sleep(fault.delayMs);
  const status = statusOf(fault);
  const isHeard = (status === null && !fault.drop) || fault.truncate === true || fault.isAnswerLost === true;
  const real = isHeard ? await handle(request) : null;
  const reply = status === null && real !== null ? real : toReply(fault, status ?? 500, request);
  if (fault.drop) return { reply, breaks: "before" };
  return { reply, breaks: fault.truncate ? "middle" : "never" };
}

/** The reply of a fault, with a hoglet's headers: browsers read a status only with CORS. */
function toReply({ headers, body, retryAfterSeconds }: Fault, status: number, request: HttpRequest): HttpReply {
  const retry = retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) };
  const { headers: cors } = withCorsByPath(request, { status, headers: {}, body: null });
  return { status, headers: { ...cors, ...retry, ...headers }, body: body ?? null };
}

function note(record: RecordedRequest, { status, body }: HttpReply): void {
  record.status = status;
  if (typeof body !== "string") return;
  if (status >= 400) record.refusal = body;
  else if (record.path.startsWith("/i/v1/")) record.refusal = refusedOneByOne(body);
}

/** The newer protocol answers 200 with a result for each event. */
function refusedOneByOne(body: string): string | null {
  const { results = {} } = JSON.parse(body) as {
    results?: Record<string, { result: string; details?: string | null }>;
  };
  const refused = Object.entries(results).filter(([, { result }]) => result === "drop");
  if (refused.length === 0) return null;
  return refused.map(([uuid, { details }]) => `${uuid}: ${details ?? "dropped"}`).join("; ");
}

/** The error of a broken connection, as a client sees it. */
export function connectionBroken(): TypeError {
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error("The test broke the connection."), { code: "ECONNRESET" }),
  });
}

/** The first half of a body, and then the break; its headers announce the whole. */
export function cutReply({ status, headers, body }: HttpReply): HttpReply {
  const whole = typeof body === "string" ? Buffer.from(body) : Buffer.from(body instanceof Uint8Array ? body : "");
  const half = whole.subarray(0, whole.length >> 1).toString("utf8");
  return { status, headers: { ...headers, "content-length": String(whole.length) }, body: breakAfter(half) };
}

async function* breakAfter(text: string): AsyncGenerator<string> {
  if (text !== "") yield text;
  throw connectionBroken();
}
