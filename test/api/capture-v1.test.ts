import { gzipSync } from "node:zlib";
import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDispatch, routes } from "../../lib/api/index.ts";
import { captureV1Routes } from "../../lib/api/routes/capture-v1.ts";
import type { Context } from "../../lib/context.ts";
import { toFetch } from "../../lib/fetch.ts";
import type { Fetch } from "../../lib/fetch.ts";
import { openContext } from "../../lib/open-context.ts";
import { parseOptions } from "../../lib/options.ts";
import type { HogletOptions } from "../../lib/options.ts";
import { firstProject, listProjects } from "../../lib/projects/index.ts";
import { exportLines } from "../../lib/transfer/index.ts";

const NOW = "2024-06-10T12:00:00.000Z";
const TOKEN = "phc_demo";
const A = "0198f0a0-0000-7000-8000-00000000000a";
const B = "0198f0a0-0000-7000-8000-00000000000b";
const REQUEST_ID = "0198f0a0-0000-7000-8000-0000000000ff";

type Fields = Record<string, unknown>;

interface Server {
  ctx: Context;
  fetch: Fetch;
  /** Exported lines of these kinds, parsed. */
  lines(...kinds: ("event" | "person" | "group")[]): Promise<Fields[]>;
}

/** The whole HTTP surface over a database in memory whose clock stands still. */
function open(options: HogletOptions = {}): Server {
  const { ctx } = openContext(parseOptions({ now: NOW, projectToken: TOKEN, ...options }));
  return {
    ctx,
    fetch: toFetch(createDispatch(ctx, [...routes, ...captureV1Routes])),
    async lines(...kinds) {
      const found: Fields[] = [];
      for await (const line of exportLines(ctx, firstProject(ctx).id, { kinds })) {
        found.push(JSON.parse(line) as Fields);
      }
      return found;
    },
  };
}

const HEADERS: Record<string, string> = {
  authorization: `Bearer ${TOKEN}`,
  "content-type": "application/json",
  "posthog-sdk-info": "posthog-node/5.70.0",
  "posthog-attempt": "1",
  "posthog-request-id": REQUEST_ID,
  "posthog-request-timestamp": NOW,
  "user-agent": "posthog-node/5.70.0",
};

const EVENT = {
  event: "order",
  uuid: A,
  distinct_id: "u1",
  timestamp: "2024-06-10T11:00:00.000Z",
  session_id: null,
  window_id: null,
  options: {},
  properties: { total: 5 },
};

interface Sent {
  /** Over the usual ones; null = without. */
  headers?: Record<string, string | null>;
  /** Over the usual body; text and bytes replace it. */
  body?: Fields | string | Uint8Array;
  /** Over the usual event, one for each event of the batch. */
  events?: Fields[];
}

async function send(fetch: Fetch, { headers = {}, body = {}, events = [{}] }: Sent): Promise<Response> {
  const sent = new Headers();
  for (const [name, value] of Object.entries({ ...HEADERS, ...headers })) if (value !== null) sent.set(name, value);
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  const json = () => JSON.stringify({ created_at: NOW, batch: events.map((own) => ({ ...EVENT, ...own })), ...body });
  const init = { method: "POST", headers: sent, body: (isWhole ? body : json()) as BodyInit };
  return fetch(new Request("http://hoglet.test/i/v1/analytics/events", init));
}

const refusals = suite("capture v1: what refuses a batch");

const noOptions = { ...EVENT, options: undefined };

const REFUSED: [number: string, sent: Sent, status: number, error: string][] = [
  ["L2", { headers: { authorization: null } }, 401, "missing_authorization"],
  ["L3", { headers: { authorization: "Basic cGhjX2RlbW8=" } }, 400, "invalid_authorization"],
  ["L3: malformed token", { headers: { authorization: "Bearer phx_secret" } }, 401, "invalid_api_token"],
  ["L3: unknown token", { headers: { authorization: "Bearer phc_other" } }, 401, "invalid_api_token"],
  ["L4", { headers: { "posthog-request-id": null } }, 400, "missing_required_headers"],
  ["L4: no user agent", { headers: { "user-agent": null } }, 400, "missing_required_headers"],
  ["L4: attempt 0", { headers: { "posthog-attempt": "0" } }, 400, "invalid_header"],
  ["L5", { headers: { "content-type": "text/plain" } }, 415, "unsupported_content_type"],
  ["L6", { headers: { "content-encoding": "lz64" } }, 415, "unsupported_encoding"],
  ["L6: wrong", { headers: { "content-encoding": "gzip" } }, 400, "request_decoding_error"],
  ["L6: too much", { body: new Uint8Array(10 * 1024 * 1024 + 1) }, 413, "payload_too_large"],
  ["L7", { events: [] }, 400, "empty_batch"],
  ["L8", { body: { created_at: "x" } }, 400, "invalid_batch"],
  ["L9", { events: [{ uuid: A }, { uuid: A, event: "again" }] }, 400, "duplicate_event_uuid"],
  ["L9: none", { events: [{}, { uuid: "" }] }, 400, "missing_event_uuid"],
  ["L10", { events: [{}, { uuid: "zzz" }] }, 400, "invalid_event_uuid"],
  ["L26", { body: { batch: [EVENT, noOptions] } }, 400, "request_parsing_error"],
  ["L26: no JSON", { body: "event=order" }, 400, "request_parsing_error"],
];

for (const [number, sent, status, error] of REFUSED) {
  refusals(`${number}: ${status} ${error}, and nothing is stored`, async () => {
    const server = open();
    const response = await send(server.fetch, sent);
    const body = (await response.json()) as Fields;
    assert.is(response.status, status);
    assert.equal(Object.keys(body), ["error", "error_description", "error_uri"]);
    assert.is(body["error"], error);
    assert.type(body["error_description"], "string");
    assert.is(body["error_uri"], "https://posthog.com/docs/api");
    assert.is(response.headers.get("retry-after"), null);
    assert.equal(await server.lines("event", "person", "group"), []);
  });
}

refusals("echoes the request's id and tells the time, refused or not", async () => {
  const { fetch } = open();
  for (const events of [[], [{}]]) {
    const { headers } = await send(fetch, { events });
    assert.is(headers.get("posthog-request-id"), REQUEST_ID);
    assert.is(headers.get("date"), "Mon, 10 Jun 2024 12:00:00 GMT");
  }
});

refusals("shows its refusals to browsers", async () => {
  const { headers } = await send(open().fetch, { headers: { origin: "https://app.test", authorization: null } });
  assert.is(headers.get("access-control-allow-origin"), "https://app.test");
});

refusals("answers 503 with Retry-After when nothing can be stored, and takes the batch later", async () => {
  const logged: unknown[] = [];
  const logger = { info() {}, warn() {}, error: (_: string, fields: unknown) => logged.push(fields) };
  const server = open({ logger });
  server.ctx.db.sqlite.pragma("query_only = ON");
  const failed = await send(server.fetch, {});
  assert.is(failed.status, 503);
  assert.is(failed.headers.get("retry-after"), "1");
  assert.is(((await failed.json()) as Fields)["error"], "storage_read_only");
  assert.is(logged.length, 1);
  assert.equal(await server.lines("event", "person"), []);

  server.ctx.db.sqlite.pragma("query_only = OFF");
  assert.is((await send(server.fetch, { headers: { "posthog-attempt": "2" } })).status, 200);
  assert.is((await server.lines("event")).length, 1);
});

refusals("makes the project of an unknown token in open mode, but not for a batch it refuses", async () => {
  const { ctx, fetch } = open({ openMode: true });
  const countProjects = () => listProjects(ctx, { limit: 10, offset: 0 }).count;
  const headers = { authorization: "Bearer phc_other" };
  assert.is((await send(fetch, { headers, events: [] })).status, 400);
  assert.is(countProjects(), 1);
  assert.is((await send(fetch, { headers })).status, 200);
  assert.is(countProjects(), 2);
});

refusals.run();

const answers = suite("capture v1: an answer for each event");

const OK = { result: "ok" };
const drop = (details: string) => ({ result: "drop", details });

const ANSWERED: [number: string, event: Fields, answer: Fields][] = [
  ["L11", { event: "n".repeat(201) }, drop("event_name_too_long")],
  ["L11: none", { event: "" }, drop("missing_event_name")],
  ["L12", { distinct_id: "u".repeat(201) }, drop("distinct_id_too_large")],
  ["L12: blank", { distinct_id: "  " }, drop("missing_distinct_id")],
  ["L13", { timestamp: "2024-06-10" }, drop("invalid_event_timestamp")],
  ["L14", { properties: [1] }, drop("malformed_event_properties")],
  ["L15", { options: "x" }, drop("invalid_options")],
  ["L16", { event: "$performance_event" }, drop("dropped_performance_event")],
];

for (const [number, event, answer] of ANSWERED) {
  answers(`${number}: ${String(answer["details"])}, and the other event is kept`, async () => {
    const server = open();
    const response = await send(server.fetch, { events: [event, { uuid: B }] });
    assert.is(response.status, 200);
    assert.equal(await response.json(), { results: { [A]: answer, [B]: OK } });
    assert.equal(
      (await server.lines("event")).map(({ uuid }) => uuid),
      [B],
    );
  });
}

interface Stored {
  timestamp?: string;
  properties?: Fields;
}

const LIB = { $lib: "posthog-node", $lib_version: "5.70.0" };
const SKEWED = { headers: { "posthog-request-timestamp": "2024-06-10T11:00:00.000Z" } };
const RAW = { disable_skew_correction: true };

const STORED: [number: string, sent: Sent, stored: Stored][] = [
  ["L1", {}, { timestamp: "2024-06-10T11:00:00Z", properties: { total: 5, ...LIB } }],
  [
    "L17",
    { events: [{ session_id: "theirs", properties: { $session_id: "mine" } }] },
    { properties: { $session_id: "theirs", ...LIB } },
  ],
  ["L18", SKEWED, { timestamp: "2024-06-10T12:00:00Z" }],
  ["L19", { ...SKEWED, events: [{ options: RAW }] }, { timestamp: "2024-06-10T11:00:00Z" }],
  [
    "L19: as a text",
    { ...SKEWED, events: [{ options: { disable_skew_correction: "1" } }] },
    { timestamp: "2024-06-10T11:00:00Z" },
  ],
  ["L20: now + 48 h", { events: [{ timestamp: "2024-06-12T12:00:00Z" }] }, { timestamp: "2024-06-10T12:00:00Z" }],
  ["L20: now + 22 h", { events: [{ timestamp: "2024-06-11T10:00:00Z" }] }, { timestamp: "2024-06-11T10:00:00Z" }],
  [
    "L20: now + 48 h, uncorrected",
    { events: [{ timestamp: "2024-06-12T12:00:00Z", options: RAW }] },
    { timestamp: "2024-06-12T12:00:00Z" },
  ],
  [
    "the SDK's name over the client's property",
    { events: [{ properties: { $lib: "mine", $lib_version: "0" } }] },
    { properties: LIB },
  ],
];

for (const [number, sent, stored] of STORED) {
  answers(`${number} is stored as ${JSON.stringify(stored)}`, async () => {
    const server = open();
    const response = await send(server.fetch, sent);
    assert.equal(await response.json(), { results: { [A]: OK } });
    const [event, ...others] = await server.lines("event");
    assert.equal(others, []);
    if (stored.timestamp !== undefined) assert.is(event?.["timestamp"], stored.timestamp);
    if (stored.properties !== undefined) assert.equal(event?.["properties"], stored.properties);
  });
}

answers("L21: an event of nobody is kept without a person, a merge too", async () => {
  const server = open();
  const properties = { $anon_distinct_id: "u2", $set: { plan: "pro" } };
  const response = await send(server.fetch, {
    events: [
      { event: "$identify", distinct_id: " Anonymous ", properties },
      { uuid: B, distinct_id: "0" },
    ],
  });
  const answer = { result: "ok", details: "person_processing_disabled" };
  assert.equal(await response.json(), { results: { [A]: answer, [B]: answer } });
  assert.equal(await server.lines("person"), []);
  assert.equal(
    (await server.lines("event")).map(({ event, distinct_id: id, properties: own }) => [event, id, own]),
    [
      ["$identify", "Anonymous", { $anon_distinct_id: "u2", ...LIB, $process_person_profile: false }],
      ["order", "0", { total: 5, ...LIB, $process_person_profile: false }],
    ],
  );
});

answers("L21: an event that asks for it is personless, one that does not has a person", async () => {
  const server = open();
  await send(server.fetch, {
    events: [
      { distinct_id: "u1", options: { process_person_profile: false } },
      { uuid: B, distinct_id: " u2 ", options: { process_person_profile: true } },
    ],
  });
  assert.equal(
    (await server.lines("person")).map((person) => person["distinct_ids"]),
    [["u2"]],
  );
  const [off, on] = (await server.lines("event")).map(({ properties }) => properties as Fields);
  assert.is(off?.["$process_person_profile"], false);
  assert.not.ok("$process_person_profile" in (on ?? {}));
});

answers("L25: only the $set in properties reaches the person", async () => {
  const server = open();
  await send(server.fetch, { events: [{ $set: { plan: "free" }, properties: { $set: { seats: 3 } } }] });
  const [person] = await server.lines("person");
  assert.equal(person?.["properties"], { seats: 3, $creator_event_uuid: A });
});

answers("answers under the uuid as it was sent, in the order of the batch", async () => {
  const response = await send(open().fetch, { events: [{ uuid: ` ${B.toUpperCase()} ` }, { uuid: A }] });
  const { results } = (await response.json()) as { results: Fields };
  assert.equal(Object.entries(results), [
    [B.toUpperCase(), OK],
    [A, OK],
  ]);
});

answers("takes the same uuid again as ok, without any effect", async () => {
  const server = open();
  await send(server.fetch, {});
  const again = await send(server.fetch, { events: [{ uuid: A.toUpperCase(), distinct_id: "u2", event: "other" }] });
  assert.equal(await again.json(), { results: { [A.toUpperCase()]: OK } });
  assert.equal(
    (await server.lines("event")).map(({ event }) => event),
    ["order"],
  );
  assert.is((await server.lines("person")).length, 1);
});

answers("reads a compressed body", async () => {
  const server = open();
  const body = gzipSync(JSON.stringify({ created_at: NOW, batch: [EVENT] }));
  const response = await send(server.fetch, { body, headers: { "content-encoding": "gzip" } });
  assert.equal(await response.json(), { results: { [A]: OK } });
});

answers("answers a batch of which nothing is left", async () => {
  const server = open();
  const response = await send(server.fetch, { events: [{ event: "" }] });
  assert.is(response.status, 200);
  assert.equal(await response.json(), { results: { [A]: drop("missing_event_name") } });
  assert.equal(await server.lines("event", "person"), []);
});

answers.run();

// L22 and L23 are about what clients do with replies that this server never gives: a missing result, and 429.

interface Exchange {
  path: string;
  encoding: string | null;
  body: unknown;
  status: number;
}

/** Runs `use` with the real SDK in v1 mode, in process; gives what it sent, what it reported, and the server. */
async function withSdk(use: (posthog: PostHog) => void, options: { disableCompression?: boolean } = {}) {
  const server = open();
  const exchanges: Exchange[] = [];
  const errors: unknown[] = [];
  // The SDK reads its mode when it is made.
  process.env["POSTHOG_CAPTURE_MODE"] = "v1";
  const posthog = new PostHog(TOKEN, {
    host: "http://hoglet.test",
    ...options,
    fetch: async (url, init) => {
      const response = await server.fetch(url, init as RequestInit);
      const encoding = (init.headers as Record<string, string>)["Content-Encoding"] ?? null;
      exchanges.push({ path: new URL(url).pathname, encoding, body: init.body, status: response.status });
      return response;
    },
  });
  delete process.env["POSTHOG_CAPTURE_MODE"];
  posthog.on("error", (error: unknown) => errors.push(error));
  use(posthog);
  await posthog.shutdown();
  return { server, exchanges, errors };
}

const sdk = suite("capture v1: posthog-node");

function useAll(posthog: PostHog): void {
  posthog.capture({ distinctId: "anon1", event: "visited", properties: { page: "/", $session_id: "s1" } });
  posthog.identify({ distinctId: "u1", properties: { email: "u1@example.com" } });
  posthog.alias({ distinctId: "u1", alias: "anon1" });
  posthog.groupIdentify({ groupType: "org", groupKey: "o1", properties: { seats: 3 } });
  posthog.capture({ distinctId: "u1", event: "paid", properties: { total: 5 }, groups: { org: "o1" } });
  posthog.capture({ event: "nobody's" });
}

sdk("L1: captures, identifies, aliases and groups", async () => {
  const { server, exchanges, errors } = await withSdk(useAll, { disableCompression: true });
  assert.equal(errors, []);
  assert.equal(
    exchanges.map(({ path, status }) => [path, status]),
    [["/i/v1/analytics/events", 200]],
  );
  assert.not.match(String(exchanges[0]?.body), /"\$lib/);

  const events = await server.lines("event");
  assert.equal(
    events.map(({ event }) => event),
    ["visited", "$identify", "$create_alias", "$groupidentify", "paid", "nobody's"],
  );
  for (const { properties, timestamp } of events) {
    const { $lib: lib, $lib_version: version } = properties as Fields;
    assert.is(lib, "posthog-node");
    assert.match(String(version), /^5\.\d+\.\d+$/);
    // Its clock is years ahead of the server's, and taken off.
    assert.ok(Math.abs(Date.parse(String(timestamp)) - Date.parse(NOW)) < 60_000);
  }
  const [visited, , , , paid, nobody] = events.map(({ properties }) => properties as Fields);
  assert.is(visited?.["$session_id"], "s1");
  assert.is(paid?.["$group_0"], "o1");
  assert.is(nobody?.["$process_person_profile"], false);

  const persons = await server.lines("person");
  assert.equal(
    persons.map((person) => [(person["distinct_ids"] as string[]).toSorted(), person["is_identified"]]),
    [
      [["anon1", "u1"], true],
      [["$org_o1"], false],
    ],
  );
  assert.is((persons[0]?.["properties"] as Fields)["email"], "u1@example.com");
  const [group] = await server.lines("group");
  assert.equal([group?.["group_key"], group?.["properties"]], ["o1", { seats: 3 }]);
});

sdk("L24: sends $ai_ events the old way, and they arrive", async () => {
  const { server, exchanges, errors } = await withSdk((posthog) => {
    posthog.capture({ distinctId: "u1", event: "$ai_generation", properties: { $ai_model: "m" } });
    posthog.capture({ distinctId: "u1", event: "asked" });
  });
  assert.equal(errors, []);
  assert.equal(exchanges.map(({ path, encoding, status }) => `${path} ${encoding} ${status}`).toSorted(), [
    "/batch/ gzip 200",
    "/i/v1/analytics/events gzip 200",
  ]);
  assert.equal((await server.lines("event")).map(({ event }) => event).toSorted(), ["$ai_generation", "asked"]);
});

sdk("tells its user about a dropped event", async () => {
  const { server, errors } = await withSdk((posthog) => {
    posthog.capture({ distinctId: "u1", event: "n".repeat(201) });
    posthog.capture({ distinctId: "u1", event: "short" });
  });
  assert.is(errors.length, 1);
  assert.match(String(errors[0]), "1 dropped, 0 undelivered");
  assert.is((await server.lines("event")).length, 1);
});

sdk.run();
