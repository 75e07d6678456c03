import { createHash } from "node:crypto";

/** How long to wait after failures. */
export interface BackOff {
  minDelayMs: number;
  maxDelayMs: number;
}

/** A wait as it is kept on disk; instants by the handle's clock. */
export type Wait = {
  /** In a row. */
  failures: number;
  /** When it began. */
  from_ms: number;
  until_ms: number;
};

/** However long an upstream asks to be left alone, it is asked again after an hour, in ms: its clock may be wrong. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * The wait after `failures` failures in a row: doubling, less up to half of it by chance, and never less than the upstream
 * asked for.
 * @param seed decides the chance: the uuid of the first event waiting, so that apps that lost the same upstream at the
 * same moment come back at different ones, and a test at the same one again
 * @param retryAfterMs null = the upstream said nothing
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

/** Is it still to be waited? A clock that was put back to before the wait began says nothing about it: then no. */
export function isWaiting(wait: Wait | null, nowMs: number): boolean {
  return wait !== null && nowMs >= wait.from_ms && nowMs < wait.until_ms;
}

/** 0 up to 1. */
function chance(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;
}
