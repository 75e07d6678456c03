import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eventToken, parseWireEvent, sentId, toRawEvent } from "../../../lib/ingest/capture/raw-event.ts";
import { refusal } from "./refusal.ts";

const UUID = "0198F0A0-0000-7000-8000-00000000000A";

const wire = suite("parseWireEvent");

const FAULTS: { case?: string; event: unknown; gives: string }[] = [
  { event: null, gives: "expected an event object, not null" },
  { event: [], gives: "expected an event object, not list" },
  { event: "a", gives: "expected an event object, not string" },
  { case: "E17", event: { event: { "event name": "as object" } }, gives: "event must be a string, not object" },
  { case: "E4", event: { uuid: "not-a-uuid" }, gives: "uuid is malformed" },
  { event: { uuid: 5 }, gives: "uuid must be a string, not number" },
  { case: "E5", event: { timestamp: 1_717_000_000 }, gives: "timestamp must be a string, not number" },
  { event: { offset: 1.5 }, gives: "offset must be a whole number of milliseconds" },
  { event: { offset: "5" }, gives: "offset must be a whole number of milliseconds" },
  { event: { offset: 1e300 }, gives: "offset must be a whole number of milliseconds" },
  { case: "E7", event: { properties: null }, gives: "properties must be an object, not null" },
  { event: { properties: [] }, gives: "properties must be an object, not list" },
  { event: { $set: "oops" }, gives: "$set must be an object, not string" },
  { event: { $set_once: [] }, gives: "$set_once must be an object, not list" },
  { event: { distinct_id: "a", $distinct_id: "a" }, gives: "duplicate field `distinct_id`" },
  { event: { token: "a", $token: "a" }, gives: "duplicate field `token`" },
  { event: { api_key: {} }, gives: "token must be a string, not object" },
];

for (const row of FAULTS) {
  wire(`${row.case ?? "–"} refuses ${JSON.stringify(row.event)}`, () => {
    assert.is(
      refusal(() => parseWireEvent(row.event)),
      `400 failed to parse request: ${row.gives}`,
    );
  });
}

wire("refuses what is nested deeper than storage can bear, wherever it hides", () => {
  const deep: unknown = JSON.parse("[".repeat(100) + "]".repeat(100));
  for (const key of ["properties", "$set", "$set_once"]) {
    assert.is(
      refusal(() => parseWireEvent({ [key]: { deep } })),
      `400 failed to parse request: ${key} is nested deeper than 100 levels`,
    );
  }
  assert.match(
    refusal(() => parseWireEvent({ distinct_id: [deep] })),
    "distinct_id is nested deeper",
  );
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  assert.match(
    refusal(() => parseWireEvent({ properties: cyclic })),
    "properties is nested deeper",
  );
});

wire("takes null for every field but properties, and fields it does not know", () => {
  const event = { event: null, uuid: null, timestamp: null, offset: null, $set: null, $set_once: null, token: null };
  assert.is(parseWireEvent(event), event);
  const unknown = { $unset: 5, sentAt: 5, ip: null, elements: "x" };
  assert.is(parseWireEvent(unknown), unknown);
});

wire.run();

const tokens = suite("eventToken");

tokens("is the event's own, else the one in its properties when that is text", () => {
  assert.is(eventToken({ token: "a", properties: { token: "b" } }), "a");
  assert.is(eventToken({ token: null, properties: { token: "b" } }), "b");
  assert.is(eventToken({ properties: { token: 5 } }), null);
  assert.is(eventToken({}), null);
});

tokens.run();

const ids = suite("sentId");

ids("prefers the top level unless missing or null", () => {
  assert.is(sentId({ distinct_id: "a", properties: { distinct_id: "b" } }), "a");
  assert.is(sentId({ distinct_id: null, properties: { distinct_id: "b" } }), "b");
  assert.is(sentId({ $distinct_id: "c", properties: { distinct_id: "b" } }), "c");
  assert.is(sentId({ distinct_id: "", properties: { distinct_id: "b" } }), "");
  assert.is(sentId({}), undefined);
});

ids.run();

const events = suite("toRawEvent");

events("E8 fills in what was not sent", () => {
  assert.equal(toRawEvent({ event: "a", distinct_id: "u1" }, false), {
    event: "a",
    distinctId: "u1",
    uuid: null,
    timestamp: null,
    offsetMs: null,
    properties: {},
    set: null,
    setOnce: null,
  });
});

events("keeps what was sent, with the uuid in small letters and the objects themselves", () => {
  const properties = { $cookieless_mode: true };
  const raw = toRawEvent(
    {
      event: "a",
      $distinct_id: 5,
      uuid: UUID,
      timestamp: "x",
      offset: 7,
      properties,
      $set: { a: 1 },
      $set_once: { b: 2 },
    },
    false,
  );
  assert.equal(raw, {
    event: "a",
    distinctId: "5",
    uuid: UUID.toLowerCase(),
    timestamp: "x",
    offsetMs: 7,
    properties,
    set: { a: 1 },
    setOnce: { b: 2 },
  });
  assert.is(raw.properties, properties);
});

events("reads an empty uuid as none", () => {
  assert.is(toRawEvent({ event: "a", distinct_id: "u1", uuid: "" }, false).uuid, null);
});

events("names a nameless event only on /engage", () => {
  assert.is(toRawEvent({ distinct_id: "u1" }, true).event, "$identify");
  assert.is(toRawEvent({ event: "x", distinct_id: "u1" }, true).event, "x");
  assert.match(
    refusal(() => toRawEvent({ distinct_id: "u1" }, false)),
    "empty event name",
  );
});

events("E1 refuses an empty name, D5 a missing id, and a $cookieless_mode that is no boolean", () => {
  assert.is(
    refusal(() => toRawEvent({ event: "", distinct_id: "u1" }, true)),
    "400 event submitted with an empty event name",
  );
  assert.is(
    refusal(() => toRawEvent({ event: "a", distinct_id: "" }, false)),
    "400 event submitted without a distinct_id",
  );
  for (const mode of [null, "true", 1]) {
    assert.is(
      refusal(() => toRawEvent({ event: "a", distinct_id: "u1", properties: { $cookieless_mode: mode } }, false)),
      "400 event submitted with invalid cookieless mode",
    );
  }
});

events.run();
