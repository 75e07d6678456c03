import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTools } from "../../../adapters/mcp/tools/index.ts";
import { readWireFixtures } from "../../clients/wire-fixture.ts";
import { connect, refusal } from "./support/connect.ts";

const NOW = "2026-03-04T12:00:00Z";
const at = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();

const SHOP = [
  { event: "signed up", distinct_id: "u1", timestamp: at(-5), properties: { plan: "pro", $set: { email: "a@x.io" } } },
  { event: "order paid", distinct_id: "u1", timestamp: at(-4), properties: { amount: 20 } },
  { event: "signed up", distinct_id: "u2", timestamp: at(-3), properties: { plan: "free" } },
];

const listing = suite("the list of tools");

listing("has at most 20, and few tokens: 3,500, at four characters each", async () => {
  await using mcp = await connect(
    {},
    {
      run: async () => ({ exit_code: 0, timed_out: false, output: "" }),
      moveClock: async () => ({ now: NOW, ran: [] }),
      reset: async () => 0,
    },
  );
  const { tools } = await mcp.client.listTools();
  assert.is(tools.length, 20);
  assert.ok(JSON.stringify(tools).length <= 14_000, String(JSON.stringify(tools).length));
  for (const tool of tools) {
    assert.match(tool.name, /^[a-z][a-z-]{2,24}$/);
    assert.ok((tool.description ?? "").length <= 220, tool.name);
    assert.ok(tool.outputSchema !== undefined && tool.annotations !== undefined, tool.name);
  }
});

listing("says what only reads and what deletes", async () => {
  await using mcp = await connect({}, { reset: async () => 0 });
  const { tools } = await mcp.client.listTools();
  const hints = new Map(tools.map(({ name, annotations }) => [name, annotations]));
  assert.is(hints.get("events-list")?.readOnlyHint, true);
  assert.is(hints.get("insight-create")?.readOnlyHint, false);
  assert.is(hints.get("instance-reset")?.destructiveHint, true);
  assert.is(hints.get("query-trends")?.openWorldHint, false);
});

listing("has PostHog's names where its server has the tool", () => {
  const names = new Set(createTools().map(({ name }) => name));
  const theirs = ["execute-sql", "read-data-schema", "query-trends", "query-funnel", "query-retention"];
  for (const name of [
    ...theirs,
    "query-paths",
    "insight-create",
    "dashboard-create",
    "create-feature-flag",
    "persons-retrieve",
  ])
    assert.ok(names.has(name), name);
});

listing("leaves out what the instance cannot do, and says so to a caller", async () => {
  await using mcp = await connect();
  const { tools } = await mcp.client.listTools();
  assert.not.ok(tools.some(({ name }) => ["run-command", "instance-reset", "test-clock-set"].includes(name)));
  assert.match(await refusal(mcp.call("run-command", { command: ["ls"] })), /commands run on stdio only/);
  assert.match(await refusal(mcp.call("query-trend")), /There is no tool query-trend\. Near names: "query-trends"/);
});

listing.run();

const looking = suite("events-list and event-wait");

looking("the newest first, and what came since a cursor", async () => {
  await using mcp = await connect({ now: NOW });
  await mcp.hoglet.capture(SHOP);
  const newest = await mcp.call("events-list", { limit: 2 });
  assert.equal(
    newest.results.map(({ event }) => event),
    ["signed up", "order paid"],
  );
  const none = await mcp.call("events-list", { after: newest["next_after"] });
  assert.equal(none.results, []);
  assert.match(none.summary, /No event arrived since cursor/);
  await mcp.hoglet.capture([
    { event: "seen", distinct_id: "u3" },
    { event: "order paid", distinct_id: "u3" },
  ]);
  const since = await mcp.call("events-list", { after: newest["next_after"], event: "order paid" });
  assert.equal(
    since.results.map(({ distinct_id }) => distinct_id),
    ["u3"],
  );
  const rest = await mcp.call("events-list", { after: since["next_after"] });
  assert.equal(rest.results, []);
});

looking("filters by values, and a list without a match says which filter to leave out", async () => {
  await using mcp = await connect({ now: NOW });
  await mcp.hoglet.capture(SHOP);
  const found = await mcp.call("events-list", { where: { plan: "free" } });
  assert.equal(
    found.results.map(({ distinct_id }) => distinct_id),
    ["u2"],
  );
  const same = await mcp.call("events-list", { where: { plan: "free" }, after: 0 });
  assert.equal(
    same.results.map(({ distinct_id }) => distinct_id),
    ["u2"],
  );
  const none = await mcp.call("events-list", { event: "signed up", where: { plan: "team" } });
  assert.match(none.summary, /none matches where/);
  const misspelt = await mcp.call("events-list", { event: "Signed_Up" });
  assert.match(misspelt.summary, /No event is called "Signed_Up"\. Near names: "signed up"/);
});

looking("an event of posthog-js takes less than 500 bytes, the app's own properties first", async () => {
  await using mcp = await connect();
  const { body = "" } = readWireFixtures().get("posthog-js-json") ?? {};
  const [sent] = (JSON.parse(body) as { batch: { properties: Record<string, unknown> }[] }).batch;
  // A page view alone has a title.
  const { title: _, ...added } = sent?.properties ?? {};
  const properties = { ...added, plan: "pro" };
  assert.ok(JSON.stringify(properties).length > 900);
  await mcp.hoglet.capture({ event: "signed up", distinct_id: "018f0000-0000-7000-8000-000000000001", properties });
  const [listed] = (await mcp.call("events-list")).results;
  assert.is(Object.keys(listed?.["properties"] as object)[0], "plan");
  assert.ok(JSON.stringify(listed).length < 500, JSON.stringify(listed));
});

looking("an empty hoglet says where SDKs send", async () => {
  await using mcp = await connect();
  const { summary, try_next: next } = await mcp.call("events-list");
  assert.match(summary, /http:\/\/127\.0\.0\.1:8010 with the token phc_1/);
  assert.ok(next !== undefined && next.length > 0);
});

looking("large properties are cut, and the event is whole by its uuid", async () => {
  await using mcp = await connect();
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`key ${index}`, "y".repeat(280)]));
  await mcp.hoglet.capture(
    Array.from({ length: 40 }, () => ({
      event: "big",
      distinct_id: "u1",
      properties: { text: "x".repeat(5000), ...many },
    })),
  );
  const list = await mcp.call("events-list", { limit: 200 });
  assert.ok(JSON.stringify(list).length <= 20_500, String(JSON.stringify(list).length));
  assert.is(list["truncated"], true);
  assert.match(list.summary, /left out/);
  const whole = await mcp.call("events-list", { uuid: list.results[0]?.["uuid"] });
  assert.is(Object.keys(whole.results[0]?.["properties"] as object).length >= 60, true);
});

looking("waits until it comes", async () => {
  await using mcp = await connect();
  const waiting = mcp.call("event-wait", { event: "paid", timeout_s: 50, where: { amount: 3 } });
  await mcp.hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 2 } });
  await mcp.hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 3 } });
  const { results } = await waiting;
  assert.equal(
    results.map(({ properties }) => (properties as { amount: number }).amount),
    [3],
  );
});

looking("finds what came between a cursor and the call", async () => {
  await using mcp = await connect();
  const { next_after: after } = await mcp.call("events-list");
  await mcp.hoglet.capture({ event: "paid", distinct_id: "u1" });
  const { results } = await mcp.call("event-wait", { event: "paid", after, timeout_s: 0 });
  assert.is(results.length, 1);
});

looking("else says what came instead, and what was refused", async () => {
  await using mcp = await connect();
  const { next_after: after } = await mcp.call("events-list");
  await mcp.hoglet.capture([
    { event: "order_payd", distinct_id: "u1" },
    { event: "order paid", distinct_id: "u2" },
  ]);
  assert.is(await mcp.send({ api_key: "phc_other", event: "x", distinct_id: "u1" }), 401);
  const told = await mcp.call("event-wait", { event: "order paid", distinct_id: "u1", after, timeout_s: 0 });
  assert.equal(told.results, []);
  assert.match(told.summary, /1 of that name came with another distinct id/);
  assert.match(told.summary, /Near names came instead: "order_payd"/);
  assert.equal(told["came_instead"], [
    { event: "order_payd", count: 1 },
    { event: "order paid", count: 1 },
  ]);
  assert.is(told["refused"][0].status, 401);
});

looking("wrong arguments are named", async () => {
  await using mcp = await connect();
  assert.match(await refusal(mcp.call("events-list", { limit: 500 })), /^limit: .*200/);
  assert.match(
    await refusal(mcp.call("events-list", { evnt: "x" })),
    /evnt: there is no such field; there are event, /,
  );
  assert.match(await refusal(mcp.call("event-wait", {})), /event: is missing/);
  assert.match(await refusal(mcp.call("event-wait", { event: "x", timeout_s: 600 })), /timeout_s: .*50/);
});

looking.run();

const diagnosis = suite("event-diagnose");

async function causes(mcp: Awaited<ReturnType<typeof connect>>, args: Record<string, unknown>) {
  const told = await mcp.call("event-diagnose", args);
  return { told, found: told.results.map(({ finding }) => finding) };
}

diagnosis("nothing was sent: the address, the token, and what to check", async () => {
  await using mcp = await connect();
  const { told, found } = await causes(mcp, { event: "paid" });
  assert.equal(found, ["no_request"]);
  assert.match(JSON.stringify(told.results), /phc_1/);
});

diagnosis("nothing was sent, since the app sends to a port that another program has", async () => {
  await using mcp = await connect({}, { url: "http://127.0.0.1:40123", takenPort: 8010 });
  assert.match((await causes(mcp, {})).told.summary, /Port 8010 was taken when it started: an app that sends there/);
  await using usual = await connect();
  assert.not.match(JSON.stringify(await usual.call("event-diagnose")), /taken/);
});

diagnosis("a refused token", async () => {
  await using mcp = await connect();
  await mcp.send({ api_key: "phc_wrong", event: "paid", distinct_id: "u1" });
  const { told, found } = await causes(mcp, { event: "paid" });
  assert.is(found[0], "refused");
  assert.match(told.summary, /A request with this event was refused with 401/);
});

diagnosis("another token, in the page's words", async () => {
  await using mcp = await connect();
  await mcp.send({ api_key: "phc_wrong", event: "other", distinct_id: "u1" });
  const { told, found } = await causes(mcp, { event: "paid" });
  assert.is(found[0], "other_token");
  assert.match(told.summary, /^1 request arrived with the token phc_wrong, not this project's\./);
});

diagnosis("another name", async () => {
  await using mcp = await connect();
  await mcp.send({ api_key: "phc_1", event: "orderPaid", distinct_id: "u1" });
  const { told, found } = await causes(mcp, { event: "order paid" });
  assert.equal(found, ["other_name"]);
  assert.match(told.summary, /"orderPaid" came: the app probably misspells it/);
});

diagnosis("another distinct id, and another time", async () => {
  await using mcp = await connect({ now: NOW });
  await mcp.send({ api_key: "phc_1", event: "paid", distinct_id: "anon", timestamp: at(-24 * 40) });
  assert.equal((await causes(mcp, { event: "paid", distinct_id: "u1" })).found, ["other_distinct_id"]);
  const { found } = await causes(mcp, { event: "paid", distinct_id: "anon" });
  assert.equal(found, ["other_time"]);
});

diagnosis("a name that no request carried, and one that is there", async () => {
  await using mcp = await connect();
  await mcp.send({ api_key: "phc_1", event: "paid", distinct_id: "u1" });
  assert.equal((await causes(mcp, { event: "newsletter opened" })).found, ["never_sent"]);
  const { told, found } = await causes(mcp, { event: "paid" });
  assert.equal(found, []);
  assert.match(told.summary, /The event is there/);
});

diagnosis("a refused request with the event is told once, and as sent", async () => {
  await using mcp = await connect();
  await mcp.send({ api_key: "phc_1", event: "visited", distinct_id: "u1" });
  await mcp.send({ api_key: "phc_1", event: "paid" });
  const { told, found } = await causes(mcp, { event: "paid" });
  assert.equal(found, ["refused"]);
  assert.match(told.summary, /with this event was refused with 400: event submitted without a distinct_id/);
});

diagnosis("warnings of ingestion", async () => {
  await using mcp = await connect();
  await mcp.send({
    api_key: "phc_1",
    event: "$identify",
    distinct_id: "undefined",
    properties: { $anon_distinct_id: "a1" },
  });
  const { told } = await causes(mcp, { event: "paid" });
  assert.ok(
    told.results.some(({ finding }) => finding === "warned"),
    JSON.stringify(told),
  );
});

diagnosis("contents that were not kept", async () => {
  await using mcp = await connect();
  await mcp.hoglet.fetch("/i/v1/logs?token=phc_1", { method: "POST", body: "{}" });
  const { told } = await causes(mcp, { event: "paid" });
  const found = told.results.find(({ finding }) => finding === "warned");
  assert.match(String(found?.["says"]), /^1 request to \/i\/v1\/logs, with logs: /);
});

diagnosis.run();

const person = suite("persons-retrieve");

person("distinct ids, merges, and who set which property when", async () => {
  await using mcp = await connect({ now: NOW });
  await mcp.hoglet.capture([
    { event: "seen", distinct_id: "anon", timestamp: at(-3), properties: { $set_once: { source: "ad" } } },
    {
      event: "$identify",
      distinct_id: "u1",
      timestamp: at(-2),
      properties: { $anon_distinct_id: "anon", $set: { plan: "free" } },
    },
    { event: "upgraded", distinct_id: "u1", timestamp: at(-1), properties: { $set: { plan: "pro" } } },
  ]);
  const told = await mcp.call("persons-retrieve", { distinct_id: "anon" });
  assert.equal(new Set(told.results[0]?.["distinct_ids"] as string[]), new Set(["anon", "u1"]));
  assert.equal(
    told["merges"].map(({ event, joined }: Record<string, string>) => [event, joined]),
    [["$identify", "anon"]],
  );
  const plan = told["properties"].find(({ name }: { name: string }) => name === "plan");
  assert.is(plan.value, "pro");
  assert.equal(
    plan.set_by.map(({ event, value }: Record<string, string>) => [event, value]),
    [
      ["upgraded", "pro"],
      ["$identify", "free"],
    ],
  );
  assert.match(told["url"], /\/ui\/#\/p\/1\/persons\//);
});

person("nobody, somebody without a profile, and several", async () => {
  await using mcp = await connect();
  await mcp.hoglet.capture({ event: "seen", distinct_id: "p1", properties: { $process_person_profile: false } });
  assert.match((await mcp.call("persons-retrieve", { distinct_id: "nobody" })).summary, /Nothing came from "nobody"/);
  assert.match((await mcp.call("persons-retrieve", { distinct_id: "p1" })).summary, /without a person/);
  assert.match(await refusal(mcp.call("persons-retrieve", {})), /one of distinct_id, id and search/);
});

person.run();

const schema = suite("read-data-schema");

schema("names, properties, values, in PostHog's wrapped form too", async () => {
  await using mcp = await connect({ now: NOW });
  await mcp.hoglet.capture(SHOP);
  const events = await mcp.call("read-data-schema", { query: { kind: "events" } });
  assert.equal(
    events.results.map(({ name, count }) => [name, count]),
    [
      ["signed up", 2],
      ["order paid", 1],
    ],
  );
  const properties = await mcp.call("read-data-schema", { kind: "event_properties", event_name: "order paid" });
  assert.equal(properties.results, [{ name: "amount", type: "Numeric" }]);
  const values = await mcp.call("read-data-schema", {
    kind: "event_property_values",
    property_name: "plan",
    event_name: "signed up",
  });
  assert.equal(new Set(values.results.map(({ name }) => name)), new Set(["pro", "free"]));
  const ofPersons = await mcp.call("read-data-schema", { kind: "entity_properties", entity: "person" });
  assert.ok(ofPersons.results.some(({ name }) => name === "email"));
  assert.match(
    (await mcp.call("read-data-schema", { kind: "event_properties", event_name: "order payd" })).summary,
    /Near names: "order paid"/,
  );
  assert.match((await mcp.call("read-data-schema", { kind: "feature_flags" })).summary, /no feature flag/);
  assert.match(
    await refusal(mcp.call("read-data-schema", { kind: "event_property_values" })),
    /property_name: is missing/,
  );
});

schema.run();
