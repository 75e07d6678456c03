import { HogletError } from "../base/errors.ts";
import type { ErrorParts } from "../base/errors.ts";
import { toStorageError } from "./failure.ts";

/** An error on its way: of ours the parts, since a copied object forgets its class; others are copied by the platform. */
export type SentError = { parts: ErrorParts } | { other: unknown };

/** Makes an error ready to be sent; SQLite's become ours. */
export function toSent(error: unknown): SentError {
  const known = isSqlite(error) ? toStorageError(error) : error;
  if (!(known instanceof HogletError)) return { other: known };
  const { status, type, code, detail, attr, retryAfterSeconds, cause } = known;
  return { parts: { status, type, code, detail, attr, retryAfterSeconds, cause: toText(cause) } };
}

/** The error as it was thrown in the thread; its cause is text. */
export function fromSent(sent: SentError): unknown {
  return "parts" in sent ? new HogletError(sent.parts) : sent.other;
}

function isSqlite(error: unknown): boolean {
  return error instanceof Error && error.name === "SqliteError";
}

/** Causes are for the log alone, and not every object can be copied. */
function toText(cause: unknown): unknown {
  return cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : String(cause);
}
