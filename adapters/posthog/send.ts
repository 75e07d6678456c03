import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { TextDecoder } from "../../lib/base/platform.ts";
import type { Settings } from "./options.ts";

const compress = promisify(gzip);

export type SendResult =
  | { kind: "accepted" }
  /** Too much at once, or an invalid event. */
  | { kind: "too_large" | "refused"; status: number; message: string }
  /** The upstream does not know the token, or this address has no upstream: no event is at fault. */
  | { kind: "denied"; status: number; message: string; retryAfterMs: number | null }
  /** The upstream may have the events. `status` null = no answer. */
  | { kind: "failed"; status: number | null; message: string; retryAfterMs: number | null }
  | { kind: "aborted" };

type Target = Pick<Settings, "host" | "projectToken" | "timeoutMs" | "fetch" | "isHistorical">;

/**
 * Sends events, as JSON texts, in one gzipped request to `/batch/`. Never rejects. Only an answer in the form of
 * capture, read to its end, counts as accepted: the login page of a hotel's network answers 200 too.
 * @param nowMs for a `Retry-After` with a date, when the answer has no `Date`
 */
export async function send(
  target: Target,
  events: readonly string[],
  signal: AbortSignal,
  nowMs: number,
): Promise<SendResult> {
  const body = await compress(toBody(target, events));
  if (signal.aborted) return { kind: "aborted" };
  try {
    const response = await target.fetch(toUrl(target.host, "batch/"), {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body,
      // A redirected POST becomes a GET, and is answered with 200.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(target.timeoutMs)]),
    });
    return toSendResult(response, await readText(response), toInstant(response.headers.get("date")) ?? nowMs);
  } catch (error) {
    return signal.aborted ? { kind: "aborted" } : toFailure(error);
  }
}

/** The upstream's clock, without sending data; `no answer` = it cannot be reached, null = it does not tell its time. */
export async function askTime(target: Target, signal: AbortSignal): Promise<number | null | "no answer"> {
  try {
    const response = await target.fetch(toUrl(target.host, ""), {
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(target.timeoutMs)]),
    });
    await readText(response);
    return toInstant(response.headers.get("date"));
  } catch {
    return "no answer";
  }
}

function toUrl(host: string, path: string): string {
  return new URL(path, host.endsWith("/") ? host : `${host}/`).href;
}

function toBody({ projectToken, isHistorical }: Target, events: readonly string[]): string {
  const historical = isHistorical ? `"historical_migration":true,` : "";
  return `{"api_key":${JSON.stringify(projectToken)},${historical}"batch":[${events.join(",")}]}`;
}

/**
 * Bytes that are read of an answer: those of capture have a hundred. A higher number lets a wrong upstream fill the
 * memory.
 */
const MAX_ANSWER_BYTES = 64 * 1024;

async function readText(response: Response): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let left = MAX_ANSWER_BYTES;
  // Leaving the loop cancels the rest of the answer.
  for await (const piece of response.body) {
    text += decoder.decode(piece.subarray(0, left), { stream: true });
    left -= piece.length;
    if (left <= 0) break;
  }
  return text + decoder.decode();
}

const DENIED = new Set([401, 403, 404, 405, 410]);
const REFUSED = new Set([400, 422]);

function toSendResult(response: Response, text: string, nowMs: number): SendResult {
  const { status, headers } = response;
  if (status >= 200 && status < 300) {
    if (isOverQuota(text)) return { kind: "failed", status, message: OVER_QUOTA, retryAfterMs: null };
    if (isCapture(text)) return { kind: "accepted" };
    return { kind: "failed", status, message: "The answer is not that of a capture endpoint.", retryAfterMs: null };
  }
  const message = text.slice(0, 200) || `Status ${status}.`;
  if (status === 413) return { kind: "too_large", status, message };
  if (REFUSED.has(status)) return { kind: "refused", status, message };
  const retryAfterMs = toRetryAfter(headers.get("retry-after"), nowMs);
  return { kind: DENIED.has(status) ? "denied" : "failed", status, message, retryAfterMs };
}

const OVER_QUOTA = "The upstream took none of the events: its project is over its quota.";

/**
 * `{"status":1,"quota_limited":["events"]}`: the upstream answers 200 and drops the events. hoglet never sends
 * recordings.
 */
function isOverQuota(text: string): boolean {
  try {
    const { quota_limited: limited } = JSON.parse(text) as { quota_limited?: unknown };
    return Array.isArray(limited) && limited.some((name) => name !== "recordings");
  } catch {
    return false;
  }
}

/** `{"status":"Ok"}`, or the older `{"status":1}` (reference/capture.md 6.1). */
function isCapture(text: string): boolean {
  try {
    const { status } = JSON.parse(text) as { status?: unknown };
    return status === 1 || (typeof status === "string" && status.toLowerCase() === "ok");
  } catch {
    return false;
  }
}

/** The wait in milliseconds that a header asks for, in seconds or by a date (RFC 9110 10.2.3); null = unreadable. */
function toRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const instant = toInstant(value);
  return instant === null ? null : Math.max(0, instant - nowMs);
}

function toInstant(value: string | null): number | null {
  const ms = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}

function toFailure(error: unknown): SendResult {
  const { message, cause } = error as { message?: unknown; cause?: { message?: unknown } };
  // fetch says "fetch failed"; the cause has the reason.
  const why = String(cause?.message ?? message ?? error);
  return { kind: "failed", status: null, message: why, retryAfterMs: null };
}
