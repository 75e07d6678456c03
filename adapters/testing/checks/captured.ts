import type { EventRecord } from "../../../lib/index.ts";
import { matches, describeMatcher, describeNearest } from "../event-matcher.ts";
import type { EventMatch } from "../event-matcher.ts";
import type { TestView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** Was this event captured? @param properties a part of them. @default any */
export async function captured(
  view: TestView,
  event: string | EventMatch,
  properties?: Record<string, unknown>,
): Promise<Verdict> {
  const { match, all, found } = await find(view, event, properties);
  const lost = found.length > 0 ? "" : await describeLost(view);
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
  view: TestView,
  event: string | EventMatch,
  times: number,
  properties?: Record<string, unknown>,
): Promise<Verdict> {
  const { match, all, found } = await find(view, event, properties);
  const pass = found.length === times;
  return {
    pass,
    expected: times,
    actual: found.length,
    message: () =>
      pass
        ? `Expected ${describeMatcher(match)} not to be captured ${describeTimes(times)}.\n${describeNearest(match, found)}`
        : `Expected ${describeMatcher(match)} to be captured ${describeTimes(times)}, but it was ${describeTimes(found.length)}.\n` +
          describeNearest(match, all),
  };
}

async function find(view: TestView, event: string | EventMatch, properties: Record<string, unknown> | undefined) {
  const named = typeof event === "string" ? { event } : event;
  const match: EventMatch = properties === undefined ? named : { ...named, properties };
  const all: EventRecord[] = await view.events();
  return { match, all, found: all.filter((record) => matches(match, record)) };
}

function describeTimes(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

/** Names the requests and events that were sent and not stored. */
async function describeLost(view: TestView): Promise<string> {
  const refused = (await view.requests()).filter(({ refusal, status }) => refusal !== null || (status ?? 0) >= 400);
  const lines = refused
    .slice(-3)
    .map((request) => `  ${request.method} ${request.target}: ${request.status} ${request.refusal ?? ""}`);
  const warned = (await view.warnings()).slice(-3).map(({ type, message }) => `  ${type}: ${message ?? ""}`);
  return [
    ...(lines.length > 0 ? ["", `Requests that were refused: ${refused.length}.`, ...lines] : []),
    ...(warned.length > 0 ? ["", "Warnings:", ...warned] : []),
  ].join("\n");
}
