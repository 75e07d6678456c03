import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTables } from "./open-tables.ts";

// Expected values: reference/query.md 4.13, counted by hand.

const seen = (distinct_id: string, $session_id: string, timestamp: string, properties: object = {}) => ({
  event: "$pageview",
  distinct_id,
  timestamp,
  properties: { $session_id, ...properties },
});

const DATA = {
  now: "2024-05-10T12:00:00Z",
  persons: [{ distinct_ids: ["ann"], properties: { email: "ann@x.org", plan: "pro" } }, { distinct_ids: ["bob"] }],
  events: [
    seen("ann", "s1", "2024-05-10T08:00:00Z", { $current_url: "https://x.org/a" }),
    seen("ann", "s1", "2024-05-10T08:00:30Z", { $current_url: "https://x.org/b" }),
    { event: "paid", distinct_id: "ann", timestamp: "2024-05-10T08:01:00Z", properties: { $session_id: "s1", n: 2 } },
    seen("bob", "s2", "2024-05-10T09:00:00Z"),
    { event: "paid", distinct_id: "bob", timestamp: "2024-05-10T09:00:00Z", properties: { $session_id: "s2", n: 1 } },
    seen("bob", "s0", "2024-05-08T09:00:00Z"),
  ],
};

const sessions = suite("SessionsQuery");

sessions("lists the sessions of the last day, their columns, persons and the whole session", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const select = [
    "session_id",
    "session.$session_duration",
    "person_display_name",
    "person.properties.plan",
    "$pageview_count AS n",
  ];
  const { status, body } = await ask({ kind: "SessionsQuery", select });
  assert.is(status, 200, JSON.stringify(body));
  const { results: people } = await hoglet.persons.list({});
  const uuidOf = (name: string) => people.find(({ distinct_ids }) => distinct_ids.includes(name))?.uuid;
  assert.equal(body["columns"] as unknown, [...select.slice(0, 4), "n"]);
  assert.equal(body.results, [
    ["s1", 60, { display_name: "ann@x.org", id: uuidOf("ann"), distinct_id: "ann" }, "pro", 2],
    ["s2", 0, { display_name: "bob", id: uuidOf("bob"), distinct_id: "bob" }, null, 1],
  ]);
  const { body: whole } = await ask({ kind: "SessionsQuery", select: [], limit: 1 });
  assert.equal(whole.results, [
    [
      {
        session_id: "s1",
        distinct_id: "ann",
        $start_timestamp: "2024-05-10T08:00:00Z",
        $end_timestamp: "2024-05-10T08:01:00Z",
        $session_duration: 60,
        $entry_current_url: "https://x.org/a",
        $end_current_url: "https://x.org/b",
        $pageview_count: 2,
        $autocapture_count: 0,
        $screen_count: 0,
        $is_bounce: false,
      },
    ],
  ]);
  assert.is(whole["hasMore"], true);
});

sessions("narrows by time, expression, filters, events and persons", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const ids = async (fields: object) => {
    const { status, body } = await ask({ kind: "SessionsQuery", select: ["session_id"], after: "all", ...fields });
    assert.is(status, 200, JSON.stringify(body));
    return body.results.flat();
  };
  assert.equal(await ids({}), ["s0", "s1", "s2"]);
  assert.equal(await ids({ after: "2024-05-10T08:00:00Z" }), ["s2"], "strictly later");
  assert.equal(await ids({ before: "2024-05-10T08:00:00Z" }), ["s0"]);
  assert.equal(await ids({ where: ["$session_duration > 10"] }), ["s1"]);
  assert.equal(await ids({ event: "paid" }), ["s1", "s2"]);
  assert.equal(await ids({ event: "paid", eventProperties: [{ type: "event", key: "n", value: 1, operator: "gt" }] }), [
    "s1",
  ]);
  const { id } = await hoglet.actions.create({ name: "pays", steps: [{ event: "paid" }] });
  assert.equal(await ids({ actionId: id }), ["s1", "s2"]);
  assert.equal(await ids({ properties: [{ type: "session", key: "$session_duration", value: 0, operator: "gt" }] }), [
    "s1",
  ]);
  assert.equal(await ids({ fixedProperties: [{ type: "person", key: "plan", value: "pro", operator: "exact" }] }), [
    "s1",
  ]);
  const [person] = (await hoglet.persons.list({ distinct_id: "bob" })).results;
  assert.equal(await ids({ personId: person?.uuid }), ["s0", "s2"]);
  assert.equal((await ask({ kind: "SessionsQuery", select: ["count()"], after: "all" })).body.results, [[3]]);
  assert.equal(await ids({ orderBy: ["session.$start_timestamp DESC"], limit: 1 }), ["s2"]);
});

sessions("refuses fields of other tables, and expressions that are none", async () => {
  const { hoglet, ask } = await openTables({ now: DATA.now });
  await using _ = hoglet;
  for (const fields of [{ select: ["event"] }, { select: ["("] }, { select: ["*"], dateRange: {} }, {}]) {
    assert.is((await ask({ kind: "SessionsQuery", ...fields })).status, 400, JSON.stringify(fields));
  }
});

sessions.run();
