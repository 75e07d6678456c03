import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseBody } from "../../../lib/ingest/capture/body.ts";
import type { BodyOptions } from "../../../lib/ingest/capture/body.ts";
import { eventTime } from "../../../lib/ingest/capture/timestamp.ts";
import { refusal } from "./refusal.ts";
import { EMOJI, PLAIN } from "./wire-vectors.ts";

const bodies = suite("parseBody");

const parseText = (text: string, options: Partial<BodyOptions> = {}) =>
  parseBody(text, { path: "/e", sentAtQuery: null, ...options });
const parse = (body: unknown, options: Partial<BodyOptions> = {}) => parseText(JSON.stringify(body), options);
const event = (fields: object = {}) => ({ event: "a", distinct_id: "u1", ...fields });
const ours = (fields: object = {}) => event({ api_key: "phc_demo", ...fields });

bodies("reads the wire vector", () => {
  const { token, sentAtMs, historical, events } = parseText(PLAIN);
  assert.equal({ token, sentAtMs, historical }, { token: "phc_demo", sentAtMs: null, historical: false });
  assert.equal(
    events.map((raw) => [raw.event, raw.distinctId, raw.properties]),
    [["ping", "u1", {}]],
  );
  assert.is(parseText(EMOJI).events[0]?.event, "π🦔");
});

bodies("A7 reads a batch on /e, in order", () => {
  const batch = [event({ event: "one" }), event({ event: "two" })];
  const envelope = parse({ api_key: "phc_demo", historical_migration: true, batch });
  assert.equal(
    envelope.events.map((raw) => raw.event),
    ["one", "two"],
  );
  assert.is(envelope.historical, true);
});

bodies("reads a list of events, and one event on /batch", () => {
  assert.is(parse([event({ properties: { token: "phc_demo" } }), event()]).events.length, 2);
  assert.is(parse(ours(), { path: "/batch" }).events.length, 1);
});

bodies("A8 names the event of /engage $identify", () => {
  const body = { $token: "phc_demo", $distinct_id: "u1", $set: { plan: "pro" } };
  const { token, events } = parse(body, { path: "/engage" });
  assert.is(token, "phc_demo");
  assert.equal([events[0]?.event, events[0]?.distinctId, events[0]?.set], ["$identify", "u1", { plan: "pro" }]);
});

const TOKENS: { case: string; body: unknown; token: string }[] = [
  { case: "C1", body: event({ api_key: "phc_demo" }), token: "phc_demo" },
  { case: "C1", body: event({ token: "phc_demo" }), token: "phc_demo" },
  { case: "C1", body: event({ $token: "phc_demo" }), token: "phc_demo" },
  { case: "C1", body: event({ properties: { token: "phc_demo" } }), token: "phc_demo" },
  { case: "C2", body: { api_key: "phc_demo", batch: [event({ token: "phc_other" })] }, token: "phc_demo" },
  { case: "C2", body: { batch: [event({ token: "phc_a" })] }, token: "phc_a" },
  { case: "C5", body: [event({ token: "phc_demo" }), event()], token: "phc_demo" },
  { case: "C8", body: event({ token: "x".repeat(64) }), token: "x".repeat(64) },
];

for (const row of TOKENS) {
  bodies(`${row.case} finds the token in ${JSON.stringify(row.body)}`, () =>
    assert.is(parse(row.body).token, row.token),
  );
}

const IDS: { case: string; fields: object; id: string }[] = [
  { case: "D1", fields: { distinct_id: "a", properties: { distinct_id: "b" } }, id: "a" },
  { case: "D2", fields: { properties: { distinct_id: "b" } }, id: "b" },
  { case: "D4", fields: { $distinct_id: "c" }, id: "c" },
  { case: "D7", fields: { distinct_id: 23 }, id: "23" },
  { case: "D7", fields: { distinct_id: { b: 1, a: 2 } }, id: '{"a":2,"b":1}' },
];

for (const row of IDS) {
  bodies(`${row.case} finds the distinct id in ${JSON.stringify(row.fields)}`, () => {
    assert.is(parse({ token: "phc_demo", event: "a", ...row.fields }).events[0]?.distinctId, row.id);
  });
}

const PARSE = "400 failed to parse request: ";
const REFUSALS: { case?: string; name: string; body: unknown; gives: string; path?: string }[] = [
  { name: "an empty list", body: [], gives: "400 request holds no event" },
  { name: "an empty batch", body: { api_key: "phc_demo", batch: [] }, gives: "400 request holds no event" },
  { name: "text", body: "phc_demo", gives: `${PARSE}expected an object or a list of events` },
  { name: "null", body: null, gives: `${PARSE}expected an object or a list of events` },
  { name: "a list of text", body: ["a"], gives: `${PARSE}expected an event object, not string` },
  {
    name: "a historical_migration that is no boolean",
    body: { api_key: "phc_demo", historical_migration: "yes", batch: [event()] },
    gives: `${PARSE}historical_migration must be a boolean`,
  },
  {
    case: "C4",
    name: "two tokens",
    body: [event({ token: "phc_a" }), event({ token: "phc_b" })],
    gives: "401 batch submitted with inconsistent api_key values",
  },
  { name: "no token", body: event(), gives: "401 event submitted without an api_key" },
  { case: "C7", name: "an empty token", body: event({ token: "" }), gives: "401 API key is not valid: empty" },
  { case: "C7", name: "a blank token", body: event({ token: "  " }), gives: "401 API key is not valid: empty" },
  {
    case: "C8",
    name: "a long token",
    body: event({ token: "x".repeat(65) }),
    gives: "401 API key is not valid: too_long",
  },
  {
    case: "C10",
    name: "a personal key",
    body: ours({ api_key: "phx_hellothere" }),
    gives: "401 API key is not valid: personal_api_key",
  },
  {
    case: "C11",
    name: "NUL in a token",
    body: ours({ api_key: "hello\0there" }),
    gives: "401 API key is not valid: null_byte",
  },
  {
    case: "C14",
    name: "token and api_key",
    body: ours({ token: "phc_demo" }),
    gives: `${PARSE}duplicate field \`token\``,
  },
  {
    case: "C14",
    name: "token and api_key in an event of a batch that has a token",
    body: { api_key: "phc_demo", batch: [event(), ours({ token: "phc_demo" })] },
    gives: `${PARSE}duplicate field \`token\``,
  },
  {
    name: "token and api_key of a batch",
    body: { token: "a", api_key: "a", batch: [event()] },
    gives: `${PARSE}duplicate field \`token\``,
  },
  {
    case: "D5",
    name: "no id",
    body: { api_key: "phc_demo", event: "a" },
    gives: "400 event submitted without a distinct_id",
  },
  {
    case: "D5",
    name: "an empty id",
    body: ours({ distinct_id: "" }),
    gives: "400 event submitted without a distinct_id",
  },
  {
    case: "D5",
    name: "null for an id in both places",
    body: ours({ distinct_id: null, properties: { distinct_id: null } }),
    gives: "400 event submitted without a distinct_id",
  },
  {
    case: "D13",
    name: "a batch whose second has no id",
    body: { api_key: "phc_demo", batch: [event(), { event: "a" }, event()] },
    gives: "400 event submitted without a distinct_id",
  },
  {
    case: "E1",
    name: "an empty name",
    body: ours({ event: "" }),
    gives: "400 event submitted with an empty event name",
  },
  {
    name: "no name off /engage",
    body: { api_key: "phc_demo", distinct_id: "u1" },
    gives: "400 failed to hydrate events from request: non-engage request missing event name attribute",
  },
  {
    case: "E1",
    name: "an empty name on /engage",
    path: "/engage",
    body: ours({ event: "" }),
    gives: "400 event submitted with an empty event name",
  },
  {
    case: "E4",
    name: "one bad uuid of five",
    body: [ours(), ours(), ours(), ours({ uuid: "not-a-uuid" }), ours()],
    gives: `${PARSE}uuid is malformed`,
  },
  {
    case: "E5",
    name: "a timestamp in digits",
    body: ours({ timestamp: 1_717_000_000 }),
    gives: `${PARSE}timestamp must be a string, not number`,
  },
  {
    case: "E7",
    name: "properties null",
    body: ours({ properties: null }),
    gives: `${PARSE}properties must be an object, not null`,
  },
  {
    case: "E17",
    name: "a name that is an object",
    body: ours({ event: { "event name": "as object" } }),
    gives: `${PARSE}event must be a string, not object`,
  },
  {
    name: "a bad field before a missing token",
    body: event({ uuid: 1 }),
    gives: `${PARSE}uuid must be a string, not number`,
  },
  {
    name: "a missing token before a missing id",
    body: { event: "a" },
    gives: "401 event submitted without an api_key",
  },
];

for (const row of REFUSALS) {
  bodies(`${row.case ?? "–"} refuses ${row.name}`, () => {
    assert.is(
      refusal(() => parse(row.body, { path: row.path ?? "/e" })),
      row.gives,
    );
  });
}

bodies("B20 refuses what is no JSON with the parser's reason", () => {
  for (const text of ["", "{", "ZXlK", '{"a":NaN}', "\ufeff{}", "[1,]"]) {
    assert.match(
      refusal(() => parseText(text)),
      /^400 failed to parse request: .+/,
    );
  }
});

bodies("refuses a hundred thousand nested lists, at the root, inside properties and where nobody reads them", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  assert.is(
    refusal(() => parseText(deep)),
    `${PARSE}expected an event object, not list`,
  );
  assert.is(
    refusal(() => parseText(`{"token":"t","event":"a","distinct_id":"u1","properties":{"x":${deep}}}`)),
    `${PARSE}properties is nested deeper than 100 levels`,
  );
  assert.is(
    refusal(() => parseText(`{"token":"t","event":"a","distinct_id":"u1","elsewhere":${deep}}`)),
    `${PARSE}elsewhere is nested deeper than 100 levels`,
  );
});

bodies("E13 leaves out $performance_event, even when nothing else is there", () => {
  const performance = { event: "$performance_event", token: "phc_demo" };
  assert.equal(parse([performance]).events, []);
  assert.equal(
    parse([performance, event(), performance]).events.map((raw) => raw.event),
    ["a"],
  );
});

bodies("lets no __proto__ reach a prototype", () => {
  const { events } = parseText(
    '{"__proto__":{"uuid":5},"token":"t","event":"a","distinct_id":{"__proto__":1},"properties":{"__proto__":{"evil":1}}}',
  );
  assert.is(events[0]?.distinctId, '{"__proto__":1}');
  assert.is(({} as Record<string, unknown>)["evil"], undefined);
  assert.is(events[0]?.properties["evil"], undefined);
  assert.equal(Object.keys(events[0]?.properties ?? {}), ["__proto__"]);
});

bodies("reads lone surrogates, and keeps them out of the distinct id", () => {
  const raw = parseText('{"token":"t","event":"a","distinct_id":"u\\ud800","properties":{"x":"\\udc00"}}').events[0];
  assert.is(raw?.distinctId, "u\ufffd");
  assert.is(raw?.properties["x"], "\udc00");
});

bodies("takes the last of two equal keys", () => {
  assert.is(parseText('{"token":"t","event":"a","event":"b","distinct_id":"u1"}').events[0]?.event, "b");
});

bodies("keeps every digit of a numeric id beyond 2^53", () => {
  const text = `[{"token":"t","event":"a","distinct_id":9007199254740993,"properties":{"n":9007199254740993,"\\"distinct_id":9007199254740993}},
    {"event":"say \\"distinct_id\\":9007199254740995,","properties":{"distinct_id" : -9007199254740995}},
    {"event":"c","$distinct_id":12345678901234567890},
    {"event":"d","distinct_id":1e300}]`;
  const { events } = parseText(text);
  assert.equal(
    events.map((raw) => raw.distinctId),
    ["9007199254740993", "-9007199254740995", "12345678901234567890", "1e+300"],
  );
  assert.is(events[1]?.event, 'say "distinct_id":9007199254740995,');
  assert.equal(Object.values(events[0]?.properties ?? {}), [2 ** 53, 2 ** 53]);
});

const NOW = Date.parse("2024-06-10T12:00:00Z");
const SENT = "2024-06-10T12:00:10.000Z";
const SENT_MS = NOW + 10_000;

const SENT_AT: { case?: string; name: string; query?: string; fields?: object; gives: number | null }[] = [
  { case: "F16", name: "milliseconds in the query", query: String(SENT_MS), gives: SENT_MS },
  { case: "F17", name: "2024 in the query", query: "1704067200000", gives: 1_704_067_200_000 },
  { name: "seconds in the query", query: "1704067200", gives: null },
  { name: "the end of 2020", query: "1609459199999", gives: null },
  { name: "the start of 2021", query: "1609459200000", gives: 1_609_459_200_000 },
  { name: "what is no whole number", query: "1704067200000.5", gives: null },
  { name: "what no clock can say", query: "9999999999999999", gives: null },
  {
    case: "F19",
    name: "the body before the query",
    query: String(NOW + 300_000),
    fields: { sent_at: SENT },
    gives: SENT_MS,
  },
  { name: "the query for an unreadable body", query: String(SENT_MS), fields: { sent_at: "soon" }, gives: SENT_MS },
  { name: "microseconds", fields: { sent_at: "2024-06-10T12:00:10.000999+00:00" }, gives: SENT_MS },
  { case: "F20", name: "sentAt as nothing", fields: { sentAt: SENT }, gives: null },
];

for (const row of SENT_AT) {
  bodies(`${row.case ?? "–"} reads ${row.name}`, () => {
    const batch = { api_key: "phc_demo", batch: [event()], ...row.fields };
    assert.is(parse(batch, { sentAtQuery: row.query ?? null }).sentAtMs, row.gives);
    assert.is(parse(ours(row.fields), { sentAtQuery: row.query ?? null }).sentAtMs, row.gives);
  });
}

bodies("F16 and F19 give 10:59:50 together with eventTime", () => {
  const body = ours({ timestamp: "2024-06-10T11:00:00Z", sent_at: SENT });
  const { events, sentAtMs } = parse(body, { sentAtQuery: String(NOW + 300_000) });
  const timestamp = events[0]?.timestamp ?? null;
  const { timestampMs } = eventTime({ timestamp, offsetMs: null, sentAtMs, nowMs: NOW, ignoreSentAt: false });
  assert.is(timestampMs, Date.parse("2024-06-10T10:59:50Z"));
});

bodies.run();
