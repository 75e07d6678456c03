import { setTimeout as delay } from "node:timers/promises";
import { readCapture, withCorsByPath } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { createFaultList, statusOf } from "./fault.ts";
import type { Fault, FaultList } from "./fault.ts";

/** A request that a client made. */
export interface RecordedRequest {
  method: string;
  /** As sent, with the slash at its end if it has one. */
  path: string;
  /** Path and query, to the letter. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they arrived. */
  body: Uint8Array;
  /** The JSON inside the body, whichever way it was packed; null = there is none. */
  content: unknown;
  /** The project token, wherever it stood; null = none. */
  token: string | null;
  /** The events' objects as sent. */
  events: readonly Record<string, unknown>[];
  /** ISO text of the test's clock. */
  received_at: string;
  /** Null = not answered (yet), or the connection was dropped. */
  status: number | null;
  /** What a status from 400 said; for events that were refused one by one, why. Null = nothing was refused. */
  refusal: string | null;
  /** Was the answer, or its absence, a fault that the test asked for? */
  is_fault: boolean;
}

/** An answer, and where its connection breaks. */
export interface Outcome {
  reply: HttpReply;
  /** `before` any of it is sent, in its `middle`, or `never`. */
  breaks: "never" | "before" | "middle";
}

/** Stands between clients and a hoglet: writes every request down, and spoils what it was told to spoil. */
export interface Wire {
  readonly requests: readonly RecordedRequest[];
  readonly faults: FaultList;
  answer(request: HttpRequest): Promise<Outcome>;
  /** Resolves when no request is being answered, streams aside. */
  idle(): Promise<void>;
  /** Forgets the requests of a token, or all. */
  clear(token?: string): void;
}

/** @param handle answers what is not spoiled. @param now the test's time, ISO text */
export function createWire(handle: (request: HttpRequest) => Promise<HttpReply>, now: () => string): Wire {
  let requests: RecordedRequest[] = [];
  const faults = createFaultList();
  const running = new Set<Promise<unknown>>();

  const answer = async (request: HttpRequest): Promise<Outcome> => {
    const record = await toRecord(request, now());
    requests.push(record);
    const fault = faults.take(request, record.path, record.token);
    record.is_fault = fault !== undefined;
    const outcome = await spoil(fault, request, handle);
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
      requests = token === undefined ? [] : requests.filter((request) => request.token !== token);
    },
  };
}

async function toRecord(request: HttpRequest, receivedAt: string): Promise<RecordedRequest> {
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
  if (fault.delayMs !== undefined) await delay(fault.delayMs);
  const status = statusOf(fault);
  const isHeard = (status === null && !fault.drop) || fault.truncate === true || fault.isAnswerLost === true;
  const real = isHeard ? await handle(request) : null;
  const reply = status === null && real !== null ? real : toReply(fault, status ?? 500, request);
  if (fault.drop) return { reply, breaks: "before" };
  return { reply, breaks: fault.truncate ? "middle" : "never" };
}

/** As a hoglet would answer: a browser may read the status only where CORS is open. */
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

/** The newer protocol answers 200 and says for each event what became of it. */
function refusedOneByOne(body: string): string | null {
  const { results = {} } = JSON.parse(body) as {
    results?: Record<string, { result: string; details?: string | null }>;
  };
  const refused = Object.entries(results).filter(([, { result }]) => result === "drop");
  if (refused.length === 0) return null;
  return refused.map(([uuid, { details }]) => `${uuid}: ${details ?? "dropped"}`).join("; ");
}

/** What a client sees of a connection that breaks. */
export function connectionBroken(): TypeError {
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error("The test broke the connection."), { code: "ECONNRESET" }),
  });
}

/** The first half of a reply's body, and then the break; its headers promise the whole. */
export function cutReply({ status, headers, body }: HttpReply): HttpReply {
  const whole = typeof body === "string" ? Buffer.from(body) : Buffer.from(body instanceof Uint8Array ? body : "");
  const half = whole.subarray(0, whole.length >> 1).toString("utf8");
  return { status, headers: { ...headers, "content-length": String(whole.length) }, body: breakAfter(half) };
}

async function* breakAfter(text: string): AsyncGenerator<string> {
  if (text !== "") yield text;
  throw connectionBroken();
}
