import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";
import type { Rest } from "./ask.ts";

const TREND = "/api/projects/1/insights/trend/";
const RETENTION = "/api/projects/1/insights/retention/";

interface Reply {
  result: { status?: string; label: string; data: number[]; breakdown_value?: string }[];
  [field: string]: unknown;
}

/** A world in which each of `count` persons opened a different page now. */
async function openPages(count: number): Promise<Rest> {
  const rest = openRest();
  const events = Array.from({ length: count }, (_, index) => {
    return { event: "$pageview", distinct_id: `p${index}`, properties: { page: `/${String(index).padStart(2, "0")}` } };
  });
  await rest.capture(events);
  return rest;
}

const api = suite("P/insights/trend/");

api("answers in its envelope, by POST and by GET, by a form and by the older path", async () => {
  const { ask, close } = await openPages(2);
  const events = [{ id: "$pageview" }];
  const { status, body } = await ask<Reply>("POST", TREND, { body: { events } });
  assert.is(status, 200);
  assert.equal(Object.keys(body), ["result", "timezone", "is_cached", "last_refresh", "next"]);
  assert.equal([body["is_cached"], body["last_refresh"], body["next"]], [false, "2024-06-10T12:00:00Z", null]);
  assert.is(body.result[0]?.data.at(-1), 2);
  const query = new URLSearchParams({ events: JSON.stringify(events) }).toString();
  const form = { body: query, contentType: "application/x-www-form-urlencoded" };
  const others = [
    await ask<Reply>("GET", `${TREND}?${query}`),
    await ask<Reply>("GET", `/api/insight/trend/?${query}`),
    await ask<Reply>("POST", TREND, form),
  ];
  for (const other of others) assert.equal(other.body, { ...body, is_cached: true });
  close();
});

api("answers from the cache until something is captured, and afresh when told to", async () => {
  const { ask, capture, clock, close } = await openPages(1);
  const body = { events: [{ id: "$pageview", math: "dau" }] };
  const asked = async (rest = {}) => {
    const answer = (await ask<Reply>("POST", TREND, { body: { ...body, ...rest } })).body;
    return [answer.result[0]?.data.at(-1), answer["is_cached"], answer["last_refresh"]];
  };
  assert.equal(await asked(), [1, false, "2024-06-10T12:00:00Z"]);
  clock.nowMs += 1000;
  assert.equal(await asked(), [1, true, "2024-06-10T12:00:00Z"]);
  assert.equal(await asked({ refresh: "true" }), [1, false, "2024-06-10T12:00:01Z"]);
  await capture({ event: "$pageview", distinct_id: "new" });
  assert.equal(await asked(), [2, false, "2024-06-10T12:00:01Z"]);
  close();
});

api("pages through breakdown values by absolute links", async () => {
  const { ask, close } = await openPages(30);
  const body = { events: [{ id: "$pageview" }], breakdown: "page" };
  const first = (await ask<Reply>("POST", TREND, { body })).body;
  assert.is(first.result.length, 25);
  const next = String(first["next"]);
  assert.match(next, /^http:\/\/[^/]+\/api\/projects\/1\/insights\/trend\/\?/);
  const second = (await ask<Reply>("GET", next)).body;
  assert.equal([second.result.length, second["next"]], [5, null]);
  const seen = [...first.result, ...second.result].map(({ breakdown_value: value }) => value);
  assert.is(new Set(seen).size, 30);
  close();
});

api("serves lifecycle and stickiness", async () => {
  const { ask, close } = await openPages(1);
  const body = { events: [{ id: "$pageview" }], date_from: "-1d" };
  for (const asked of [{ insight: "lifecycle" }, { insight: "TRENDS", shown_as: "Lifecycle" }]) {
    const { result } = (await ask<Reply>("POST", TREND, { body: { ...body, ...asked } })).body;
    assert.equal(
      result.map(({ status, data }) => [status, data]),
      [
        ["new", [0, 1]],
        ["returning", [0, 0]],
        ["resurrecting", [0, 0]],
        ["dormant", [0, 0]],
      ],
    );
  }
  for (const asked of [{ insight: "STICKINESS" }, { shown_as: "Stickiness" }]) {
    const { body: answer } = await ask<Reply>("POST", TREND, { body: { ...body, ...asked } });
    assert.equal([answer.result[0]?.data, "next" in answer], [[1, 0], false]);
  }
  assert.is((await ask("POST", TREND, { body: { ...body, insight: "FUNNELS" } })).status, 400);
  close();
});

api("needs insight:read, and says which field is wrong", async () => {
  const { ask, key, close } = openRest();
  assert.is((await ask("GET", TREND, { key: null })).status, 401);
  assert.is((await ask("GET", TREND, { key: key(["person:read"]) })).status, 403);
  assert.is((await ask("GET", TREND, { key: key(["insight:read"]) })).status, 200);
  const { status, body } = await ask("POST", TREND, { body: { events: [{ id: "a", math: "sum" }] } });
  assert.equal([status, body["type"], body["attr"]], [400, "validation_error", "events__0__math_property"]);
  close();
});

api.run();

const retention = suite("P/insights/retention/");

retention("answers by POST and by GET, with links to the persons", async () => {
  const { ask, close } = await openPages(2);
  const { status, body } = await ask<{ result: { values: { count: number; people_url: string }[] }[] }>(
    "POST",
    RETENTION,
    {
      body: { target_entity: { id: "$pageview", type: "events" }, total_intervals: 2 },
    },
  );
  assert.is(status, 200);
  assert.equal(Object.keys(body), ["result", "timezone", "is_cached", "last_refresh"]);
  assert.equal(
    body.result.map(({ values }) => values.map(({ count }) => count)),
    [[0, 0], [2]],
  );
  assert.match(body.result[1]?.values[0]?.people_url ?? "", /^http:\/\/[^/]+\/api\/projects\/1\/persons\/retention\//);
  const query = new URLSearchParams({ target_entity: '{"id":"$pageview"}', total_intervals: "2" }).toString();
  const byGet = await ask<typeof body>("GET", `${RETENTION}?${query}`);
  assert.equal(byGet.body.result, body.result);
  close();
});

retention.run();
