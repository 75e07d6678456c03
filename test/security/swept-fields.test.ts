import { suite } from "uvu";
import * as assert from "uvu/assert";
import { routes } from "../../lib/http/index.ts";
import type { KeyRoute, Method } from "../../lib/http/route.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { EVENT_UUIDS, FATAL } from "../http/fuzz-request.ts";
import { SAMPLES } from "../http/fuzz-values.ts";
import { fillWorld } from "../http/fuzz-world.ts";
import { NOW_MS } from "../support/world.ts";
import { size } from "../support/rounds.ts";

// Every field of every route with a key takes hostile values, field by field, in an otherwise valid request. No answer may
// be an internal error, and a 400 names the field.

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** As they stand in JSON: some are no value that JSON.stringify writes. */
const HOSTILE: Readonly<Record<string, string>> = {
  "half a surrogate pair": '"\\ud800"',
  "half a surrogate pair as a name": '{"\\udc00":1}',
  "an object that String() cannot read": '{"toString":1,"valueOf":1}',
  "the same inside": '[{"key":{"toString":1},"id":{"toString":1},"type":{"toString":1},"value":[{"toString":1}]}]',
  "a group of it": '{"type":"AND","values":[{"type":{"toString":1},"values":[{"key":{"toString":1}}]}]}',
  "another prototype": '{"__proto__":{"toString":1,"length":1e9}}',
  "a list that says it is long": '{"length":1e9}',
  "101 levels": nested(101),
  "20,000 levels": nested(20_000),
  "more than any number": "1e400",
  "less than nothing": "-0",
  "a huge whole number": "9".repeat(400),
  "no number": '"NaN"',
  "an empty text": '""',
  nothing: "null",
  "a text that spells nothing": '"null"',
  "a text that spells an empty text": '"\\"\\""',
  "an empty list": "[]",
  "a list of nothing": "[null]",
  "a very long text": `"${"x".repeat(70_000)}"`,
  "control characters": '"\\u0000\\u0007\\u001b[31m\\u009b"',
  "bidi controls": '"\\u202e\\u2066gnp.exe"',
};

const IDS: Record<string, string> = { id: "1", project_id: "1", key: "remote", organization_id: "@current" };
/** The id for `:id` on paths that refuse id 1 because of its kind. */
const ID_BY_PATH: readonly [RegExp, string][] = [[/_static_cohort$/, "2"]];

const keyed = routes.filter((route): route is KeyRoute => route.access === "key");

/** The values of a request that succeeds, or nearly. */
function toFields(route: KeyRoute): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...(route.example as object | undefined) };
  for (const [name, { type }] of Object.entries(entriesOf(route.input))) {
    if (!/optional$|^nullish$/.test(type)) fields[name] ??= SAMPLES[name]?.[0] ?? "x";
  }
  return fields;
}

function namesOf(route: KeyRoute): string[] {
  const { input, fields } = route;
  return [...new Set([...Object.keys({ ...entriesOf(input), ...entriesOf(fields) }), ...Object.keys(toFields(route))])];
}

function entriesOf(schema: unknown): Record<string, { type: string }> {
  const { entries = {} } = (schema ?? {}) as { entries?: Record<string, { type: string }> };
  return entries;
}

/** A request with one field of this JSON, or without it (null); of a GET, the same as a text in its query. */
function toRequest(route: KeyRoute, method: Method, field: string, json: string | null) {
  const id = ID_BY_PATH.find(([pattern]) => pattern.test(route.path))?.[1];
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === "id" && id !== undefined ? id : (IDS[name] ?? EVENT_UUIDS[0]),
  );
  const others = Object.entries(toFields(route)).filter(([name]) => name !== field);
  if (["POST", "PUT", "PATCH"].includes(method)) {
    const parts = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    if (json !== null) parts.push(`${JSON.stringify(field)}:${json}`);
    return { method, url: path, body: `{${parts.join()}}` };
  }
  const query = new URLSearchParams(others.map(([name, value]) => [name, toQueryText(value)]));
  if (json !== null) query.set(field, json.startsWith('"') ? (JSON.parse(json) as string).toWellFormed() : json);
  return { method, url: `${path}?${query}`, body: "" };
}

function toQueryText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

const INSIDE = /\bat \S+ \(|node_modules|\.ts:\d+|SQLITE_|"stack"/;

/** The fault of an answer; null = it has none. */
function faultOf(field: string, status: number, text: string): string | null {
  if (status >= 500) return "a fault inside";
  if (status >= 400 && INSIDE.test(text)) return "it shows its insides";
  if (status !== 400) return null;
  const { attr, code, detail } = JSON.parse(text) as { attr: string | null; code: string; detail: string };
  // Without this field another field is required, which the answer then names.
  // The request before it took the name that only one may have.
  if (code === "required" || code === "unique" || (attr === null && AS_THE_REAL_ONE.test(detail))) return null;
  const named = attr?.split("__")[0] ?? "";
  return named === field || ALIASES[named]?.includes(field) === true ? null : `it names ${attr}`;
}

const causes: unknown[] = [];

async function openFilled(): Promise<Hoglet> {
  const logger = { info() {}, warn() {}, error: (_: string, about: unknown) => void causes.push(about) };
  const hoglet = await createHoglet({ now: new Date(NOW_MS).toISOString(), projectToken: "phc_demo", logger });
  await hoglet.projects.create({ name: "two", api_token: "phc_two" });
  await fillWorld({
    capture: (events, options) => hoglet.capture(events as Parameters<Hoglet["capture"]>[0], options),
    async ask(method, path, { body }) {
      const response = await hoglet.fetch(path, {
        method,
        headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { body: (await response.json()) as unknown };
    },
  });
  return hoglet;
}

/** Refusals of the real service that name no field (reference/rest.md 4.1, 5.1; agents.md 8.4). */
const AS_THE_REAL_ONE =
  /^(Properties are unparsable!|\d+ validation errors? for QueryRequest\n|The ID provided does not look like a personID\.|You need to specify either distinct_ids or ids|Provide either filters or ids, not both)/;

/** The field that a rule about two of them names. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  date_from: ["date_to"],
  condition: ["group_type_index"],
};

/** Each method of each route with each of its fields. */
function* toPlaces(): Generator<{ route: KeyRoute; method: Method; field: string }> {
  for (const route of keyed) {
    // A stream of events has no end.
    if (route.produces?.includes("text/event-stream")) continue;
    for (const method of route.methods.filter((each) => !FATAL.has(`${each} ${route.path}`))) {
      for (const field of namesOf(route)) yield { route, method, field };
    }
  }
}

const sweep = suite("security: every field of every route");

sweep("takes hostile values, or refuses them by its name", async () => {
  const hoglet = await openFilled();
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
  const ask = async ({ method, url, body }: ReturnType<typeof toRequest>) => {
    const reply = await hoglet.handle({ method, url, headers, body: Buffer.from(body), ip: null });
    return { status: reply.status, text: typeof reply.body === "string" ? reply.body : "" };
  };
  const faults: string[] = [];
  let asked = 0;
  for (const [place, { route, method, field }] of [...toPlaces()].entries()) {
    for (const [index, [what, json]] of Object.entries(HOSTILE).entries()) {
      // A twentieth of the values for each place, all of them over all places.
      if ((place + index) % size(20, 1) > 0) continue;
      const { status, text } = await ask(toRequest(route, method, field, json));
      asked++;
      const fault = faultOf(field, status, text);
      if (fault === null) continue;
      // The state of the world, which the requests before have changed, refuses the request without the field too.
      if (fault.startsWith("it names") && (await ask(toRequest(route, method, field, null))).text === text) continue;
      const told = `${method} ${route.path} ${field} = ${what}: ${status}, ${fault}: ${text.slice(0, 200)}`;
      faults.push(`${told} ${JSON.stringify(causes.pop() ?? "")}`);
    }
  }
  await hoglet.close();
  assert.equal(faults, []);
  assert.ok(asked > size(250, 5000), `${asked} requests`);
});

sweep.run();
