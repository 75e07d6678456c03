import { misconfigured } from "./errors.ts";
import { parseInstant } from "./instant.ts";

/** The source of time: the library's times are integer epoch milliseconds from here. */
export interface Clock {
  now(): number;
}

/**
 * The option `now` of `createHoglet`: ISO text (UTC without an offset) freezes the clock there, a function gives epoch
 * ms, absent = the system's clock.
 */
export type ClockOption = string | (() => number) | undefined;

/** Makes the clock for an option. @throws misconfigured when the text is not an ISO date-time. */
export function toClock(option: ClockOption): Clock {
  if (option === undefined) return { now: () => Date.now() };
  if (typeof option === "function") return { now: () => Math.trunc(option()) };
  const frozenMs = parseInstant(option);
  if (frozenMs === null) {
    throw misconfigured("now", `Expected an ISO date-time such as 2024-03-01T08:00:00Z but received "${option}".`);
  }
  return { now: () => frozenMs };
}

/**
 * ISO text of an instant in the form of the API: `2024-03-01T08:15:30.250000Z`; a fraction of zero is left out
 * (reference/rest.md 1.3).
 */
export function toIso(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : `${text.slice(0, -1)}000Z`;
}

/** The time in the form of HTTP headers, such as `Fri, 01 Mar 2024 08:15:30 GMT`. */
export function toHttpDate(ms: number): string {
  return new Date(ms).toUTCString();
}
