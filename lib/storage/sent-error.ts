import { HogletError } from "../base/errors.ts";
import type { ErrorParts } from "../base/errors.ts";
import { toKnown } from "./failure.ts";

/** An error between threads: a HogletError in parts, since a copy loses its class; the platform copies others. */
export type SentError = { parts: ErrorParts } | { other: unknown };

/** An error of SQLite becomes a HogletError. */
export function toSent(error: unknown): SentError {
  const known = toKnown(error);
  if (!(known instanceof HogletError)) return { other: known };
  const { status, type, code, detail, attr, retryAfterSeconds, cause } = known;
  return { parts: { status, type, code, detail, attr, retryAfterSeconds, cause: toCauseText(cause) } };
}

/** Restores the error that the thread threw; its cause is text. */
export function fromSent(sent: SentError): unknown {
  return "parts" in sent ? new HogletError(sent.parts) : sent.other;
}

/** Causes are for the log, and not every object can be copied. */
function toCauseText(cause: unknown): unknown {
  return cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : String(cause);
}
