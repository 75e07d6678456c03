import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseBatch } from "../../../../lib/ingest/capture/v1/batch.ts";
import { tagOf } from "./tag.ts";
import { whenAll } from "../../../support/rounds.ts";

const A = "0198f0a0-0000-7000-8000-00000000000a";

const EVENT = {
  event: "order",
  uuid: A,
  distinct_id: "u1",
  timestamp: "2024-06-10T12:00:00Z",
  options: {},
  properties: {},
};
const BODY = { created_at: "2024-06-10T12:00:00.000Z", batch: [EVENT] };

async function parse(body: unknown) {
  return parseBatch(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
}

const batch = suite("parseBatch");

batch("trims uuid and distinct id, and ignores unknown keys", async () => {
  const event = { ...EVENT, uuid: ` ${A.toUpperCase()} `, distinct_id: "\tu 1 ", $set: { a: 1 }, colour: "red" };
  assert.equal(await parse({ ...BODY, colour: "red", batch: [event] }), [
    { ...EVENT, uuid: A.toUpperCase(), distinct_id: "u 1" },
  ]);
});

batch("leaves what only concerns one event to be judged later", async () => {
  const event = { ...EVENT, event: "", distinct_id: "", timestamp: "", options: 7, properties: null };
  assert.equal(await parse({ ...BODY, batch: [event] }), [event]);
});

batch("takes null for the session and the window", async () => {
  const event = { ...EVENT, session_id: null, window_id: null };
  assert.equal(await parse({ ...BODY, historical_migration: null, batch: [event] }), [event]);
});

for (const key of ["event", "uuid", "distinct_id", "timestamp", "options", "properties"]) {
  batch(`needs the key ${key} in every event`, async () => {
    const { [key as "event"]: _, ...rest } = EVENT;
    const other = { ...EVENT, uuid: "0198f0a0-0000-7000-8000-00000000000b" };
    assert.is(await tagOf(parse({ ...BODY, batch: [other, rest] })), "400 request_parsing_error");
  });
}

const REFUSED: [name: string, body: unknown, tag: string][] = [
  ["no JSON", "{", "request_parsing_error"],
  ["an empty body", "", "request_parsing_error"],
  ["a list", [EVENT], "request_parsing_error"],
  ["null", "null", "request_parsing_error"],
  ["no batch", { created_at: BODY.created_at }, "request_parsing_error"],
  ["a batch that is an object", { ...BODY, batch: {} }, "request_parsing_error"],
  ["an event that is a text", { ...BODY, batch: ["x"] }, "request_parsing_error"],
  ["no created_at", { batch: [EVENT] }, "request_parsing_error"],
  ["a number as created_at", { ...BODY, created_at: 1 }, "request_parsing_error"],
  ["a text as historical_migration", { ...BODY, historical_migration: "yes" }, "request_parsing_error"],
  ["a number as distinct id", { ...BODY, batch: [{ ...EVENT, distinct_id: 1 }] }, "request_parsing_error"],
  ["null as uuid", { ...BODY, batch: [{ ...EVENT, uuid: null }] }, "request_parsing_error"],
  ["a number as session", { ...BODY, batch: [{ ...EVENT, session_id: 1 }] }, "request_parsing_error"],
  ["an unreadable created_at", { ...BODY, created_at: "x" }, "invalid_batch"],
  ["a created_at without a time", { ...BODY, created_at: "2024-06-10" }, "invalid_batch"],
  ["no events", { ...BODY, batch: [] }, "empty_batch"],
  ["an empty uuid", { ...BODY, batch: [{ ...EVENT, uuid: "" }] }, "missing_event_uuid"],
  ["a blank uuid", { ...BODY, batch: [{ ...EVENT, uuid: " " }] }, "missing_event_uuid"],
  ["a malformed uuid", { ...BODY, batch: [EVENT, { ...EVENT, uuid: "zzz" }] }, "invalid_event_uuid"],
  ["one uuid twice", { ...BODY, batch: [EVENT, EVENT] }, "duplicate_event_uuid"],
  [
    "one uuid in two letter cases",
    { ...BODY, batch: [EVENT, { ...EVENT, uuid: A.toUpperCase() }] },
    "duplicate_event_uuid",
  ],
];

for (const [name, body, expected] of REFUSED) {
  batch(`refuses ${name} as ${expected}`, async () => assert.is(await tagOf(parse(body)), `400 ${expected}`));
}

batch("refuses bytes that are not UTF-8", async () => {
  const bytes = Buffer.concat([Buffer.from('{"created_at":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  assert.is(await tagOf(parseBatch(bytes)), "400 request_parsing_error");
});

batch("names the place that cannot be read", async () => {
  const error = await parse({ ...BODY, batch: [EVENT, { ...EVENT, uuid: 7 }] }).catch((thrown: Error) => thrown);
  assert.match((error as Error).message, "batch.1.uuid");
});

whenAll(batch)("takes 20,000 events, and refuses one more", async () => {
  const events = Array.from({ length: 20_001 }, (_, at) => ({ ...EVENT, uuid: A.slice(0, -5) + String(10_000 + at) }));
  assert.is((await parse({ ...BODY, batch: events.slice(1) })).length, 20_000);
  assert.is(await tagOf(parse({ ...BODY, batch: events })), "413 payload_too_large");
  // Large enough to be read in slices.
  const large = events.map((event) => Object.assign(event, { properties: { note: "x".repeat(200) } }));
  assert.is((await parse({ ...BODY, batch: large.slice(1) })).length, 20_000);
  assert.is(await tagOf(parse({ ...BODY, batch: large })), "413 payload_too_large");
});

batch.run();
