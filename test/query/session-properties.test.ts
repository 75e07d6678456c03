import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTables } from "./tables/open-tables.ts";

// Expected values: reference/query.md 3.4, 3.5 and 4.12, counted by hand from the events below.

const event = (name: string, distinct_id: string, timestamp: string, properties: object) => ({
  event: name,
  distinct_id,
  timestamp,
  properties,
});

const DATA = {
  now: "2024-05-10T12:00:00Z",
  persons: [{ distinct_ids: ["ann"] }, { distinct_ids: ["bob"] }],
  events: [
    // A week before the question's range, and part of the session that reaches into it.
    event("$pageview", "ann", "2024-05-01T08:00:00Z", {
      $session_id: "s1",
      $current_url: "https://x.org/from/ad",
      utm_source: "google",
      utm_medium: "cpc",
    }),
    event("$pageview", "ann", "2024-05-09T08:00:00Z", { $session_id: "s1", $current_url: "https://x.org/buy" }),
    event("paid", "ann", "2024-05-09T08:01:00Z", { $session_id: "s1" }),
    event("$pageview", "bob", "2024-05-09T09:00:00Z", {
      $session_id: "s2",
      $current_url: "https://x.org/",
      $referring_domain: "$direct",
    }),
    event("paid", "bob", "2024-05-09T09:00:05Z", { $session_id: "s2" }),
    event("paid", "bob", "2024-05-09T10:00:00Z", {}),
  ],
};

const dateRange = { date_from: "2024-05-09", date_to: "2024-05-09" };
const paid = { kind: "EventsNode", event: "paid" };

const session = (key: string, value: unknown, operator = "exact") => ({ type: "session", key, value, operator });
const column = (key: string, value: unknown, operator = "exact") => ({
  type: "event_metadata",
  key,
  value,
  operator,
});
const of = (type: string) => ({ breakdownFilter: { breakdown: "moon", breakdown_type: type } });

const properties = suite("properties of sessions and columns of events");

type Line = { label: string; count: number };

properties("filter trends by whole sessions, also by events long before the range", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const count = async (...filters: object[]) => {
    const { body, status } = await ask({ kind: "TrendsQuery", series: [paid], dateRange, properties: filters });
    assert.is(status, 200, JSON.stringify(body));
    return (body.results as unknown as Line[])[0]?.count;
  };
  assert.is(await count(), 3);
  assert.is(await count(session("$entry_pathname", "/from/ad")), 1);
  assert.is(await count(session("$exit_pathname", "/buy")), 1);
  assert.is(await count(session("$channel_type", ["Paid Search", "Direct"])), 2);
  assert.is(await count(session("$pageview_count", 1, "gt")), 1);
  assert.is(await count(session("$is_bounce", ["true"])), 1);
  assert.is(await count(session("$entry_utm_source", "", "is_not_set")), 1, "events without a session do not count");
  assert.is(await count(session("$start_timestamp", "2024-05-05", "is_date_before")), 1);
  assert.is(await count(column("distinct_id", "bob")), 2);
  assert.is(await count(column("timestamp", "2024-05-09T08:30:00Z", "is_date_after")), 2);
  assert.is(await count(column("event", "paid"), column("$session_id", "s2")), 1);
});

properties("break trends, funnels and retention down", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const trend = async (breakdown: string, breakdown_type: string) => {
    const breakdownFilter = { breakdown, breakdown_type };
    const { body } = await ask({ kind: "TrendsQuery", series: [paid], dateRange, breakdownFilter });
    return (body.results as unknown as Line[]).map(({ label, count }) => [label, count]);
  };
  assert.equal(await trend("$channel_type", "session"), [
    ["Direct", 1],
    ["Paid Search", 1],
  ]);
  assert.equal(await trend("$pageview_count", "session"), [
    ["1", 1],
    ["2", 1],
  ]);
  assert.equal(await trend("distinct_id", "event_metadata"), [
    ["bob", 2],
    ["ann", 1],
  ]);
  const { body: funnel } = await ask({
    kind: "FunnelsQuery",
    series: [{ kind: "EventsNode", event: "$pageview" }, paid],
    dateRange,
    breakdownFilter: { breakdown: "distinct_id", breakdown_type: "event_metadata" },
  });
  const steps = funnel.results as unknown as { breakdown_value: unknown; count: number }[][];
  assert.equal(steps.map((line) => [line[0]?.breakdown_value, line.map(({ count }) => count)]).toSorted(), [
    [["ann"], [1, 1]],
    [["bob"], [1, 1]],
  ]);
  const entity = { id: "paid", type: "events" };
  const { body: retention } = await ask({
    kind: "RetentionQuery",
    dateRange: { date_to: "2024-05-09" },
    retentionFilter: { totalIntervals: 1, targetEntity: entity, returningEntity: entity },
    breakdownFilter: { breakdowns: [{ property: "$entry_pathname", type: "session" }] },
  });
  const rows = retention.results as unknown as { breakdown_value: unknown; values: { count: number }[] }[];
  assert.equal(
    rows.map(({ breakdown_value: value, values }) => [value, values[0]?.count]),
    [
      ["/", 1],
      ["/from/ad", 1],
    ],
  );
});

properties("are refused by name where there are none", async () => {
  const { hoglet, ask } = await openTables({ now: DATA.now });
  await using _ = hoglet;
  const refusal = async (fields: object) => {
    const { status, body } = await ask({ kind: "TrendsQuery", series: [paid], ...fields });
    assert.is(status, 400);
    return String((body as unknown as { detail: unknown }).detail);
  };
  assert.match(await refusal(of("session")), "moon");
  assert.match(await refusal(of("event_metadata")), "moon");
  assert.match(await refusal({ properties: [{ type: "session", key: "moon", value: 1 }] }), "moon");
});

properties.run();
