import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createDispatch, routes } from "../../lib/http/index.ts";
import type { HttpReply } from "../../lib/http/index.ts";
import type { KeyRoute } from "../../lib/http/route.ts";
import { computedMs } from "../support/computed.ts";
import { conformance } from "../support/conformance.ts";
import { rounds, whenAll } from "../support/rounds.ts";
import { openRest } from "./ask.ts";
import type { Rest } from "./ask.ts";
import { FATAL, toRequest } from "./fuzz-request.ts";
import type { Asked } from "./fuzz-request.ts";
import { fillWorld, SECRET } from "./fuzz-world.ts";

/** 6500 are 40 for each route. `--rounds N` for more requests, `--seed N` for other ones. */
const ROUNDS = rounds(40, 6500);
const at = process.argv.indexOf("--seed");
const SEED = at < 0 ? 20_240_610 : Number(process.argv[at + 1]);

/** Requests for one world: after more requests everything in it is deleted or renamed. */
const WORLD_ROUNDS = 250;

/** Ms after which a computing request counts as hanging. (The query process has a limit of its own.) */
const HANG_MS = 5000;

/** Faults of the request as a whole, for which there is no field to blame. */
const WHOLE = [
  /^JSON parse error - /,
  /^Multipart form parse error - /,
  /^Invalid data\. Expected a dictionary\.$/,
  /^Expected an object of query parameters\.$/,
  // As in the real service (reference/rest.md 4.1, 5.1).
  /^Properties are unparsable!$/,
  // The lines behind it name the fields (reference/query.md 2.5).
  /^\d+ validation errors? for QueryRequest\n/,
  /^The ID provided does not look like a personID\./,
  // One of two fields is missing; a request to delete that is about neither.
  /^You need to specify either distinct_ids or ids/,
  // The same of flags (reference/agents.md 8.4).
  /^Must provide either filters or ids/,
  /^Provide either filters or ids, not both/,
];

const keyed = routes.filter((route): route is KeyRoute => route.access === "key");

const fuzz = suite("all routes under fuzz");

const successes = new Map<string, number>();

// A test for each world: together they take most of a minute.
for (let first = 0; first < ROUNDS; first += WORLD_ROUNDS) {
  const end = Math.min(first + WORLD_ROUNDS, ROUNDS);
  fuzz(
    `requests ${first} to ${end - 1} to ${keyed.length} routes: no 5xx, no hang, 400s name their field, nothing of another project, all as documented`,
    async () => {
      const faults = await askWorld(first, end);
      assert.is(faults.size, 0, [...faults].map(([kind, fault]) => `${kind}\n  ${fault}`).join("\n"));
    },
  );
}

whenAll(fuzz)("nearly every route had a success: a fuzz that only meets refusals tests nothing else", () => {
  const never = keyed
    .flatMap(({ methods, path, status }) => (status < 300 ? methods.map((method) => `${method} ${path}`) : []))
    // A database in memory cannot be followed.
    .filter((name) => !FATAL.has(name) && !name.includes("/api/replication") && !successes.has(name));
  assert.ok(never.length < 5, `no success at all from ${never.join(", ")}`);
});

/** Asks a new world; gives the first fault of each kind. */
async function askWorld(first: number, end: number): Promise<Map<string, string>> {
  const causes: unknown[] = [];
  const faults = new Map<string, string>();
  const rest = await openFilled(causes);
  const dispatch = createDispatch(rest.ctx, routes);
  for (let round = first; round < end; round++) {
    const random = createRandom(SEED, round);
    const route = random.pick(keyed);
    const asked = toRequest(random, route, (projects) => rest.key(["*"], projects));
    const startMs = computedMs();
    const reply = await dispatch({ ...asked, ip: null });
    const text = await toText(reply);
    const workMs = computedMs() - startMs;
    const name = `${asked.method} ${route.path}`;
    if (reply.status < 300) successes.set(name, (successes.get(name) ?? 0) + 1);
    const [wrong] = [
      ...(reply.status >= 500 ? [`status ${reply.status} ${JSON.stringify(causes.at(-1))}`] : []),
      ...(workMs > HANG_MS ? [`computed for ${Math.round(workMs)} ms`] : []),
      ...(!asked.isWide && text.includes(SECRET) ? ["shows what belongs to another project"] : []),
      ...(reply.status === 400 ? faultsOf400(text) : []),
      ...conformance(asked.method, asked.url, toSeen(reply, text)).faults,
    ];
    const kind = `${name} ${wrong?.replaceAll(/[\d".]+/g, "#").slice(0, 120)}`;
    if (wrong && !faults.has(kind))
      faults.set(kind, `round ${round}: ${wrong}\n  ${toLine(asked)}\n  ${text.slice(0, 300)}`);
  }
  await close(rest);
  return faults;
}

fuzz("the fuzz can see: a secret, a missing field, an unflat body", async () => {
  const rest = openRest();
  await fillWorld(rest);
  const list = await rest.ask("GET", "/api/projects/2/persons");
  assert.ok(JSON.stringify(list.body).includes(SECRET));
  for (const path of [
    "groups?group_type_index=0",
    "cohorts",
    "actions",
    "events",
    "persons/values?key=zebra",
    "groups_types",
    "insights",
    "dashboards",
    "event_definitions",
  ]) {
    assert.ok(JSON.stringify((await rest.ask("GET", `/api/projects/2/${path}`)).body).includes(SECRET), path);
  }
  assert.is(faultsOf400('{"type":"validation_error","code":"x","detail":"y","attr":null}').length, 1);
  assert.is(faultsOf400('{"type":"validation_error","code":"x","detail":"y","attr":"limit"}').length, 0);
  assert.is(faultsOf400('{"detail":"y"}').length, 1);
  assert.is(faultsOf400("").length, 1);
});

fuzz.run();

async function openFilled(causes: unknown[]): Promise<Rest> {
  const logger = { info() {}, warn() {}, error: (_: string, fields?: object) => void causes.push(fields) };
  const rest = openRest({ logger, flags: { remote: { value: true, payload: { a: 1 } } } });
  await fillWorld(rest);
  return rest;
}

async function close(rest: Rest): Promise<void> {
  await rest.ctx.queries.close();
  rest.close();
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
