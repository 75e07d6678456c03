import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../lib/index.ts";
import { routes } from "../lib/http/index.ts";
import type { Reply } from "./http/ask.ts";
import { openPlugins } from "./plugins/plugin-world.ts";
import { contractFields, contractRequest, contractRows } from "./support/contract-rows.ts";
import type { ContractRow } from "./support/contract-rows.ts";
import { NOW_MS } from "./support/world.ts";

// Reads the tables of docs/contract.md and asks each row just what stands there, as somebody would who has only that document.

const ROWS = contractRows();

let contents: Uint8Array | undefined;

/** A project with a plugin config that has logged, a second plugin, and two persons with properties: made once. */
async function open() {
  if (contents !== undefined) return openPlugins({ contents });
  const world = openPlugins();
  // Without code: no test here runs any.
  const plugin = await world.plugins.install({ plugin_type: "source", name: "mine" });
  await world.plugins.install({ plugin_type: "source", name: "other" });
  const { id } = await world.setUp(plugin);
  const { ctx } = world;
  const addLog = ctx.db.sql(
    `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
     VALUES (?, 1, ?, ?, ?, 'SYSTEM', 'DEBUG', 'ready', ?)`,
  );
  for (let at = 0; at < 3; at++) addLog.run(ctx.ids.uuid(NOW_MS), plugin.id, id, NOW_MS + at, ctx.ids.uuid(NOW_MS));
  await world.setUp(plugin, { order: 2 });
  for (const name of ["ann", "bob", "cleo"]) {
    const $set = { email: `${name}@example.com`, plan: "pro" };
    await world.capture({ event: "$identify", distinct_id: name, properties: { $set } });
  }
  contents = world.ctx.db.sqlite.serialize();
  return world;
}

interface Wish {
  query?: readonly string[];
  body?: readonly string[];
  slash?: boolean;
  format?: string;
  key?: string;
}

/** Asks a row with these of its documented names, by default with all of them. */
async function ask(
  row: ContractRow,
  wish: Wish = {},
  world?: Awaited<ReturnType<typeof open>>,
): Promise<Reply<Fields>> {
  const own = world ?? (await open());
  const { query = row.query, body = row.body, slash = true, format, key } = wish;
  const request = contractRequest(row);
  const parameters = new URLSearchParams(query.map((name) => [name, toParameter(request.query[name])]));
  if (format !== undefined) parameters.set("format", format);
  const path = row.path.replaceAll(/:\w+/g, "1");
  const fields = Object.fromEntries(body.map((name) => [name, request.body[name]]));
  return own.ask<Fields>(row.method, `/api/projects/1${path}${slash ? "/" : ""}?${parameters}`, {
    ...(row.body.length > 0 && body.length > 0 && { body: fields }),
    ...(key !== undefined && { key }),
  });
}

/** Lists are JSON text in a query. */
function toParameter(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Fields = Record<string, unknown>;

/** A request that the contract allows without anything: every row but those whose body says what to create or change. */
const NEEDS_FIELDS = new Set(["Create plugin config", "Update person", "Delete property", "Update property"]);

/** Statuses and types of the answers whose status is not shown are those of the service: 200 and JSON. */
function requireAnswer(row: ContractRow, { status, body, headers }: Reply<Fields>): void {
  assert.is(status, row.status ?? 200, JSON.stringify(body));
  if (row.answer.isEmpty) return assert.is(body, null);
  const type = headers.get("content-type");
  if (row.operation === "Plugin config frontend") return assert.match(type ?? "", /^application\/javascript/);
  if (row.operation === "Create job") return assert.is(body, null);
  assert.is(type, "application/json");
  if (row.answer.isList) {
    assert.equal(Object.keys(body), row.envelope);
    assert.is(typeof body["count"], "number");
    for (const link of [body["next"], body["previous"]]) if (link !== null) assert.match(String(link), /^https?:\/\//);
    assert.ok(Array.isArray(body["results"]));
  }
  if (row.answer.resource === null) return;
  const resource = row.answer.resource.replace(/^./, (letter) => letter.toUpperCase());
  const objects = row.answer.isList ? (body["results"] as Fields[]) : [body];
  for (const object of objects) requireFields(resource, object);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Tests of the types that the tables of fields name. */
const TYPES: Record<string, (value: unknown) => boolean> = {
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  "string, UUID": (value) => UUID.test(String(value)),
  "string, ISO 8601 timestamp": (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  "string, ISO 8601 timestamp (UTC)": (value) => typeof value === "string" && value.endsWith("Z"),
  "array of string": (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  "object of person properties (may be null)": (value) => typeof value === "object",
};

function requireFields(resource: string, object: Fields): void {
  const wrong = contractFields(resource).filter(({ name, type }) => TYPES[type]?.(object[name]) !== true);
  assert.equal(wrong, [], `${resource}: ${JSON.stringify(object)}`);
}

const rows = suite("the rows of docs/contract.md");

rows("are read: 11 of plugin configs, 22 of persons, with every type of their fields", () => {
  assert.is(ROWS.length, 33);
  assert.is(ROWS.filter(({ isOfPersons }) => isOfPersons).length, 22);
  const fields = ["Plugin config", "Plugin config log entry", "Person"].map(contractFields);
  assert.equal(
    fields.map(({ length }) => length),
    [14, 9, 6],
  );
  assert.equal(
    fields.flat().filter(({ type }) => TYPES[type] === undefined),
    [],
  );
});

for (const row of ROWS) {
  const title = `${row.method} P${row.path}`;

  rows(`${title}: all that it takes, with and without slash`, async () => {
    for (const slash of [true, false]) requireAnswer(row, await ask(row, { slash }));
  });

  if (!NEEDS_FIELDS.has(row.operation)) {
    rows(`${title}: nothing that it takes`, async () => requireAnswer(row, await ask(row, { query: [], body: [] })));
  }

  rows(`${title}: each parameter alone, and each field besides those that it needs`, async () => {
    const needed = row.operation === "Create plugin config" ? ["plugin", "order"] : [];
    const body = NEEDS_FIELDS.has(row.operation) && needed.length === 0 ? row.body : [];
    for (const name of row.query) {
      if (!["key", "value"].includes(name)) requireAnswer(row, await ask(row, { query: [name], body }));
    }
    for (const name of row.body) {
      requireAnswer(row, await ask(row, { body: [...new Set([...needed, name])] }));
    }
  });

  rows(`${title}: its scope alone opens it, all others do not`, async () => {
    const world = await open();
    const scopes = row.scopes ?? unshownScope(row);
    for (const missing of scopes) {
      const others = ALL_SCOPES.filter((scope) => scope !== missing && scope !== missing.replace(/:read$/, ":write"));
      assert.is((await ask(row, { key: world.key(others) }, world)).status, 403, `without ${missing}`);
    }
    requireAnswer(row, await ask(row, { key: world.key(scopes) }, world));
  });

  if (row.isOfPersons) {
    rows(`${title}: format=csv and format=json`, async () => {
      const csv = await ask(row, { format: "csv" });
      assert.is(csv.status, row.status ?? 200, JSON.stringify(csv.body));
      if (!row.answer.isEmpty) assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/);
      requireAnswer(row, await ask(row, { format: "json" }));
      const { status, body } = await ask(row, { format: "xml" });
      assert.equal([status, body["attr"]], [400, "format"]);
    });
  }
}

/** Scopes that the contract does not show (docs/scopes.md). */
function unshownScope({ isOfPersons, method }: ContractRow): string[] {
  return [isOfPersons ? "person:read" : method === "GET" ? "plugin:read" : "plugin:write"];
}

const ALL_SCOPES = [
  ...new Set(routes.flatMap((route) => (route.access === "key" ? route.scopes : [])).filter((scope) => scope !== "*")),
].flatMap((scope) => [scope, scope.replace(/:read$/, ":write")]);

rows("an unknown key, none, and one without the Bearer scheme's capital", async () => {
  const world = await open();
  for (const row of ROWS) {
    const path = `/api/projects/1${row.path.replaceAll(/:\w+/g, "1")}/`;
    const none = await world.ask(row.method, path, { key: null });
    assert.is(none.status, 401, row.operation);
    assert.match(none.headers.get("www-authenticate") ?? "", /^Bearer/);
    const wrong = await world.ask(row.method, path, { key: "phx_wrong" });
    assert.is(wrong.status, 401, row.operation);
  }
  const headers = { authorization: "bearer phx_test_key" };
  assert.is((await world.ask("GET", "/api/projects/1/persons/", { key: null, headers })).status, 200);
});

rows.run();

const rules = suite("the rules of docs/contract.md");

const P = "/api/projects/1";

rules("1: a deleted person's events wait for Sunday, 05:00 UTC", async () => {
  // A Monday.
  const clock = { nowMs: Date.UTC(2024, 5, 10, 12) };
  const hoglet = await createHoglet({ now: () => clock.nowMs, personalApiKey: "phx_test_key" });
  await hoglet.capture([1, 2].map(() => ({ event: "bought", distinct_id: "ann" })));
  await hoglet.capture({ event: "bought", distinct_id: "bob" });
  const { results } = await hoglet.persons.list({ distinct_id: "ann" });
  const headers = { authorization: "Bearer phx_test_key" };
  const url = `${P}/persons/${results[0]?.id}/?delete_events=true`;
  assert.is((await hoglet.fetch(url, { method: "DELETE", headers })).status, 204);
  const left = async (nowMs: number) => {
    clock.nowMs = nowMs;
    await hoglet.runDue();
    return (await hoglet.events.list()).count;
  };
  assert.is((await hoglet.persons.list({ distinct_id: "ann" })).count, 0);
  assert.is(await left(Date.UTC(2024, 5, 13, 5)), 3, "Thursday");
  assert.is(await left(Date.UTC(2024, 5, 16, 4, 59, 59, 999)), 3, "a moment before");
  assert.is(await left(Date.UTC(2024, 5, 16, 5)), 1, "Sunday");
  await hoglet.close();
});

/** The newest event of the project and person 1, after a request. */
async function after(method: string, path: string, body?: unknown) {
  const world = await open();
  const { id } = (await world.ask("GET", `${P}/persons/?distinct_id=ann`)).body.results[0] ?? {};
  const { status } = await world.ask(method, `${P}/persons/${id}/${path}`, body === undefined ? {} : { body });
  const { event, properties } = world.events().at(-1) ?? {};
  const { $set, $unset } = (properties ?? {}) as Fields;
  const { email, plan } = world.person("ann")?.properties ?? {};
  return { status, event, $set, $unset, person: { email, plan } };
}

rules("2, 3: updates of a person are $set events", async () => {
  const person = { email: "ann@example.com", plan: "max" };
  const set = { status: 200, event: "$set", $set: { plan: "max" }, $unset: undefined, person };
  assert.equal(await after("PATCH", "", { properties: { plan: "max" } }), set);
  assert.equal(await after("POST", "update_property/", { key: "plan", value: "max" }), set);
  assert.equal(await after("POST", "update_property/?key=plan&value=max"), set);
});

rules("4: a deleted property is a $delete_person_property event", async () => {
  const person = { email: "ann@example.com", plan: undefined };
  for (const [path, body] of [["delete_property/?$unset=plan"], ["delete_property/", { $unset: "plan" }]] as const) {
    const { status, event, $unset, person: left } = await after("POST", path, body);
    assert.equal([status, event, $unset, left], [200, "$delete_person_property", ["plan"], person]);
  }
});

rules("5: email is exact, search is a part of an email or a whole distinct id", async () => {
  const world = await open();
  const ids = async (query: string) => {
    const { results } = (await world.ask("GET", `${P}/persons/?${query}`)).body;
    return results.flatMap((person) => person["distinct_ids"] as string[]);
  };
  assert.equal(await ids("email=ann@example.com"), ["ann"]);
  assert.equal(await ids("email=ann@"), []);
  assert.equal(await ids("search=NN%40exam"), ["ann"]);
  assert.equal(await ids("search=ann"), ["ann"]);
  assert.equal(await ids("search=cl"), ["cleo"]);
  assert.equal(await ids("distinct_id=cl"), []);
});

rules.run();
