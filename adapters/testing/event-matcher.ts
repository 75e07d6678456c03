import { nearNames, ownProperties } from "../explain/index.ts";
import { distance } from "fastest-levenshtein";
import type { EventRecord } from "../../lib/index.ts";
import { requireFields } from "./require-fields.ts";
import { differences, show, tell } from "./subset.ts";
import type { Difference } from "./subset.ts";

/** The events to match; an absent field allows any value. */
export interface EventMatch {
  /** Name, exact. */
  event?: string;
  distinct_id?: string;
  /** A part of its properties; may have matchers (`differences`). */
  properties?: Record<string, unknown>;
}

const FIELDS = ["event", "distinct_id", "properties"] as const satisfies (keyof EventMatch)[];

/** A name, a part of an event, or a function. */
export type EventMatcher = string | EventMatch | ((event: EventRecord) => boolean);

export function matches(matcher: EventMatcher, event: EventRecord): boolean {
  if (typeof matcher === "function") return matcher(event);
  return differences(toMatch(matcher), event).length === 0;
}

/** Describes a matcher in words, such as `"signed up" of u1 with { plan: 'pro' }`. */
export function describeMatcher(matcher: EventMatcher): string {
  if (typeof matcher === "function") return "an event that the function accepts";
  const { event, distinct_id, properties } = toMatch(matcher);
  const name = event === undefined ? "an event" : JSON.stringify(event);
  const who = distinct_id === undefined ? "" : ` of ${distinct_id}`;
  return `${name}${who}${properties === undefined ? "" : ` with ${show(properties)}`}`;
}

/** Events named in a failure. */
const SHOWN = 5;

/**
 * Captured events, nearest first: of the wanted name by the number of differences, else by the similarity of their
 * names. Several lines, without a last line end.
 */
export function describeNearest(matcher: EventMatcher, events: readonly EventRecord[]): string {
  if (events.length === 0) return "No event was captured at all.";
  const match = typeof matcher === "function" ? {} : toMatch(matcher);
  const ranked = events
    .map((event) => ({ event, missed: differences(match, event), far: nameDistance(match.event, event.event) }))
    .toSorted((a, b) => a.far - b.far || a.missed.length - b.missed.length);
  const named = ranked.filter(({ far }) => far === 0);
  const near = named.length > 0 ? named : ranked;
  const lines = near.slice(0, SHOWN).map(({ event, missed }) => `  ${describeEvent(event, missed)}`);
  const count = events.length === 1 ? "One event was captured" : `${events.length} events were captured, nearest first`;
  const rest = ranked.length > lines.length ? [`  and ${ranked.length - lines.length} more`] : [];
  return [`${count}:`, ...lines, ...rest].join("\n");
}

/** The app's own properties, without those of its SDK. */
function describeEvent({ event, distinct_id, properties }: EventRecord, missed: readonly Difference[]): string {
  const head = `${JSON.stringify(event)} of ${distinct_id}`;
  if (missed.length === 0) return `${head} ${show(ownProperties(properties))}`;
  return `${head}: ${missed.map((one) => tell(one) + meant(one, properties)).join("; ")}`;
}

/** The present property that a missing one may be a slip of. */
function meant({ path, actual }: Difference, properties: Record<string, unknown>): string {
  const [, name] = /^properties\.([^.[]+)$/.exec(path) ?? [];
  if (actual !== undefined || name === undefined) return "";
  const [near] = nearNames(name, Object.keys(properties), 1);
  return near === undefined ? "" : `. Did you mean ${near}?`;
}

/** 0 = equal, or no name is wanted; 1 = nothing in common. */
function nameDistance(wanted: string | undefined, name: string): number {
  if (wanted === undefined || wanted === name) return 0;
  return distance(wanted.toLowerCase(), name.toLowerCase()) / Math.max(wanted.length, name.length) + Number.EPSILON;
}

/** @throws TypeError for a field that no match has */
export function toMatch(matcher: string | EventMatch): EventMatch {
  if (typeof matcher === "string") return { event: matcher };
  requireFields("An event to match", matcher, FIELDS);
  return matcher;
}
