import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { V1Event } from "../../../../lib/ingest/capture/v1/batch.ts";
import { checkEvent } from "../../../../lib/ingest/capture/v1/check-event.ts";
import type { Sending } from "../../../../lib/ingest/capture/v1/check-event.ts";

const NOON_MS = Date.UTC(2024, 5, 10, 12);
const HOUR_MS = 3_600_000;

const SENDING: Sending = { nowMs: NOON_MS, sentAtMs: NOON_MS, sdk: { name: "posthog-node", version: "5.70.0" } };

/** A valid event with some other fields. Each event has its own properties object, since the code writes into it. */
function event(change: Partial<V1Event> = {}): V1Event {
  return {
    event: "order",
    uuid: "0198F0A0-0000-7000-8000-00000000000A",
    distinct_id: "u1",
    timestamp: "2024-06-10T11:00:00Z",
    options: {},
    properties: {},
    ...change,
  };
}

const verdicts = suite("checkEvent");

verdicts("turns a good event into what is stored", () => {
  assert.equal(checkEvent(event({ properties: { total: 5 } }), SENDING), {
    result: { result: "ok" },
    event: {
      event: "order",
      distinctId: "u1",
      uuid: "0198f0a0-0000-7000-8000-00000000000a",
      timestamp: "2024-06-10T11:00:00Z",
      offsetMs: null,
      properties: { total: 5, $lib: "posthog-node", $lib_version: "5.70.0" },
      set: null,
      setOnce: null,
      timeMs: NOON_MS - HOUR_MS,
      forcedPersonless: false,
    },
  });
});

const deep = JSON.parse(`${'{"a":'.repeat(101)}1${"}".repeat(101)}`) as unknown;

const DROPS: [name: string, change: Partial<V1Event>, details: string][] = [
  ["no name", { event: "" }, "missing_event_name"],
  ["a name of 201 characters", { event: "n".repeat(201) }, "event_name_too_long"],
  ["no distinct id", { distinct_id: "" }, "missing_distinct_id"],
  ["a distinct id of 201 characters", { distinct_id: "u".repeat(201) }, "distinct_id_too_large"],
  ["a date without a time", { timestamp: "2024-06-10" }, "invalid_event_timestamp"],
  ["no timestamp", { timestamp: "" }, "invalid_event_timestamp"],
  ["a list of properties", { properties: [1] }, "malformed_event_properties"],
  ["null properties", { properties: null }, "malformed_event_properties"],
  ["properties nested 101 levels deep", { properties: deep }, "malformed_event_properties"],
  ["a performance event", { event: "$performance_event" }, "dropped_performance_event"],
  ["options that are a text", { options: "x" }, "invalid_options"],
  ["an option that cannot be read", { options: { cookieless_mode: "maybe" } }, "invalid_options"],
];

for (const [name, change, details] of DROPS) {
  verdicts(`drops ${name}: ${details}`, () => {
    assert.equal(checkEvent(event(change), SENDING), { result: { result: "drop", details }, event: null });
  });
}

verdicts("counts code points in names and distinct ids", () => {
  assert.is(checkEvent(event({ event: "🦔".repeat(200), distinct_id: "🦔".repeat(200) }), SENDING).result.result, "ok");
  assert.is(checkEvent(event({ event: "🦔".repeat(201) }), SENDING).result.details, "event_name_too_long");
});

verdicts("keeps an event of nobody, but makes it personless", () => {
  const { result, event: stored } = checkEvent(event({ distinct_id: "Anonymous" }), SENDING);
  assert.equal(result, { result: "ok", details: "person_processing_disabled" });
  assert.is(stored?.forcedPersonless, true);
});

const WRITTEN: [change: Partial<V1Event>, own: Record<string, unknown>, stored: Record<string, unknown>][] = [
  [{ session_id: "theirs" }, { $session_id: "mine" }, { $session_id: "theirs" }],
  [{ session_id: null }, { $session_id: "mine" }, { $session_id: "mine" }],
  [{ window_id: "theirs" }, { $window_id: "mine" }, { $window_id: "theirs" }],
  [{ options: { cookieless_mode: true } }, { $cookieless_mode: false }, { $cookieless_mode: true }],
  [{ options: { disable_skew_correction: 1 } }, {}, { $ignore_sent_at: true }],
  [{ options: { process_person_profile: "0" } }, {}, { $process_person_profile: false }],
  [{ options: {} }, { $process_person_profile: false }, { $process_person_profile: false }],
  [{ options: { product_tour_id: 7 } }, {}, { $product_tour_id: 7 }],
];

for (const [change, own, stored] of WRITTEN) {
  verdicts(`writes ${JSON.stringify(stored)} for ${JSON.stringify(change)} over ${JSON.stringify(own)}`, () => {
    const sending = { ...SENDING, sdk: null };
    assert.equal(checkEvent(event({ ...change, properties: own }), sending).event?.properties, stored);
  });
}

verdicts("overrides the client's $lib and $lib_version, unless the SDK is unknown", () => {
  const own = { $lib: "mine", $lib_version: "0" };
  const known = checkEvent(event({ properties: { ...own } }), SENDING).event?.properties;
  assert.equal(known, { $lib: "posthog-node", $lib_version: "5.70.0" });
  assert.equal(checkEvent(event({ properties: { ...own } }), { ...SENDING, sdk: null }).event?.properties, own);
});

const RAW = { options: { disable_skew_correction: true } };

const TIMES: [name: string, change: Partial<V1Event>, leadMs: number, timeMs: number][] = [
  ["takes off a clock that is ahead", {}, HOUR_MS, NOON_MS - 2 * HOUR_MS],
  ["takes off a clock that is behind", {}, -HOUR_MS, NOON_MS],
  ["leaves the time alone when told to", RAW, HOUR_MS, NOON_MS - HOUR_MS],
  ["keeps 22 hours ahead", { timestamp: "2024-06-11T10:00:00Z" }, 0, NOON_MS + 22 * HOUR_MS],
  ["turns 48 hours ahead into now", { timestamp: "2024-06-12T12:00:00Z" }, 0, NOON_MS],
  ["bounds the time it corrected", { timestamp: "2024-06-11T10:00:00Z" }, -2 * HOUR_MS, NOON_MS],
  ["bounds no raw time", { ...RAW, timestamp: "2024-06-12T12:00:00Z" }, 0, NOON_MS + 48 * HOUR_MS],
];

for (const [name, change, leadMs, timeMs] of TIMES) {
  verdicts(name, () => {
    assert.is(checkEvent(event(change), { ...SENDING, sentAtMs: NOON_MS + leadMs }).event?.timeMs, timeMs);
  });
}

verdicts("does not let a property stand in for the option", () => {
  const skewed = { ...SENDING, sentAtMs: NOON_MS + HOUR_MS };
  const judged = checkEvent(event({ properties: { $ignore_sent_at: true } }), skewed);
  assert.is(judged.event?.timeMs, NOON_MS - 2 * HOUR_MS);
});

verdicts.run();
