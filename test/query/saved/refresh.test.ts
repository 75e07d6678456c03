import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

// `refresh`, `filters_override` and `variables_override` of saved insights and dashboards (reference/query.md 2.3, 6.2, 6.3).

type Body = Record<string, unknown>;
interface Insight extends Body {
  id: number;
  query: { source: Body };
  result: unknown;
  is_cached: boolean;
  query_status?: { id: string; complete: boolean; error: boolean; error_message: string | null } & Body;
}
interface Dashboard extends Body {
  id: number;
  tiles: { id: number; insight: Insight }[];
}

async function open() {
  const hoglet = await createHoglet({ now: "2024-03-10T12:00:00Z" });
  await hoglet.capture([
    { event: "seen", distinct_id: "a", timestamp: "2024-03-09T10:00:00Z" },
    { event: "seen", distinct_id: "b", timestamp: "2024-03-10T10:00:00Z" },
  ]);
  const ask = async <T = Body>(method: string, path: string, body?: unknown) => {
    const response = await hoglet.fetch(`http://hoglet.test/api/projects/1/${path}`, {
      method,
      headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as T };
  };
  const save = async (query: unknown) => (await ask<Insight>("POST", "insights/", { query })).body;
  return { hoglet, ask, save };
}

const SEEN = { kind: "TrendsQuery", series: [{ event: "seen" }], dateRange: { date_from: "-1d" } };
const WRONG = { kind: "TrendsQuery", series: [{ event: "seen", math: "sum" }] };
const VARIABLE = { variableId: "v1", code_name: "name", value: "seen" };
const SQL = {
  kind: "HogQLQuery",
  query: "select count() from events where event = {variables.name}",
  variables: { v1: VARIABLE },
};

const data = ({ result }: Insight) => (result as { data: number[] }[] | null)?.map((line) => line.data) ?? null;

const datesOf = (tile: { insight: Insight } | undefined) => tile?.insight.query.source["dateRange"];

const refresh = suite("refresh of saved insights and dashboards");

refresh("gives what is there, or computes; query/ shares the answer", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  const { id } = await save(SEEN);
  const get = async (rest: string) => (await ask<Insight>("GET", `insights/${id}/${rest}`)).body;
  for (const rest of ["", "?refresh=force_cache", "?refresh=false"]) assert.is((await get(rest)).result, null);
  const computed = await get("?refresh=blocking");
  assert.equal([data(computed), computed.is_cached], [[[1, 1]], false]);
  for (const rest of ["", "?refresh=blocking", "?refresh=async", "?refresh=lazy_async"]) {
    const kept = await get(rest);
    assert.equal([data(kept), kept.is_cached], [[[1, 1]], true], rest);
  }
  assert.is((await get("?refresh=force_blocking")).is_cached, false);
  assert.is((await get("?refresh=true&basic=true")).result, null);
  assert.is((await ask("POST", "query/", { query: SEEN })).body["is_cached"], true);
});

refresh("runs beside the request with async and its like; query/:id has the answer", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  const { id } = await save(SEEN);
  for (const word of ["async", "force_async"]) {
    const { status, body } = await ask<Insight>("GET", `insights/${id}/?refresh=${word}`);
    assert.equal([status, body.result, body.query_status?.complete], [200, null, false]);
    assert.is(body.query_status?.["insight_id"], id);
    const done = await untilDone(ask, body.query_status?.id ?? "");
    assert.equal((done["results"] as Body[])[0]?.["data"], [1, 1]);
  }
});

refresh("lays filters and values of variables over the question, and shows it so", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  const { id } = await save(SQL);
  const other = JSON.stringify({ v1: { ...VARIABLE, value: "paid" } });
  const own = (await ask<Insight>("GET", `insights/${id}/?refresh=blocking`)).body;
  assert.equal(own.result, [[2]]);
  const over = (
    await ask<Insight>("GET", `insights/${id}/?refresh=blocking&variables_override=${encodeURIComponent(other)}`)
  ).body;
  assert.equal(over.result, [[0]]);
  assert.is((over.query.source["variables"] as { v1: { value: string } }).v1.value, "paid");
  assert.is((await ask("GET", `insights/${id}/?refresh=blocking&variables_override=7`)).status, 400);
});

refresh("answers the tiles of a dashboard under its filters, and a wrong question in its own tile", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  const [seen, wrong] = [await save(SEEN), await save(WRONG)];
  const tiles = [{ insight: seen.id }, { insight: wrong.id }];
  const { body: made } = await ask<Dashboard>("POST", "dashboards/", {
    tiles,
    filters: { date_from: "2024-03-10", date_to: "2024-03-10" },
  });
  assert.equal(
    made.tiles.map(({ insight }) => insight.result),
    [null, null],
  );
  const get = async (rest: string) => (await ask<Dashboard>("GET", `dashboards/${made.id}/${rest}`)).body.tiles;
  assert.is((await get(""))[0]?.insight.result, null);
  const [first, second] = await get("?refresh=blocking");
  assert.equal(first && data(first.insight), [[1]]);
  assert.equal(datesOf(first), { date_from: "2024-03-10", date_to: "2024-03-10" });
  assert.equal([second?.insight.result, second?.insight.query_status?.error], [null, true]);
  assert.match(second?.insight.query_status?.error_message ?? "", /needs a math_property/);
  assert.equal([(await get(""))[0]?.insight.is_cached], [true]);
  const filters = encodeURIComponent('{"date_from":"2024-03-09","date_to":"2024-03-09"}');
  const [over] = await get(`?refresh=force_blocking&filters_override=${filters}`);
  assert.equal(over && data(over.insight), [[1]]);
  assert.equal(datesOf(over), { date_from: "2024-03-09", date_to: "2024-03-09" });
});

refresh("answers a tile under its own filters, in the place of the dashboard's and the request's", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  const seen = await save(SEEN);
  const [days, other] = [
    { date_from: "2024-03-09", date_to: "2024-03-09" },
    { date_from: "2024-03-10", date_to: "2024-03-10" },
  ];
  const { body: made } = await ask<Dashboard>("POST", "dashboards/", {
    tiles: [{ insight: seen.id, filters_overrides: days }, { insight: seen.id }],
    filters: other,
  });
  const get = async (rest: string) => (await ask<Dashboard>("GET", `dashboards/${made.id}/${rest}`)).body.tiles;
  assert.equal((await get("?refresh=blocking")).map(datesOf), [days, other]);
  const over = encodeURIComponent(JSON.stringify({ date_from: "2024-03-08", date_to: "2024-03-08" }));
  assert.equal(datesOf((await get(`?filters_override=${over}`))[0]), days);
  const { body: shown } = await ask<Insight>("GET", `insights/${seen.id}/?from_dashboard=${made.id}`);
  assert.equal((shown.query as unknown as { source: { dateRange: unknown } }).source.dateRange, days);
  // A tile that is sent without them keeps them; null takes them off.
  const [first, second] = made.tiles.map(({ id }) => ({ id, insight: seen.id }));
  const path = `dashboards/${made.id}/`;
  await ask("PATCH", path, { tiles: [{ ...first, width: 3 }, second] });
  assert.equal(datesOf((await get(""))[0]), days);
  await ask("PATCH", path, { tiles: [{ ...first, filters_overrides: null }, second] });
  assert.equal(datesOf((await get(""))[0]), other);
  assert.is((await ask("PATCH", path, { tiles: [{ ...first, filters_overrides: { date_from: 7 } }] })).status, 400);
});

refresh("asks more tiles than may run beside requests", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  const tiles: object[] = [];
  for (let days = 1; days <= 12; days++) {
    tiles.push({ insight: (await save({ ...SEEN, dateRange: { date_from: `-${days}d` } })).id });
  }
  const { body: made } = await ask<Dashboard>("POST", "dashboards/", { tiles });
  const { body } = await ask<Dashboard>("GET", `dashboards/${made.id}/?refresh=force_async`);
  for (const { insight } of body.tiles) {
    if (insight.result !== null) continue;
    assert.is(insight.query_status?.["dashboard_id"], made.id);
    await untilDone(ask, insight.query_status?.id ?? "");
  }
});

refresh("answers the questions of a list when it is asked to", async () => {
  const { hoglet, ask, save } = await open();
  await using _ = hoglet;
  await save(SEEN);
  await save(WRONG);
  const { body: plain } = await ask<{ results: Insight[] }>("GET", "insights/");
  assert.equal(
    plain.results.map(({ result }) => result),
    [null, null],
  );
  const { body } = await ask<{ results: Insight[] }>("GET", "insights/?refresh=blocking");
  assert.equal(
    body.results.map((insight) => [data(insight), insight.query_status?.error ?? null]),
    [
      [null, true],
      [[[1, 1]], null],
    ],
  );
});

refresh("forgets answers in memory when a person is deleted", async () => {
  const { hoglet, ask } = await open();
  await using _ = hoglet;
  const started = await ask<Insight>("POST", "query/", { query: SEEN, refresh: "force_async" });
  const id = started.body.query_status?.id ?? "";
  await untilDone(ask, id);
  const person = await hoglet.persons.list({ distinct_id: "a" });
  await hoglet.persons.delete(person.results[0]?.uuid ?? "");
  assert.is((await ask("GET", `query/${id}/`)).status, 404);
});

async function untilDone(ask: Awaited<ReturnType<typeof open>>["ask"], id: string): Promise<Body> {
  for (;;) {
    const { status, body } = await ask<{ query_status: Body & { results: Body } }>("GET", `query/${id}/`);
    if (status === 200) return body.query_status.results;
    assert.is(status, 202);
    await sleep(5);
  }
}

refresh.run();
