import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openApi, withKey } from "./open-api.ts";

const UUID = "018df000-0000-7000-8000-000000000001";

const routes = suite("eventRoutes");

routes("lists in the envelope, with filters as text and links that keep them", async () => {
  const { hoglet, get } = await openApi();
  await hoglet.capture([
    { event: "viewed", distinct_id: "u1", properties: { plan: "pro" } },
    { event: "viewed", distinct_id: "u1", properties: { plan: "free" } },
    { event: "viewed", distinct_id: "u2", properties: { plan: "pro" } },
    { uuid: UUID, event: "viewed", distinct_id: "u1", properties: { plan: "pro" } },
  ]);
  const properties = encodeURIComponent(JSON.stringify([{ key: "plan", value: "pro" }]));
  const path = `events/?event=viewed&distinct_id=u1&after=2024-03-01&before=&properties=${properties}&limit=1`;
  const { status, body } = await get(path);
  assert.equal([status, Object.keys(body), body.count, body.previous], [200, ENVELOPE, 2, null]);
  assert.equal(Object.keys(body.results?.[0] ?? {}), ROW);
  assert.is(body.results?.[0]?.["uuid"], UUID);
  const next = new URL(body.next ?? "");
  assert.equal([next.searchParams.get("offset"), next.searchParams.get("distinct_id")], ["1", "u1"]);
  const refused = await get("events/?person_id=u1");
  assert.equal([refused.status, refused.body["attr"]], [400, "person_id"]);
});

const ENVELOPE = ["count", "next", "previous", "results"];
const ROW = ["uuid", "event", "distinct_id", "person_id", "timestamp", "created_at", "properties", "elements"];

routes("gives one event by its uuid, or 404", async () => {
  const { hoglet, get } = await openApi();
  await hoglet.capture({ uuid: UUID, event: "viewed", distinct_id: "u1" });
  const { status, body } = await get(`events/${UUID}/`);
  assert.equal([status, body["event"], Object.keys(body)], [200, "viewed", ROW]);
  assert.is((await get("events/018df000-0000-7000-8000-000000000002")).status, 404);
  assert.is((await get("events/nonsense")).status, 404);
});

routes("gives all events of a list as CSV, or those that limit and offset name, newest first", async () => {
  const { hoglet, base } = await openApi();
  await hoglet.capture(
    Array.from({ length: 1201 }, (_, index) => ({
      event: index === 0 ? "paid" : "viewed",
      distinct_id: `u${index % 2}`,
      timestamp: new Date(Date.parse("2024-03-01T00:00:00Z") + (index % 600) * 1000).toISOString(),
      properties: { plan: index % 3 === 0 ? "=cmd()" : "a,b", index },
    })),
  );
  const csv = async (query: string) => {
    const response = await hoglet.fetch(`${base}/events?${query}`, await withKey(hoglet, ["event:read"]));
    assert.match(response.headers.get("content-type") ?? "", "text/csv");
    const [header = "", ...rows] = (await response.text()).trimEnd().split("\r\n");
    return { columns: header.split(","), rows };
  };
  assert.is((await csv("format=csv&event=viewed&limit=7&offset=1195")).rows.length, 5);
  const { columns, rows } = await csv("format=csv&event=viewed");
  assert.is(rows.length, 1200);
  for (const column of ["event", "distinct_id", "timestamp", "properties.plan", "properties.index"])
    assert.ok(columns.includes(column), column);
  const at = columns.indexOf("properties.index");
  const { results } = await hoglet.events.list({ event: "viewed", limit: 1000 });
  assert.equal(
    rows.slice(0, 1000).map((row) => Number(row.replaceAll('"a,b"', "ab").split(",")[at])),
    results.map(({ properties }) => properties["index"]),
  );
  const filters = encodeURIComponent(JSON.stringify([{ key: "index", operator: "lt", value: 10 }]));
  assert.is((await csv(`format=csv&properties=${filters}`)).rows.length, 10);
  assert.is((await csv("format=csv&event=unknown")).rows.length, 0);
  assert.is((await hoglet.fetch(`${base}/events?format=csv`, await withKey(hoglet, ["person:read"]))).status, 403);
});

routes("filters by columns of the event", async () => {
  const { hoglet, get } = await openApi();
  await hoglet.capture([
    { event: "viewed", distinct_id: "u1", uuid: UUID },
    { event: "paid", distinct_id: "u2" },
    { event: "left", distinct_id: "u2" },
  ]);
  const list = async (filter: Record<string, unknown>) => {
    const properties = encodeURIComponent(JSON.stringify([{ type: "event_metadata", ...filter }]));
    const { body } = await get(`events/?properties=${properties}`);
    return body.results?.map(({ event }) => event);
  };
  assert.equal(await list({ key: "event", operator: "is_not", value: "paid" }), ["left", "viewed"]);
  assert.equal(await list({ key: "distinct_id", operator: "is_not", value: "u2" }), ["viewed"]);
  const [viewed] = (await hoglet.events.list({ event: "viewed" })).results;
  assert.equal(await list({ key: "person_id", operator: "exact", value: viewed?.person_id }), ["viewed"]);
});

routes("asks for event:read", async () => {
  const { hoglet, get } = await openApi();
  await hoglet.capture({ uuid: UUID, event: "viewed", distinct_id: "u1" });
  for (const path of ["events", `events/${UUID}`]) {
    assert.is((await get(path, ["event:read"])).status, 200, path);
    assert.is((await get(path, ["person:read"])).status, 403, path);
  }
  assert.is((await get("events/live", ["person:read"])).status, 403);
});

routes("streams events as they come, filtered, until the handle closes", async () => {
  const { hoglet, base } = await openApi();
  const response = await hoglet.fetch(`${base}/events/live?event=paid`, await withKey(hoglet, ["event:read"]));
  assert.is(response.status, 200);
  assert.is(response.headers.get("content-type"), "text/event-stream");
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.is((await reader.read()).value, ": connected\n\n");
  // Without a publisher the poll finds the events; its timer does not keep the process alive.
  const keepAlive = setTimeout(() => {}, 600_000);
  await hoglet.capture([
    { event: "viewed", distinct_id: "u1" },
    { uuid: UUID, event: "paid", distinct_id: "u1" },
  ]);
  const expected = (await hoglet.events.list({ event: "paid" })).results[0];
  assert.is((await reader.read()).value, `id: 2\ndata: ${JSON.stringify(expected)}\n\n`);
  clearTimeout(keepAlive);
  await hoglet.close();
  assert.is((await reader.read()).done, true);
});

routes("ends a stream when its key is revoked, rolled, or loses the scope or the project", async () => {
  const { hoglet, base } = await openApi();
  const other = await hoglet.projects.create({ name: "other" });
  const losses: Record<string, (id: string) => Promise<unknown>> = {
    revoked: (id) => hoglet.keys.revoke(id),
    rolled: (id) => hoglet.keys.roll(id),
    scope: (id) => hoglet.keys.update(id, { scopes: ["person:read"] }),
    project: (id) => hoglet.keys.update(id, { projects: [other.id] }),
  };
  for (const [name, lose] of Object.entries(losses)) {
    const { id, value } = await hoglet.keys.create({ label: name, scopes: ["event:read"] });
    const init = { headers: { authorization: `Bearer ${value}` } };
    const reader = (await hoglet.fetch(`${base}/events/live`, init)).body?.getReader();
    await reader?.read();
    await hoglet.keys.update(id, { label: "renamed" });
    await hoglet.capture({ event: "seen", distinct_id: "u1" });
    assert.match(new TextDecoder().decode((await reader?.read())?.value), /"seen"/, name);
    await lose(id);
    await hoglet.capture({ event: "unseen", distinct_id: "u1" });
    assert.is((await reader?.read())?.done, true, name);
  }
  await hoglet.close();
});

routes("resumes a stream after the last event that the client saw", async () => {
  const { hoglet, base } = await openApi();
  await hoglet.capture(["one", "two", "three"].map((event) => ({ event, distinct_id: "u1" })));
  const init = await withKey(hoglet, ["event:read"], { "last-event-id": "1" });
  const text = (await hoglet.fetch(`${base}/events/live`, init)).text();
  await new Promise((resolve) => setImmediate(resolve));
  await hoglet.close();
  assert.equal(
    [...(await text).matchAll(/^id: (\d+)$/gm)].map((match) => match[1]),
    ["2", "3"],
  );
});

routes.run();
