import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Fetch } from "../../lib/http/fetch.ts";
import { listProjects } from "../../lib/admin/projects/index.ts";
import { NOW, openServer, TOKEN } from "../ingest/capture/v1/open-server.ts";
import type { Fields } from "../ingest/capture/v1/open-server.ts";

const A = "0198f0a0-0000-7000-8000-00000000000a";
const B = "0198f0a0-0000-7000-8000-00000000000b";
const REQUEST_ID = "0198f0a0-0000-7000-8000-0000000000ff";

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
  const whole = typeof body === "string" || body instanceof Uint8Array ? body : toJson(events, body);
  const init = { method: "POST", headers: sent, body: whole as BodyInit };
  return fetch(new Request("http://hoglet.test/i/v1/analytics/events", init));
}

function toJson(events: Fields[], own: Fields): string {
  return JSON.stringify({ created_at: NOW, batch: events.map((event) => ({ ...EVENT, ...event })), ...own });
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
    const server = openServer();
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
  const { fetch } = openServer();
  for (const events of [[], [{}]]) {
    const { headers } = await send(fetch, { events });
    assert.is(headers.get("posthog-request-id"), REQUEST_ID);
    assert.is(headers.get("date"), "Mon, 10 Jun 2024 12:00:00 GMT");
  }
});

refusals("shows its refusals to browsers", async () => {
  const { headers } = await send(openServer().fetch, { headers: { origin: "https://app.test", authorization: null } });
  assert.is(headers.get("access-control-allow-origin"), "https://app.test");
});

refusals("answers 503 with Retry-After when nothing can be stored, and takes the batch later", async () => {
  const logged: unknown[] = [];
  const logger = { info() {}, warn() {}, error: (_: string, fields: unknown) => logged.push(fields) };
  const server = openServer({ logger });
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
  const { ctx, fetch } = openServer({ openMode: true });
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
    const server = openServer();
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
    const server = openServer();
    const response = await send(server.fetch, sent);
    assert.equal(await response.json(), { results: { [A]: OK } });
    const [event, ...others] = await server.lines("event");
    assert.equal(others, []);
    if (stored.timestamp !== undefined) assert.is(event?.["timestamp"], stored.timestamp);
    if (stored.properties !== undefined) assert.equal(event?.["properties"], stored.properties);
  });
}

answers("L21: an event of nobody is kept without a person, a merge too", async () => {
  const server = openServer();
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
  const server = openServer();
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
  const server = openServer();
  await send(server.fetch, { events: [{ $set: { plan: "free" }, properties: { $set: { seats: 3 } } }] });
  const [person] = await server.lines("person");
  assert.equal(person?.["properties"], { seats: 3, $creator_event_uuid: A });
});

answers("answers under the uuid as it was sent, in the order of the batch", async () => {
  const response = await send(openServer().fetch, { events: [{ uuid: ` ${B.toUpperCase()} ` }, { uuid: A }] });
  const { results } = (await response.json()) as { results: Fields };
  assert.equal(Object.entries(results), [
    [B.toUpperCase(), OK],
    [A, OK],
  ]);
});

answers("takes the same uuid again as ok, without any effect", async () => {
  const server = openServer();
  await send(server.fetch, {});
  const again = await send(server.fetch, { events: [{ uuid: A.toUpperCase(), distinct_id: "u2", event: "other" }] });
  assert.equal(await again.json(), { results: { [A.toUpperCase()]: OK } });
  assert.equal(
    (await server.lines("event")).map(({ event }) => event),
    ["order"],
  );
  assert.is((await server.lines("person")).length, 1);
});

answers("takes a uuid in every form, which are one event", async () => {
  const server = openServer();
  for (const uuid of [A.replaceAll("-", ""), `{${A}}`, `urn:uuid:${A.toUpperCase()}`]) {
    const response = await send(server.fetch, { events: [{ uuid }] });
    assert.equal(await response.json(), { results: { [uuid]: OK } });
  }
  assert.equal(
    (await server.lines("event")).map(({ uuid }) => uuid),
    [A],
  );
  const twice = await send(server.fetch, { events: [{ uuid: B }, { uuid: B.replaceAll("-", "") }] });
  assert.is(twice.status, 400);
});

answers("reads a compressed body", async () => {
  const server = openServer();
  const body = gzipSync(JSON.stringify({ created_at: NOW, batch: [EVENT] }));
  const response = await send(server.fetch, { body, headers: { "content-encoding": "gzip" } });
  assert.equal(await response.json(), { results: { [A]: OK } });
});

answers("answers a batch of which nothing is left", async () => {
  const server = openServer();
  const response = await send(server.fetch, { events: [{ event: "" }] });
  assert.is(response.status, 200);
  assert.equal(await response.json(), { results: { [A]: drop("missing_event_name") } });
  assert.equal(await server.lines("event", "person"), []);
});

answers.run();
