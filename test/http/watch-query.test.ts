import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STREAMS_OF_KEY } from "../../lib/log/list/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { openApi, withKey } from "./open-api.ts";

const node = { kind: "TrendsQuery", series: [{ event: "paid" }], dateRange: { date_from: "-1d" } };
interface Told {
  question: number;
  answer?: { result: unknown };
  failure?: { attr: string };
}
const keepAlive = setTimeout(() => {}, 3_600_000);

/** The reader of a response's server-sent events; comments are left out. */
function readerOf(response: Response) {
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await reader.read();
    if (done) return undefined;
    return value.startsWith(":") ? next() : value;
  };
  return { next, cancel: () => reader.cancel() };
}

const count = (event: string | undefined) =>
  (JSON.parse(/^data: (.+)\n\n$/.exec(event ?? "")?.[1] ?? "null") as { results: { count: number }[] }).results[0]
    ?.count;
const pay = (hoglet: Hoglet) => hoglet.capture({ event: "paid", distinct_id: "u1" });
const toQuery = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])).toString();

const routes = suite("query/watch");

routes("streams the answer and the next ones, to GET and to POST, until the handle closes", async () => {
  const { hoglet, base } = await openApi();
  const init = await withKey(hoglet, ["query:read"]);
  const got = await hoglet.fetch(`${base}/query/watch?${toQuery({ query: node })}`, init);
  const headers = { ...(init.headers as Record<string, string>), "content-type": "application/json" };
  const posted = await hoglet.fetch(`${base}/query/watch`, {
    method: "POST",
    headers,
    body: JSON.stringify({ query: { kind: "InsightVizNode", source: node }, every_ms: 1 }),
  });
  assert.is(got.headers.get("content-type"), "text/event-stream");
  const readers = [got, posted].map(readerOf);
  for (const { next } of readers) assert.is(count(await next()), 0);
  await pay(hoglet);
  for (const { next } of readers) assert.is(count(await next()), 1);
  await hoglet.close();
  for (const { next } of readers) assert.is(await next(), undefined);
});

routes("lays filters over the query", async () => {
  const { hoglet, base } = await openApi();
  await pay(hoglet);
  const init = await withKey(hoglet, ["query:read"]);
  const query = toQuery({ query: node, filters_override: { properties: [{ key: "plan", value: "pro" }] } });
  const { next, cancel } = readerOf(await hoglet.fetch(`${base}/query/watch?${query}`, init));
  assert.is(count(await next()), 0);
  await cancel();
  await hoglet.close();
});

routes("streams the answers to several questions of the older dialect, with links, and the fault of one", async () => {
  const { hoglet, base } = await openApi();
  const init = await withKey(hoglet, ["insight:read"]);
  const headers = { ...(init.headers as Record<string, string>), "content-type": "application/json" };
  const post = (body: object) =>
    hoglet.fetch(`${base}/insights/watch/`, { method: "POST", headers, body: JSON.stringify(body) });
  const paid = { path: "trend", fields: { events: [{ id: "paid" }], date_from: "-1d", breakdown: "plan" } };
  const wrong = { path: "funnel", fields: { events: [{ id: "paid" }], interval: "eon" } };
  const { next, cancel } = readerOf(await post({ questions: [paid, wrong] }));
  const told = [await next(), await next()].map((event) => JSON.parse(event?.slice(6) ?? "null") as Told);
  const [first, second] = told.toSorted((a, b) => a.question - b.question);
  assert.equal([first?.question, second?.question, second?.failure?.attr], [0, 1, "interval"]);
  await pay(hoglet);
  const { answer } = JSON.parse((await next())?.slice(6) ?? "null") as Told;
  const anew = await hoglet.fetch(`${base}/insights/trend/`, {
    method: "POST",
    headers,
    body: JSON.stringify(paid.fields),
  });
  assert.equal(answer?.result, ((await anew.json()) as { result: unknown }).result);
  await cancel();
  for (const questions of [[], [{ path: "none", fields: {} }], Array.from({ length: 51 }, () => paid), undefined])
    assert.is((await post({ questions })).status, 400);
  await hoglet.close();
});

routes("refuses what asking refuses, before it streams", async () => {
  const { hoglet, base } = await openApi();
  const init = await withKey(hoglet, ["query:read"]);
  const statusOf = async (query: string, own: RequestInit = init) =>
    (await hoglet.fetch(`${base}/query/watch?${query}`, own)).status;
  assert.is(await statusOf(""), 400);
  assert.is(await statusOf("query=%7B"), 400);
  assert.is(await statusOf(toQuery({ query: { ...node, interval: "eon" } })), 400);
  for (const ms of ["x", "-1", "3600001"]) {
    const refused = await hoglet.fetch(`${base}/query/watch?${toQuery({ query: node })}&every_ms=${ms}`, init);
    const { attr, detail } = (await refused.json()) as { attr: string; detail: string };
    assert.equal([refused.status, attr, detail], [400, "every_ms", "Expected 0 to 3600000 ms."]);
  }
  assert.is(await statusOf(toQuery({ query: node }), await withKey(hoglet, ["event:read", "insight:read"])), 403);
  assert.is(await statusOf(toQuery({ query: node }), {}), 401);
  await hoglet.close();
});

routes("ends when the key is revoked or loses the scope", async () => {
  const { hoglet, base } = await openApi();
  for (const lose of [
    (id: string) => hoglet.keys.revoke(id),
    (id: string) => hoglet.keys.update(id, { scopes: ["event:read"] }),
  ]) {
    const { id, value } = await hoglet.keys.create({ label: "short", scopes: ["query:read"] });
    const init = { headers: { authorization: `Bearer ${value}` } };
    const { next } = readerOf(await hoglet.fetch(`${base}/query/watch?${toQuery({ query: node })}`, init));
    await next();
    await lose(id);
    assert.is(await next(), undefined);
  }
  await hoglet.close();
});

routes(
  "gives a key as many streams as that of events, both kinds together, and a place back when one ends",
  async () => {
    const { hoglet, base } = await openApi();
    const init = await withKey(hoglet, ["query:read", "event:read"]);
    const open = () => hoglet.fetch(`${base}/query/watch?${toQuery({ query: node })}`, init);
    const [first, ...rest] = await Promise.all(Array.from({ length: STREAMS_OF_KEY }, open));
    assert.equal([...new Set([first, ...rest].map((response) => response?.status))], [200]);
    assert.is((await open()).status, 429);
    assert.is((await hoglet.fetch(`${base}/events/live`, init)).status, 429);
    await first?.body?.cancel();
    const again = await open();
    assert.is(again.status, 200);
    await hoglet.close();
  },
);

routes.after(() => clearTimeout(keepAlive));
routes.run();
