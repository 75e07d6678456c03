import { createHash } from "node:crypto";

export interface BackOff {
  minDelayMs: number;
  maxDelayMs: number;
}

/** A wait in its form on disk; instants by the handle's clock. */
export type Wait = {
  /** Failures in a row. */
  failures: number;
  /** Time of its start. */
  from_ms: number;
  until_ms: number;
};

/**
 * Longest `Retry-After` in ms that counts: after an hour the upstream is tried again, because its clock may be wrong.
 */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * Doubles with each failure in a row, minus a random part of up to half; never shorter than the upstream's
 * `Retry-After`.
 * @param seed of the random part: the uuid of the first waiting event, so that apps that lost an upstream together
 * return at different times, and a test always at the same time
 * @param retryAfterMs null = no `Retry-After`
 */
export function toWait(
  { minDelayMs, maxDelayMs }: BackOff,
  failures: number,
  nowMs: number,
  { seed, retryAfterMs }: { seed: string; retryAfterMs: number | null },
): Wait {
  const full = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(failures - 1, 40));
  const delay = full * (0.5 + chance(`${seed}:${failures}`) / 2);
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  return { failures, from_ms: nowMs, until_ms: nowMs + Math.ceil(Math.max(delay, asked)) };
}

/** Does the wait still last? Not if the clock was set back to before its start. */
export function isWaiting(wait: Wait | null, nowMs: number): boolean {
  return wait !== null && nowMs >= wait.from_ms && nowMs < wait.until_ms;
}

/** A number from 0 (included) to 1 (excluded), made of the seed. */
function chance(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;
}
