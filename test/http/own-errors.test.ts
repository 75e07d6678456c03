import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { routes } from "../../lib/http/index.ts";
import type { KeyRoute } from "../../lib/http/route.ts";
import { ownErrors } from "../../lib/operations/index.ts";
import { toTemplate } from "../../lib/http/openapi.ts";
import { conformance } from "../support/conformance.ts";
import { openRest } from "./ask.ts";
import type { Reply, Rest } from "./ask.ts";

// Each error that an operation's row tells of comes. That no other error comes is held by `conformance`, which compares every reply of
// the tests of HTTP with the row, and so do the random requests and the hostile fields.

const P = "/api/projects/1";
const PLUGINS = "/api/organizations/@current/plugins";

type Provoked = [method: string, path: string, code: string, attr: string | null, body?: unknown];

/** A plugin that is a package of this repository. */
const INSTALLED = "@posthog/geoip-plugin";
const LONG = "x".repeat(201);
const condition = (property: object) => ({ properties: [{ key: "plan", type: "person", ...property }] });
const flag = (property: object) => ({ key: "new", filters: { groups: [condition(property)] } });
const files = (manifest: string) => ({ files: { "plugin.json": manifest, "index.js": "" } });

/** Conditions that cannot be evaluated, by the code of their error. */
const CONDITIONS: Readonly<Record<string, object>> = {
  invalid_operator: { operator: "in", value: "pro" },
  invalid_value: { operator: "icontains", value: 3 },
  invalid_date: { operator: "is_date_before", value: "soon" },
  cohort_does_not_exist: { key: "id", type: "cohort", value: 77 },
  behavioral_cohort_found: { key: "id", type: "cohort", value: 2 },
};

const PROVOKED: readonly Provoked[] = [
  ["POST", `${P}/query`, "invalid_input", null, { query: { kind: "HogQLQuery", query: "drop table events" } }],
  ["GET", `${P}/activity_log?page=99`, "invalid_page", "page"],
  ...["cohorts", "cohorts/1", "feature_flags", "feature_flags/1", "persons", "persons/1", "plugin_configs/1"].map(
    (things): Provoked => ["GET", `${P}/${things}/activity?page=99`, "invalid_page", "page"],
  ),
  ["GET", `${PLUGINS}/activity?page=99`, "invalid_page", "page"],
  ...["dashboard_id", "dashboard_item"].flatMap((attr): Provoked[] => [
    ["POST", `${P}/annotations`, "does_not_exist", attr, { content: "c", [attr]: 99 }],
    ["PATCH", `${P}/annotations/1`, "does_not_exist", attr, { [attr]: 99 }],
  ]),
  ["GET", "/api/replication", "conflict", null],
  ["POST", "/api/replication/step_down", "conflict", null, { database: "0", id: "0", epoch: 2, url: null }],
  ["POST", "/api/replication/feed", "conflict", null, { verb: "follow", name: "clickhouse" }],
  ["POST", "/api/replication/promote", "conflict", null],
  ["GET", "/api/replication/commits?after=0123456789abcdef-1", "conflict", null],
  ["GET", "/api/replication/hashes?since=0123456789abcdef-1&from=0", "conflict", null],
  ["GET", "/api/replication/groups?since=0123456789abcdef-1&numbers=0,1", "conflict", null],
  ["DELETE", `${P}/cohorts/1`, "invalid_input", "deleted"],
  ["PATCH", `${P}/cohorts/1/add_persons_to_static_cohort`, "invalid_input", "is_static", { distinct_ids: ["a"] }],
  ["PATCH", `${P}/cohorts/1/remove_person_from_static_cohort`, "invalid_input", "is_static", { person_id: 1 }],
  ["POST", `${P}/cohorts`, "invalid_input", null, { name: "c", is_static: true, persons: ["mira"] }],
  ["PATCH", `${P}/cohorts/3`, "invalid_input", null, { persons: ["mira"] }],
  ["PATCH", `${P}/cohorts/3/add_persons_to_static_cohort`, "invalid_input", null, { person_ids: ["mira"] }],
  ["PATCH", `${P}/cohorts/3/remove_person_from_static_cohort`, "invalid_input", null, { person_id: "mira" }],
  ["GET", `${P}/persons/cohorts?person_id=mira`, "invalid_input", null],
  ["POST", `${P}/event_definitions`, "unique", "name", { name: "paid" }],

  ["POST", `${P}/feature_flags`, "invalid_key", "key", { key: "a b" }],
  ["POST", `${P}/feature_flags`, "unique", "key", { key: "taken" }],
  ["PATCH", `${P}/feature_flags/1`, "invalid_key", "key", { key: "a b" }],
  ["PATCH", `${P}/feature_flags/1`, "unique", "key", { key: "upper" }],
  ...Object.entries(CONDITIONS).flatMap(([code, property]): Provoked[] => [
    ["POST", `${P}/feature_flags`, code, "filters", flag(property)],
    ["PATCH", `${P}/feature_flags/1`, code, "filters", flag(property)],
    ["POST", `${P}/feature_flags/user_blast_radius`, code, "condition", { condition: condition(property) }],
  ]),
  ["PATCH", `${P}/feature_flags/1`, "invalid_input", null, { active: false }],
  [
    "PATCH",
    `${P}/feature_flags/3`,
    "conflict",
    null,
    { name: "mine", version: 0, original_flag: { name: "of another time" } },
  ],
  ["POST", `${P}/feature_flags/1/disable`, "invalid_input", null],
  ["POST", `${P}/feature_flags/5/enable`, "invalid_input", null],
  ["POST", `${P}/feature_flags/bulk_delete`, "invalid_input", null, {}],
  ["POST", `${P}/feature_flags/6/create_static_cohort_for_flag`, "invalid_input", null],

  ["GET", "/api/personal_api_keys/other", "permission_denied", null],
  ...[["PATCH"], ["POST", "/roll"]].map(([method = "", verb = ""]): Provoked => [
    method,
    `/api/personal_api_keys/:secret${verb}`,
    "invalid_input",
    null,
    { label: "x" },
  ]),
  ...["/api/projects", "/api/organizations/@current/projects"].map((path): Provoked => [
    "POST",
    path,
    "conflict",
    "api_token",
    { name: "third", api_token: "phc_demo" },
  ]),

  ["GET", `${P}/persons?properties=%7B`, "invalid_input", null],
  ["POST", `${P}/persons/bulk_delete`, "invalid_input", null, {}],
  ["GET", `${P}/persons/mira`, "invalid_input", null],
  ["PATCH", `${P}/persons/mira`, "invalid_input", null, { properties: {} }],
  ["DELETE", `${P}/persons/mira`, "invalid_input", null],
  ["POST", `${P}/persons/mira/update_property`, "invalid_input", null, { key: "k", value: 1 }],
  ["POST", `${P}/persons/mira/delete_property`, "invalid_input", null, { $unset: "k" }],
  ["POST", `${P}/persons/mira/split`, "invalid_input", null, {}],
  ["POST", `${P}/persons/mira/delete_events`, "invalid_input", null],
  ["GET", `${P}/persons/mira/properties_timeline`, "invalid_input", null],
  ["GET", `${P}/persons/mira/activity`, "invalid_input", null],
  ["PATCH", `${P}/persons/:long`, "conflict", null, { properties: { plan: "pro" } }],
  ["POST", `${P}/persons/:long/update_property`, "conflict", null, { key: "k", value: 1 }],
  ["POST", `${P}/persons/:long/delete_property`, "conflict", null, { $unset: "k" }],

  ["POST", `${P}/plugin_configs`, "does_not_exist", "plugin", { plugin: 99, order: 1 }],
  ["PATCH", `${P}/plugin_configs/1`, "does_not_exist", "plugin", { plugin: 99 }],
  ["POST", `${P}/plugin_configs/1/migrate`, "invalid_input", "plugin"],
  ...[PLUGINS, `${PLUGINS}/1/upgrade`].flatMap((path): Provoked[] => [
    ["POST", path, "permission_denied", null, { url: "file:/etc" }],
    ["POST", path, "required", "plugin.json", files("{}")],
    ["POST", path, "invalid_input", "plugin.json", files("[]")],
  ]),
  ["POST", PLUGINS, "unique", "url", { url: `npm:${INSTALLED}` }],
  ["DELETE", `${PLUGINS}/2`, "invalid_input", "is_global"],
  ["GET", `${PLUGINS}/1/check_for_updates`, "invalid_input", "url"],
  ["PATCH", `${PLUGINS}/2/update_source`, "invalid_input", "plugin_type", { "index.js": "" }],
];

/** Errors that tests elsewhere provoke: with another process, an open stream, and a kind of deletion that only a program can ask for. */
const ELSEWHERE: readonly [name: string, file: string, part: string][] = [
  ["POST query 400 query_timeout", "test/http/query.test.ts", '"query_timeout"'],
  ["POST query 400 query_timeout query", "test/sql/runner.test.ts", '"query_timeout", "query"'],
  ["POST query 400 query_memory", "test/sql/runner.test.ts", '"query_memory"'],
  ["POST query 400 query_memory query", "test/sql/runner.test.ts", '"query_memory"'],
  ["POST query 429 throttled", "test/security/queries.test.ts", "refused.status, 429"],
  ["GET query/watch 429 throttled", "test/http/watch-query.test.ts", "status, 429"],
  ["GET insights/{id} 400 query_timeout", "test/sql/runner.test.ts", '"query_timeout"'],
  ["GET insights/{id} 400 query_memory", "test/sql/runner.test.ts", '"query_memory"'],
  ["GET insights/{id} 429 throttled", "test/security/queries.test.ts", "refused.status, 429"],
  ["POST insights/watch 429 throttled", "test/http/watch-query.test.ts", "status, 429"],
  ["GET events/live 429 throttled", "test/log/list/live.test.ts", '"throttled"'],
  ["POST deletions 409 conflict", "test/people/deletion/queue-deletion.test.ts", '"409 null"'],
];

const errors = suite("errors of an operation's own");

errors("each comes with its status, code and attr", async () => {
  const rest = await openFilled();
  const come = new Set([
    ...ELSEWHERE.map(([name]) => name),
    ...(await provokeUploads(rest)),
    ...(await provokeSaved(rest)),
  ]);
  const { body: keys } = await rest.ask<{ id: string; mask_value: string }[]>("GET", "/api/personal_api_keys");
  const secret = keys.find(({ mask_value: mask }) => mask.startsWith("phs_"))?.id ?? "";
  const provoke = async ([method, template, code, attr, body]: Provoked) => {
    const path = template.replace(":secret", secret).replace(":long", String(rest.person(LONG)?.uuid));
    const key = code === "permission_denied" && path.includes("_keys/") ? rest.key(["person:read"]) : "phx_test_key";
    const reply = await rest.ask(method, path, { key, ...(body !== undefined && { body }) });
    const name = nameOf(method, path, reply);
    assert.ok(name.endsWith(` ${[code, attr].join(" ").trim()}`), `${name}: ${JSON.stringify(reply.body)}`);
    come.add(name);
  };
  for (const row of PROVOKED) await provoke(row);
  await rest.ask("DELETE", "/api/projects/2");
  for (const path of [P, "/api/organizations/@current/projects/1"]) await provoke(["DELETE", path, "conflict", null]);
  assert.equal(
    declared().filter((name) => !come.has(name)),
    [],
  );
  rest.close();
});

errors("the tests elsewhere are there", () => {
  for (const [, file, part] of ELSEWHERE) assert.ok(readFileSync(file, "utf8").includes(part), file);
});

errors.run();

/** The errors that the rows tell of, by the first method of each. */
function declared(): string[] {
  const keyed = routes.filter((route): route is KeyRoute => route.access === "key");
  return keyed.flatMap(({ methods: [method], path, errors: own }) =>
    ownErrors(own).map(({ status, code, attr }) => toName(`${method} ${toTemplate(path)}`, status, code, attr)),
  );
}

function nameOf(method: string, path: string, { status, body, headers }: Reply): string {
  const { operation } = conformance(method, path, { status, body, headers });
  const { code = "", attr = null } = Object(body) as { code?: string; attr?: string | null };
  return toName(operation ?? path, status, code, attr?.split("__")[0] ?? null);
}

function toName(operation: string, status: number, code: string, attr: string | null): string {
  return [operation.replace("/api/projects/{project_id}/", ""), status, code, attr].join(" ").trim();
}

/** Errors of requests whose body is a file. */
async function provokeUploads(rest: Rest): Promise<string[]> {
  const upload = (path: string, headers: Record<string, string> = {}) =>
    rest.ask("POST", `${P}/imports${path}`, { body: "{}", headers });
  const come: string[] = [];
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = "/nowhere";
  come.push(nameOf("POST", `${P}/imports`, await upload("?name=a.ndjson")));
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;

  const large = { "content-length": String(2 ** 40) };
  come.push(nameOf("POST", `${P}/imports`, await upload("?name=a.ndjson", large)));
  for (let count = 0; count < 4; count++) await upload("?name=a.ndjson");
  come.push(nameOf("POST", `${P}/imports`, await upload("?name=a.ndjson")));
  come.push(nameOf("POST", `${P}/imports/@latest/files`, await upload("/@latest/files?name=b.ndjson", large)));
  come.push(nameOf("POST", `${P}/imports/@latest/start`, await rest.ask("POST", `${P}/imports/@latest/start`)));
  const begun = rest.ctx.uploads.byId.values().next().value;
  assert.ok(begun);
  begun.state = "done";
  for (const verb of ["files", "look"]) {
    const path = `${P}/imports/${begun.id}/${verb}`;
    come.push(nameOf("POST", path, await rest.ask("POST", `${path}?name=c.ndjson`, { body: {} })));
  }
  return come;
}

/** Saved questions that cannot be answered. */
const trend = (fields: object) => ({ query: { kind: "InsightVizNode", source: { kind: "TrendsQuery", ...fields } } });
const SUM = { math: "sum" };
const SAVED = [
  { query: { kind: "DataTableNode", source: { kind: "HogQLQuery", query: "drop table events" } } },
  trend({ series: [], dateRange: { date_from: "soon" } }),
  trend({ series: [], samplingFactor: 2 }),
  trend({ series: [{ kind: "EventsNode", ...SUM }] }),
  { filters: { insight: "TRENDS", date_from: "soon" } },
  { filters: { insight: "TRENDS", events: [{ id: "a", ...SUM }] } },
  { filters: { insight: "TRENDS", sampling_factor: 2 } },
];

async function provokeSaved({ ask }: Rest): Promise<string[]> {
  const come: string[] = [];
  for (const body of SAVED) {
    const saved = await ask<{ id: number }>("POST", `${P}/insights`, { body });
    const path = `${P}/insights/${saved.body.id}?refresh=blocking`;
    come.push(nameOf("GET", path, await ask("GET", path)));
  }
  return come;
}

/** A flag on which another depends, one that depends on a flag that is off, one of groups; cohorts of each kind; plugins of each kind. */
async function openFilled(): Promise<Rest> {
  const rest = openRest();
  const make = async (path: string, body: object) => {
    const { status, body: made } = await rest.ask("POST", path, { body });
    assert.is(status, 201, `${path}: ${JSON.stringify(made)}`);
  };
  await rest.capture({ event: "paid", distinct_id: "a", properties: { $set: { plan: "pro" } } });
  await rest.capture({ event: "$identify", distinct_id: "b", properties: { $anon_distinct_id: LONG } });
  await rest.ask("POST", `${P}/persons/2/split`, { body: { main_distinct_id: LONG } });
  const depends = (id: number) => ({
    groups: [condition({ key: String(id), type: "flag", operator: "flag_evaluates_to", value: true })],
  });
  const inCohort = { groups: [condition({ key: "id", type: "cohort", value: 1 })] };
  await make(`${P}/cohorts`, {
    name: "pro",
    groups: [{ properties: [{ key: "plan", type: "person", value: "pro" }] }],
  });
  await make(`${P}/cohorts`, { name: "payers", groups: [{ event_id: "paid", days: 7 }] });
  await make(`${P}/cohorts`, { name: "given", is_static: true, distinct_ids: ["a"] });
  for (const flagBody of [
    { key: "taken" },
    { key: "upper", filters: depends(1) },
    { key: "named", name: "first", filters: inCohort },
    { key: "lower" },
    { key: "waits", filters: depends(4) },
    { key: "of-groups", filters: { groups: [{}], aggregation_group_type_index: 0 } },
  ]) {
    await make(`${P}/feature_flags`, flagBody);
  }
  await rest.ask("POST", `${P}/feature_flags/5/disable`);
  await rest.ask("POST", `${P}/feature_flags/4/disable`);
  await make(`${P}/annotations`, { content: "c" });
  await make(PLUGINS, files('{"name":"mine"}'));
  await make(PLUGINS, { url: `npm:${INSTALLED}` });
  await rest.ask("PATCH", `${PLUGINS}/2`, { body: { is_global: true } });
  await make(`${P}/plugin_configs`, { plugin: 1, order: 1 });
  await rest.ask("POST", `${PLUGINS}/1/upgrade`, {
    body: { files: { "plugin.json": '{"name":"mine"}', "index.js": "!" } },
  });
  await rest.ask("POST", `${P}/rotate_secret_token`);
  return rest;
}
