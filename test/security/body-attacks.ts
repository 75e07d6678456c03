import { gzipSync, zstdCompressSync } from "node:zlib";

export const MIB = 1024 * 1024;
export const TOKEN = "phc_attacked";
const P = "/api/projects/1";

/** A request that costs the server more than its sender, or that it once answered with 500. */
export interface BodyAttack {
  attack: string;
  path: string;
  body: () => string | Uint8Array;
  headers?: Record<string, string>;
  /** Is it sent with a key? */
  keyed?: true;
  /** The status, and a part of the answer which tells that it was refused before the costly work. */
  gets: [status: number, says: string];
}

export const repeated = (piece: string, sizeBytes: number) => piece.repeat(Math.floor(sizeBytes / piece.length));
export const many = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at));
const keys = (count: number) =>
  Array.from({ length: count }, (_, at) => `k${at}`)
    .map((key) => `"${key}":1`)
    .join();
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const REPORTS = { "content-type": "application/reports+json" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=x" };
const V1 = {
  authorization: `Bearer ${TOKEN}`,
  "content-type": "application/json",
  "posthog-sdk-info": "a/1",
  "posthog-attempt": "1",
  "posthog-request-id": "0198f0a0-0000-7000-8000-00000000000a",
  "posthog-request-timestamp": "2026-01-01T00:00:00Z",
  "user-agent": "a",
};
const EVENTS_LIMIT: BodyAttack["gets"] = [413, "more than 20000 events; send them in several requests"];
const json = (value: unknown) => () => JSON.stringify(value);
const trend = (question: object) => json({ events: [{ id: "a" }], ...question });

/** One name each. */
export const BODY_ATTACKS: readonly BodyAttack[] = [
  {
    attack: "a gzip bomb",
    path: "/e",
    body: () => gzipSync(`[${repeated("{},", 20 * MIB)}{}]`),
    gets: [413, "bytes of JSON"],
  },
  {
    attack: "a gzip bomb in a recording",
    path: "/s",
    body: () => gzipSync(`[${repeated("{},", 20 * MIB)}{}]`),
    gets: [413, "bytes of JSON"],
  },
  {
    attack: "a gzip bomb that asks for flags",
    path: "/flags",
    body: () => gzipSync(`[${repeated("{},", 2 * MIB)}{}]`),
    gets: [413, "more than 262144 bytes of JSON"],
  },
  {
    attack: "a zstd bomb",
    path: "/i/v1/analytics/events",
    headers: { ...V1, "content-encoding": "zstd" },
    body: () => zstdCompressSync(Buffer.alloc(20 * MIB)),
    gets: [413, "payload_too_large"],
  },
  { attack: "millions of empty events", path: "/e", body: () => `[${repeated("{},", 8 * MIB)}{}]`, gets: EVENTS_LIMIT },
  {
    attack: "millions of empty events in a batch",
    path: "/batch",
    body: () => `{"api_key":"${TOKEN}","batch":[${repeated("{},", 8 * MIB)}{}]}`,
    gets: EVENTS_LIMIT,
  },
  {
    attack: "20,001 small events",
    path: "/batch",
    body: json({ api_key: TOKEN, batch: many(20_001, () => ({ event: "a", distinct_id: "u" })) }),
    gets: EVENTS_LIMIT,
  },
  {
    attack: "many batches under one key",
    path: "/e",
    body: () => `{"batch":[${"{},".repeat(1500)}{}],"batch":[${"1,".repeat(200_000)}1]}`,
    gets: [413, "more than 10000 values in one event"],
  },
  {
    attack: "an event of 20,000 properties in a large body",
    path: "/e",
    body: () => `[{"event":"${"x".repeat(300_000)}","properties":{${keys(20_000)}}}]`,
    gets: [413, "more than 10000 values in one event"],
  },
  {
    attack: "a large body nested too deeply",
    path: "/e",
    body: () => `[{"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}]`,
    gets: [400, "nested deeper than 100 levels"],
  },
  {
    attack: "a large list that never ends",
    path: "/e",
    body: () => `[{"event":"${"x".repeat(300_000)}"},{"event":"a"}`,
    gets: [400, "failed to parse request"],
  },
  {
    attack: "a large list with a gap",
    path: "/e",
    body: () => `[{"event":"${"x".repeat(300_000)}"},,{"event":"a"}]`,
    gets: [400, "failed to parse request"],
  },
  {
    attack: "a large body of an unknown project",
    path: "/batch",
    body: () => JSON.stringify({ api_key: "phc_nobody", batch: [1, { event: "x".repeat(600_000) }] }),
    gets: [401, "unknown project token"],
  },
  {
    attack: "v1 of an unknown project",
    path: "/i/v1/analytics/events",
    headers: { ...V1, authorization: "Bearer phc_nobody" },
    body: () => "{",
    gets: [401, "invalid_api_token"],
  },
  { attack: "base64 of 5 MiB", path: "/e", body: () => repeated("QWxs", 5 * MIB), gets: [413, "of base64"] },
  { attack: "lz64 of 1 MiB", path: "/e?compression=lz64", body: () => repeated("QWxs", MIB), gets: [413, "of lz64"] },
  {
    attack: "a form of 5 MiB",
    path: "/e",
    headers: FORM,
    body: () => `data=${repeated("&a", 5 * MIB)}`,
    gets: [413, "in a form"],
  },
  {
    attack: "reports of 1 MiB",
    path: `/report?token=${TOKEN}`,
    headers: REPORTS,
    body: () => `[${repeated("{},", MIB)}{}]`,
    gets: [413, "reports of at most 262144 bytes"],
  },
  {
    attack: "2,001 reports",
    path: `/report?token=${TOKEN}`,
    headers: REPORTS,
    body: json(many(2001, () => ({}))),
    gets: [413, "at most 2000 reports"],
  },
  {
    attack: "a large body of a stranger",
    path: `${P}/cohorts`,
    body: json({ name: "x".repeat(MIB) }),
    gets: [413, "needs its key in the header Authorization"],
  },
  {
    attack: "a body of 11 MiB",
    path: `${P}/cohorts`,
    keyed: true,
    body: json({ name: "x".repeat(11 * MIB) }),
    gets: [413, "bytes of JSON"],
  },
  {
    attack: "a body of 200,000 values",
    path: `${P}/cohorts`,
    keyed: true,
    body: () => `{"groups":[${"1,".repeat(200_000)}1]}`,
    gets: [400, "at most 100000 values"],
  },
  {
    attack: "a form of 2,000 fields",
    path: `${P}/cohorts`,
    keyed: true,
    headers: FORM,
    body: () => `name=1${"&a".repeat(2000)}`,
    gets: [400, "more than 1000 fields"],
  },
  {
    attack: "a multipart body of 2,000 parts",
    path: "/api/organizations/@current/plugins",
    keyed: true,
    headers: MULTIPART,
    body: () => `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(2000)}--x--\r\n`,
    gets: [400, "more than 1000 fields"],
  },
  {
    attack: "a list of 20,000 values in a question",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ properties: [{ key: "k", value: many(20_000, String as never) }] }),
    gets: [400, '"attr":"properties"'],
  },
  {
    attack: "JSON text of 20,000 values in a question",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ properties: JSON.stringify([{ key: "k", value: many(20_000, String as never) }]) }),
    gets: [400, '"attr":"properties"'],
  },
  {
    attack: "a question of 300,000 characters",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ properties: [{ key: "k", value: "x".repeat(300_000) }] }),
    gets: [400, "at most 262144 characters"],
  },
  {
    attack: "501 filters",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ properties: many(501, (at) => ({ key: `k${at}`, value: 1 })) }),
    gets: [400, "at most 500 filters"],
  },
  {
    attack: "501 filters as a map",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ properties: Object.fromEntries(many(501, (at) => [`k${at}`, 1] as never) as never) }),
    gets: [400, "at most 500 filters"],
  },
  {
    attack: "501 filters in a group",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({
      properties: { type: "OR", values: [{ type: "AND", values: many(501, (at) => ({ key: `k${at}`, value: 1 })) }] },
    }),
    gets: [400, "at most 500 filters"],
  },
  {
    attack: "51 series",
    path: `${P}/insights/trend`,
    keyed: true,
    body: json({ events: many(51, (at) => ({ id: `e${at}` })) }),
    gets: [400, "at most 50 series"],
  },
  {
    attack: "11 breakdowns",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ breakdowns: many(11, (at) => ({ property: `p${at}` })) }),
    gets: [400, "at most 10 breakdowns"],
  },
  {
    attack: "a list of 11 breakdowns",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ breakdown: many(11, String as never) }),
    gets: [400, '"attr":"breakdown"'],
  },
  {
    attack: "a regular expression of 1,001 characters",
    path: `${P}/insights/trend`,
    keyed: true,
    body: trend({ properties: [{ key: "k", operator: "regex", value: "a".repeat(1001) }] }),
    gets: [200, ""],
  },
  {
    attack: "501 steps of an action",
    path: `${P}/actions`,
    keyed: true,
    body: json({ name: "a", steps: many(501, () => ({ event: "a" })) }),
    gets: [400, "at most 500 steps"],
  },
  {
    attack: "501 groups of a cohort",
    path: `${P}/cohorts`,
    keyed: true,
    body: json({ name: "a", groups: many(501, () => ({ properties: [] })) }),
    gets: [400, "at most 500 groups"],
  },
  {
    attack: "half a surrogate pair",
    path: `${P}/insights/trend`,
    keyed: true,
    body: () => '{"events":[{"id":"a"}],"date_from":"\\ud800"}',
    gets: [400, '"attr":"date_from"'],
  },
  {
    attack: "half a surrogate pair as a key",
    path: `${P}/cohorts`,
    keyed: true,
    body: () => '{"name":"a","groups":[{"\\udc00":1}]}',
    gets: [400, '"attr":"groups"'],
  },
  {
    attack: "half a surrogate pair in JSON inside JSON",
    path: `${P}/insights/trend`,
    keyed: true,
    body: json({ events: '[{"id":"\\ud800"}]' }),
    gets: [400, '"attr":"events"'],
  },
  {
    attack: "half a surrogate pair in a path's start",
    path: `${P}/insights/path`,
    keyed: true,
    body: () => '{"start_point":"\\ud800"}',
    gets: [400, '"attr":"start_point"'],
  },
  {
    attack: "20,000 nested lists",
    path: `${P}/cohorts`,
    keyed: true,
    body: () => `{"name":"a","groups":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    gets: [400, '"attr":"groups"'],
  },
  {
    attack: "20,000 nested lists under an unknown name",
    path: `${P}/cohorts`,
    keyed: true,
    body: () => `{"name":"a","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    gets: [400, '"attr":"x"'],
  },
  {
    attack: "an object instead of a type",
    path: `${P}/cohorts`,
    keyed: true,
    body: json({
      name: "a",
      filters: {
        properties: { type: { toString: 1 }, values: [{ type: "behavioral", key: "a", value: "performed_event" }] },
      },
    }),
    gets: [400, '"attr":'],
  },
];
