import { isFields } from "../../../lib/base/fields.ts";
import type { EventRecord } from "../../../lib/index.ts";
import { matches, describeMatcher, describeNearest, toMatch } from "../event-matcher.ts";
import type { EventMatch } from "../event-matcher.ts";
import { describeLost } from "./lost.ts";
import { requireArguments } from "../require-fields.ts";
import type { AssertedView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** Was this event captured? @param properties a part of them. @default any */
export async function captured(
  view: AssertedView,
  event: string | EventMatch,
  properties?: Record<string, unknown>,
): Promise<Verdict> {
  const { match, all, found } = await find(view, event, properties);
  const lost = found.length > 0 ? "" : await describeLost(view, all.length);
  return {
    pass: found.length > 0,
    message: () =>
      found.length > 0
        ? `Expected no ${describeMatcher(match)}, but it was captured.\n${describeNearest(match, found)}`
        : `Expected ${describeMatcher(match)} to be captured.\n${describeNearest(match, all)}${lost}`,
  };
}

/** Was this event captured exactly `times` times? */
export async function capturedTimes(
  view: AssertedView,
  event: string | EventMatch,
  times: number,
  properties?: Record<string, unknown>,
): Promise<Verdict> {
  requireArguments(Number.isInteger(times) && times >= 0, 'toHaveCapturedTimes("paid", 2, { amount: 12 })');
  const { match, all, found } = await find(view, event, properties);
  const pass = found.length === times;
  const lost = found.length >= times ? "" : await describeLost(view, all.length);
  return {
    pass,
    expected: times,
    actual: found.length,
    message: () =>
      pass
        ? `Expected ${describeMatcher(match)} not to be captured ${describeTimes(times)}.\n${describeNearest(match, found)}`
        : `Expected ${describeMatcher(match)} to be captured ${describeTimes(times)}, but it was ${describeTimes(found.length)}.\n` +
          describeNearest(match, all) +
          lost,
  };
}

const BESIDE =
  'the distinct id beside the properties: toHaveCaptured({ event: "paid", distinct_id: "u1", properties: { amount: 12 } })';

/** Is a distinct id among the properties, where it matches nothing? Events of posthog-js have it there. */
function isMisplaced({ properties = {} }: EventMatch, all: readonly EventRecord[]): boolean {
  return ["distinctId", "distinct_id"].some(
    (name) => Object.hasOwn(properties, name) && !all.some((record) => Object.hasOwn(record.properties, name)),
  );
}

async function find(view: AssertedView, event: string | EventMatch, properties: Record<string, unknown> | undefined) {
  const form = 'toHaveCaptured("paid", { amount: 12 }) or toHaveCapturedTimes("paid", 2, { amount: 12 })';
  requireArguments(typeof event === "string" || isFields(event), form);
  requireArguments(properties === undefined || isFields(properties), form);
  const named = toMatch(event);
  const match: EventMatch = properties === undefined ? named : { ...named, properties };
  const all: EventRecord[] = await view.events();
  requireArguments(!isMisplaced(match, all), BESIDE);
  return { match, all, found: all.filter((record) => matches(match, record)) };
}

function describeTimes(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}
