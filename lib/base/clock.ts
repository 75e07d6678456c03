import { misconfigured } from "./errors.ts";
import { parseInstant } from "./instant.ts";

/** Where the time comes from. Every time inside the library is integer epoch milliseconds read from here. */
export interface Clock {
  now(): number;
}

/** What `createHoglet({ now })` accepts: ISO text (without an offset UTC) = frozen there, a function giving epoch ms, absent = the system's. */
export type ClockOption = string | (() => number) | undefined;

/** Makes the clock that an option asks for. @throws misconfigured when the text is not an ISO date-time. */
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
 * ISO text of an instant as the wire shows it: `2024-03-01T08:15:30.250000Z`, and no fraction at all when it is zero
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
