import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HogletOptions } from "../../lib/index.ts";
import { whenAll } from "../support/rounds.ts";

/** A handle with two persons, and a way to post to its query route as the holder of a key with the given scopes. */
async function openPosts(options: HogletOptions = {}) {
  const hoglet = await createHoglet({ now: "2024-03-10T12:00:00Z", ...options });
  await hoglet.capture([
    { event: "viewed", distinct_id: "u1", properties: { $set: { email: "mira@example.org" } } },
    { event: "viewed", distinct_id: "u2" },
  ]);
  const post = async (body: unknown, { scopes = ["query:read"], path = "query/" } = {}) => {
    const { value } = await hoglet.keys.create({ label: "test", scopes });
    const response = await hoglet.fetch(`/api/projects/${hoglet.project.id}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return { hoglet, post };
}

const hogql = (query: string, more = {}) => ({ query: { kind: "HogQLQuery", query, ...more }, refresh: "blocking" });

const routes = suite("queryRoutes");

routes("answers the real service's request with its answer", async () => {
  const { hoglet, post } = await openPosts();
  const { status, text } = await post(hogql("select id, properties.email from persons order by email desc limit 2"));
  const body = JSON.parse(text) as Record<string, unknown>;
  const people = (await hoglet.persons.list()).results;
  const uuidOf = (distinctId: string) => people.find((person) => person.distinct_ids[0] === distinctId)?.uuid;
  assert.is(status, 200);
  assert.equal(body["results"], [
    [uuidOf("u1"), "mira@example.org"],
    [uuidOf("u2"), null],
  ]);
  assert.equal(body["columns"], ["id", "email"]);
  assert.equal(body["types"], [
    ["id", "UUID"],
    ["email", "Nullable(String)"],
  ]);
  assert.equal([body["hasMore"], body["limit"], body["offset"], body["error"]], [null, null, null, null]);
  await hoglet.close();
});

routes("takes values and a limit, and plain text for the query", async () => {
  const { hoglet, post } = await openPosts();
  const resultsOf = async (body: unknown) => (JSON.parse((await post(body)).text) as { results: unknown }).results;
  assert.equal(await resultsOf(hogql("select {a}", { values: { a: "x" } })), [["x"]]);
  assert.equal(await resultsOf({ query: "select event from events", limit: 1 }), [["viewed"]]);
  await hoglet.close();
});

routes("asks for query:read, and for no more", async () => {
  const { hoglet, post } = await openPosts();
  assert.is((await post(hogql("select 1"), { scopes: ["query:read"] })).status, 200);
  assert.is((await post(hogql("select 1"), { scopes: ["person:read", "event:read"] })).status, 403);
  await hoglet.close();
});

routes("lets a key of one project read no other", async () => {
  const { hoglet } = await openPosts();
  const other = await hoglet.projects.create({ name: "other" });
  const { value } = await hoglet.keys.create({ label: "test", scopes: ["query:read"], projects: [other.id] });
  const ask = async (project: number) => {
    const response = await hoglet.fetch(`/api/projects/${project}/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
      body: JSON.stringify(hogql("select count(*) from persons")),
    });
    return [response.status, ((await response.json()) as { results?: unknown }).results];
  };
  assert.equal(await ask(other.id), [200, [[0]]]);
  assert.is((await ask(hoglet.project.id))[0], 403);
  await hoglet.close();
});

const WRONG: [body: unknown, status: number, code: string, attr: string | null][] = [
  // The real service names no field of a request that it cannot read: the detail does.
  [{}, 400, "parse_error", null],
  [{ query: {} }, 400, "parse_error", null],
  [{ query: { kind: "HogQLQuery" } }, 400, "parse_error", null],
  [hogql(""), 400, "parse_error", null],
  [hogql("select 1", { values: { a: {} } }), 400, "parse_error", null],
  [{ query: "" }, 400, "blank", "query"],
  [hogql("drop table events"), 400, "invalid_input", null],
  [hogql("select * from personal_api_keys"), 400, "invalid_input", null],
  [
    hogql("with recursive c(x) as (select 1 union all select x from c) select sum(x) from c"),
    400,
    "query_timeout",
    null,
  ],
  [{ ...hogql("select 1"), format: "xml" }, 400, "invalid_input", "format"],
];

whenAll(routes)("refuses with the flat body and the field at fault", async () => {
  const patient = await openPosts({ queryTimeoutMs: 60_000 });
  const { hoglet, post } = await openPosts({ queryTimeoutMs: 200 });
  for (const [body, status, code, attr] of WRONG) {
    const answer = await (code === "query_timeout" ? post(body) : patient.post(body));
    const error = JSON.parse(answer.text) as Record<string, unknown>;
    assert.equal(Object.keys(error), ["type", "code", "detail", "attr"]);
    assert.equal(
      [answer.status, error["type"], error["code"], error["attr"]],
      [status, "validation_error", code, attr],
    );
  }
  await Promise.all([hoglet.close(), patient.hoglet.close()]);
});

routes("writes CSV and NDJSON, and tells by a header whether there are more rows", async () => {
  const { hoglet, post } = await openPosts();
  const sql =
    "select distinct_id, properties.email, '=1+1' as formula from persons p join person_distinct_ids d on d.person_id = p.id";
  const csv = await post(hogql(`${sql} order by 1 limit 1`), { path: "query/?format=csv" });
  assert.equal([csv.status, csv.text], [200, "distinct_id,email,formula\r\nu1,mira@example.org,'=1+1\r\n"]);
  assert.equal([csv.headers.get("content-type"), csv.headers.get("x-has-more")], ["text/csv; charset=utf-8", "true"]);
  const bare = await post(hogql(`${sql} order by 1 limit 1`), { path: "query/?format=csv&escape_formulas=false" });
  assert.match(bare.text, /org,=1\+1/);
  const ndjson = await post({ ...hogql("select event, properties.none from events"), format: "ndjson" });
  assert.is(ndjson.text, '{"event":"viewed","none":null}\n{"event":"viewed","none":null}\n');
  assert.equal(
    [ndjson.headers.get("content-type"), ndjson.headers.get("x-has-more")],
    ["application/x-ndjson", "false"],
  );
  await hoglet.close();
});

routes.run();
