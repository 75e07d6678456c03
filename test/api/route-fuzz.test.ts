import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createDispatch, routes } from "../../lib/api/index.ts";
import type { HttpReply } from "../../lib/api/index.ts";
import type { KeyRoute } from "../../lib/api/route.ts";
import { conformance } from "../support/conformance.ts";
import { rounds } from "../support/rounds.ts";
import { openRest } from "./ask.ts";
import type { Rest } from "./ask.ts";
import { junk, SAMPLES } from "./fuzz-values.ts";

/** `--rounds N` for more requests, `--seed N` for other ones. */
const ROUNDS = rounds(2500);
const at = process.argv.indexOf("--seed");
const SEED = at < 0 ? 20_240_610 : Number(process.argv[at + 1]);

/** What belongs to project 2 has this in it; no answer to a key of project 1 may. */
const SECRET = "zebra-of-project-two";

/** A request that takes longer hangs, for whoever waits. */
const HANG_MS = 5000;

/** Faults of the request as a whole, for which there is no field to blame. */
const WHOLE = [
  /^JSON parse error - /,
  /^Multipart form parse error - /,
  /^Invalid data\. Expected a dictionary\.$/,
  /^Expected an object of query parameters\.$/,
  // As in the real service (reference/rest.md 4.1, 5.1).
  /^Properties are unparsable!$/,
  /^The ID provided does not look like a personID\./,
  // A key's projects are `projects` in process and `scoped_teams` on the wire; the check knows neither.
  /^There is no project with the id \d+\.$/,
  // One of two fields is missing; a request to delete that is about neither.
  /^You need to specify either distinct_ids or ids/,
];

const keyed = routes.filter((route): route is KeyRoute => route.access === "key");

/** Names that no schema tells, since the use cases take their input apart themselves. */
const FREE_FIELDS = `
  events actions properties date_from date_to interval display insight shown_as formula compare breakdown
  breakdowns breakdown_type breakdown_limit filter_test_accounts refresh target_entity returning_entity period
  total_intervals retention_type retention_reference smoothing_intervals entity_id entity_type entity_math
  funnel_step funnel_window_days limit offset funnel_window_interval funnel_window_interval_unit
  funnel_order_type funnel_viz_type exclusions funnel_custom_steps funnel_correlation_type start_point
  end_point step_limit path_groupings include_event_types target_date lifecycle_type stickiness_days
  selected_interval search format
`
  .trim()
  .split(/\s+/);

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** May it see all projects? */
  isWide: boolean;
}

const fuzz = suite("all routes under fuzz");

fuzz(
  `${ROUNDS} requests to ${keyed.length} routes: no 5xx, no hang, 400s name their field, nothing of another project, all as documented`,
  async () => {
    const causes: unknown[] = [];
    const logger = { info() {}, warn() {}, error: (_: string, fields?: object) => void causes.push(fields) };
    const rest = openRest({ logger });
    await fill(rest);
    const dispatch = createDispatch(rest.ctx, routes);
    const successes = new Map<string, number>();
    const faults = new Map<string, string>();
    for (let round = 0; round < ROUNDS; round++) {
      const random = createRandom(SEED, round);
      const route = random.pick(keyed);
      const asked = toRequest(random, route, rest);
      const start = performance.now();
      const reply = await dispatch({ ...asked, ip: null });
      const text = await toText(reply);
      const elapsedMs = performance.now() - start;
      const name = `${asked.method} ${route.path}`;
      if (reply.status < 300) successes.set(name, (successes.get(name) ?? 0) + 1);
      const wrong = [
        ...(reply.status >= 500 ? [`status ${reply.status} ${JSON.stringify(causes.at(-1))}`] : []),
        ...(elapsedMs > HANG_MS ? [`took ${Math.round(elapsedMs)} ms`] : []),
        ...(!asked.isWide && text.includes(SECRET) ? ["shows what belongs to another project"] : []),
        ...(reply.status === 400 ? faultsOf400(text) : []),
        ...conformance(asked.method, asked.url, toSeen(reply, text)).faults,
      ];
      const [first] = wrong;
      const kind = `${name} ${first?.replaceAll(/[\d".]+/g, "#").slice(0, 120)}`;
      if (first && !faults.has(kind))
        faults.set(kind, `round ${round}: ${first}\n  ${toLine(asked)}\n  ${text.slice(0, 300)}`);
    }
    await rest.ctx.queries.close();
    rest.close();
    assert.is(faults.size, 0, [...faults].map(([kind, fault]) => `${kind}\n  ${fault}`).join("\n"));
    const never = keyed
      .flatMap(({ methods, path, status }) => (status < 300 ? methods.map((method) => `${method} ${path}`) : []))
      .filter((name) => !successes.has(name));
    // A fuzz that only meets refusals tests nothing else.
    assert.ok(never.length < keyed.length / 4, `no success at all from ${never.join(", ")}`);
  },
);

fuzz("the fuzz can see: a secret, a missing field, an unflat body", async () => {
  const rest = openRest();
  await fill(rest);
  const list = await rest.ask("GET", "/api/projects/2/persons");
  assert.ok(JSON.stringify(list.body).includes(SECRET));
  for (const path of [
    "groups?group_type_index=0",
    "cohorts",
    "actions",
    "events",
    "persons/values?key=zebra",
    "groups_types",
  ]) {
    assert.ok(JSON.stringify((await rest.ask("GET", `/api/projects/2/${path}`)).body).includes(SECRET), path);
  }
  assert.is(faultsOf400('{"type":"validation_error","code":"x","detail":"y","attr":null}').length, 1);
  assert.is(faultsOf400('{"type":"validation_error","code":"x","detail":"y","attr":"limit"}').length, 0);
  assert.is(faultsOf400('{"detail":"y"}').length, 1);
  assert.is(faultsOf400("").length, 1);
});

fuzz.run();

/** Twice the same world, in project 2 with the secret wherever a text may be. */
async function fill({ capture, ask }: Rest): Promise<void> {
  for (const [project, mark] of [
    [1, "own"],
    [2, SECRET],
  ] as const) {
    const P = `/api/projects/${project}`;
    for (const name of ["a", "b", "c"]) {
      const $set = {
        plan: mark,
        email: `${name}@${mark}.org`,
        n: name.charCodeAt(0),
        nested: { list: [1, { deep: mark }] },
        zebra: mark,
      };
      await capture(
        {
          event: `bought ${mark}`,
          distinct_id: project === 1 ? name : `${name}-${mark}`,
          properties: { $set, plan: mark },
        },
        { project },
      );
    }
    await capture(
      {
        event: "$groupidentify",
        distinct_id: `a-${mark}`,
        properties: { $group_type: mark, $group_key: `g-${mark}`, $group_set: { name: mark } },
      },
      { project },
    );
    await capture(
      { event: "bought", distinct_id: `a-${mark}`, timestamp: "nonsense", properties: { mark } },
      { project },
    );
    await ask("POST", `${P}/cohorts`, {
      body: { name: mark, groups: [{ properties: [{ key: "plan", type: "person", value: mark }] }] },
    });
    await ask("POST", `${P}/cohorts`, { body: { name: mark, is_static: true, distinct_ids: [`a-${mark}`, "a"] } });
    await ask("POST", `${P}/actions`, { body: { name: mark, steps: [{ event: `bought ${mark}` }] } });
    await ask("PATCH", P, { body: { name: mark } });
  }
}

const TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "",
];

function toRequest(random: Random, route: KeyRoute, rest: Rest): Asked {
  const method = random.pick(route.methods);
  const inProject = route.path.includes(":project_id");
  const isWide = !inProject;
  const fields = toFields(random, route);
  const isBody = ["POST", "PUT", "PATCH"].includes(method) ? random.chance(0.9) : random.chance(0.05);
  const contentType = random.chance(0.9) ? "application/json" : random.pick(TYPES);
  const query = new URLSearchParams(isBody ? {} : toTexts(fields));
  if (random.chance(0.1)) query.set("format", random.pick(["csv", "json", "xml", "", "CSV"]));
  if (random.chance(0.03)) query.set("escape_formulas", random.pick(["false", "x", "1"]));
  if (random.chance(0.02)) query.set(random.pick(["token", "api_key"]), random.pick(["phc_two", "phc_demo", "x", ""]));
  const suffix = random.chance(0.05) ? random.pick([".csv", ".json", "/", ".xml", "%00", "%2e"]) : "";
  const search = query.size === 0 ? "" : `?${query}`;
  return {
    method,
    url: toPath(random, route, method) + suffix + search,
    headers: {
      // A new one each time: some of these requests make keys invalid.
      authorization: `Bearer ${rest.key(["*"], isWide ? [] : [1])}`,
      ...(isBody && contentType && { "content-type": contentType }),
      ...(random.chance(0.05) && {
        accept: random.pick(["text/csv", "*/*", "image/png", ";;,q=", "application/json;q=x"]),
      }),
      ...(random.chance(0.02) && { "last-event-id": random.pick(["1", "x", "99999999999999999999"]) }),
    },
    body: isBody ? toBody(random, fields, contentType) : new Uint8Array(0),
    isWide,
  };
}

const PROJECTS = ["1", "1", "1", "1", "1", "1", "@current", "2", "0", "-1", "99999999999999999999", "x", "%00", "1e0"];
const IDS = [
  "1",
  "2",
  "3",
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "0",
  "-1",
  "77",
  "1.5",
  "99999999999999999999",
  "x",
  "%E0%A4%A",
  "%00",
  "..%2f..",
  "@current",
  "null",
  "6931a681-6e90-500d-8294-14582dcc2e3f",
  "%F0%9F%98%80",
  "a.b.csv",
  "__proto__",
  "constructor",
];

function toPath(random: Random, { path }: KeyRoute, method: string): string {
  // Deleting the projects would end the walk.
  const isFatal = method === "DELETE" && path === "/api/projects/:project_id";
  return path
    .replace(":project_id", isFatal ? "99" : random.chance(0.9) ? "1" : random.pick(PROJECTS))
    .replaceAll(/:\w+/g, () => random.pick(IDS));
}

/** Some of the fields that the route knows, sometimes others; values that fit, nearly fit, or do not at all. */
function toFields(random: Random, { input, example }: KeyRoute): Record<string, unknown> {
  const known = input !== null && "entries" in input ? Object.keys(input.entries as object) : FREE_FIELDS;
  const fields: Record<string, unknown> = random.chance(0.6) ? { ...(example as object | undefined) } : {};
  for (const name of known) {
    if (!random.chance(Math.min(0.4, 3 / known.length))) continue;
    const samples = SAMPLES[name];
    fields[name] = samples !== undefined && random.chance(0.6) ? random.pick(samples) : junk(random);
  }
  if (random.chance(0.1))
    fields[random.pick([...FREE_FIELDS, "__proto__", "", "a[b]", "personal_api_key", "x".repeat(3000)])] = junk(random);
  return fields;
}

function toTexts(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
}

function toBody(random: Random, fields: Record<string, unknown>, contentType: string): Uint8Array {
  if (contentType.includes("urlencoded")) return Buffer.from(new URLSearchParams(toTexts(fields)).toString());
  const text = JSON.stringify(random.chance(0.03) ? junk(random) : fields) ?? "";
  if (random.chance(0.97)) return Buffer.from(text);
  return random.chance(0.5)
    ? Buffer.from(text.slice(0, random.integer(0, text.length)))
    : random.bytes(random.integer(0, 50));
}

async function toText({ headers, body }: HttpReply): Promise<string> {
  if (body === null || typeof body === "string") return body ?? "";
  if (body instanceof Uint8Array) return Buffer.from(body).toString("utf8");
  if (headers["content-type"] === "text/event-stream") {
    await body[Symbol.asyncIterator]().return?.();
    return "";
  }
  let text = "";
  for await (const piece of body) text += piece;
  return text;
}

function toSeen({ status, headers, body }: HttpReply, text: string) {
  const isJson = headers["content-type"] === "application/json";
  return {
    status,
    headers: new Headers(headers),
    body: body === null ? null : isJson ? (JSON.parse(text) as unknown) : text,
  };
}

function faultsOf400(text: string): string[] {
  let body: { detail?: unknown; attr?: unknown };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return ["400 without a JSON body"];
  }
  if (Object.keys(body).join() !== "type,code,detail,attr")
    return [`400 of another shape: ${Object.keys(body).join()}`];
  if (typeof body.attr === "string" && body.attr !== "") return [];
  return WHOLE.some((detail) => detail.test(String(body.detail))) ? [] : [`400 names no field: ${String(body.detail)}`];
}

function toLine({ method, url, headers, body }: Asked): string {
  return `${method} ${url.slice(0, 600)} ${headers["content-type"] ?? ""} ${Buffer.from(body).toString("utf8").slice(0, 600)}`;
}
