import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addToSession, createSession, summarizeSession } from "../../../lib/events/sessions/index.ts";
import type { SessionEvent } from "../../../lib/events/sessions/index.ts";

const sessions = suite("summarizeSession");

const page = (seconds: number, path: string, more = {}): SessionEvent => ({
  timestampMs: seconds * 1000,
  event: "$pageview",
  distinctId: "u",
  properties: { $current_url: `https://example.com${path}`, ...more },
});
const other = (seconds: number, event: string, properties = {}): SessionEvent => ({
  timestampMs: seconds * 1000,
  event,
  distinctId: "u",
  properties,
});

function summarize(...events: SessionEvent[]) {
  const session = createSession();
  for (const event of events) addToSession(session, event);
  return summarizeSession(session);
}

sessions("give the same in any order of events", () => {
  const events = [
    page(0, "/a", { $referring_domain: "t.co" }),
    page(20, "/b", { utm_source: "late" }),
    other(30, "$autocapture"),
  ];
  const summary = summarize(...events);
  assert.equal(summary.entry, { url: "https://example.com/a", pathname: "/a", hostname: "example.com" });
  assert.is(summary.exit.pathname, "/b");
  assert.equal(
    [summary.startMs, summary.endMs, summary.seconds, summary.channelType],
    [0, 30_000, 30, "Organic Social"],
  );
  assert.equal({ ...summarize(...events.toReversed()), urls: [] }, { ...summary, urls: [] });
});

sessions("are a bounce with one page, no click and less than ten seconds; without a page neither", () => {
  assert.is(summarize(page(0, "/")).isBounce, true);
  assert.is(summarize(page(0, "/"), other(9, "custom")).isBounce, true);
  assert.is(summarize(page(0, "/"), other(10, "custom")).isBounce, false);
  assert.is(summarize(page(0, "/"), other(1, "$autocapture")).isBounce, false);
  assert.is(summarize(page(0, "/"), page(1, "/")).isBounce, false);
  assert.is(summarize(other(0, "custom")).isBounce, null);
});

sessions("keep at most a thousand addresses", () => {
  assert.is(summarize(...Array.from({ length: 1200 }, (_, n) => page(n, `/${n}`))).urlCount, 1000);
});

sessions("take a URL that is none as it is", () => {
  assert.equal(summarize(page(0, "", { $current_url: "nonsense" })).entry, {
    url: "nonsense",
    pathname: null,
    hostname: null,
  });
});

sessions.run();
