import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import lzString from "lz-string";

/** A request that tries to block a server for other clients, or a large honest request. */
export interface Attack {
  name: string;
  path: string;
  body: () => Uint8Array;
  headers?: Record<string, string>;
  /** Is it sent with the key of the project? */
  keyed?: boolean;
}

const MIB = 1024 * 1024;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };
const V1 = {
  ...JSON_TYPE,
  authorization: "Bearer phc_bench",
  "posthog-sdk-info": "bench/1",
  "posthog-attempt": "1",
  "posthog-request-id": "0198f0a0-0000-7000-8000-00000000000a",
  "posthog-request-timestamp": "2026-01-01T00:00:00Z",
  "user-agent": "bench",
};

function repeated(piece: string, sizeBytes: number, start = "[", end = "{}]"): string {
  return start + piece.repeat(Math.floor(sizeBytes / piece.length)) + end;
}

/** Values under many different keys: the slowest JSON for its size. */
function newKeys(count: number): string {
  return Array.from({ length: count }, (_, index) => `"${index.toString(36)}k":1`).join();
}

function event(index: number, properties: number): object {
  const fields = Array.from({ length: properties }, (_, at) => [
    `$prop_${at}`,
    at % 3 ? `some value ${index} ${at}` : at,
  ]);
  return {
    event: "$pageview",
    distinct_id: `u${index}`,
    timestamp: "2026-01-01T00:00:00Z",
    properties: Object.fromEntries(fields),
  };
}

function batch(events: readonly object[]): Buffer {
  return Buffer.from(JSON.stringify({ api_key: "phc_bench", batch: events }));
}

const many = (count: number, make: (index: number) => object) => Array.from({ length: count }, (_, at) => make(at));
const EMPTY_OBJECTS = repeated("{},", 100 * MIB);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const P = "/api/projects/1";

/** By kind: bombs, JSON that costs more than it weighs, wrappings, the API's bodies, and honest batches as large as may be. */
export const ATTACKS: readonly Attack[] = [
  { name: "100 MiB of {} in gzip", path: "/e", body: () => gzipSync(EMPTY_OBJECTS) },
  { name: "10 MiB of {} in gzip", path: "/batch", body: () => gzipSync(repeated("{},", 10 * MIB - 8)) },
  {
    name: "6 MiB of {} in a batch",
    path: "/batch",
    body: () => Buffer.from(repeated("{},", 6 * MIB, '{"api_key":"phc_bench","batch":[', "{}]}")),
  },
  { name: "20 MiB of {} as sent", path: "/e", body: () => Buffer.from(repeated("{},", 20 * MIB - 8)) },
  { name: "10 MiB of blanks in gzip", path: "/e", body: () => gzipSync(repeated(" ", 10 * MIB - 8)) },
  { name: "gzip in gzip", path: "/e", body: () => gzipSync(gzipSync(EMPTY_OBJECTS)) },
  {
    name: "new keys, 5 MiB in one event",
    path: "/e",
    body: () => gzipSync(`{"event":"a","properties":{${newKeys(500_000)}}}`),
  },
  {
    name: "new keys, 90,000 in one event",
    path: "/e",
    body: () => gzipSync(`{"api_key":"phc_bench","event":"a","distinct_id":"u","properties":{${newKeys(90_000)}}}`),
  },
  {
    name: "new keys in 25 events",
    path: "/e",
    body: () =>
      gzipSync(
        JSON.stringify(
          many(25, (at) => ({
            api_key: "phc_bench",
            event: "a",
            distinct_id: "u",
            properties: JSON.parse(`{${newKeys(9500).replaceAll("k", `k${at}`)}}`) as object,
          })),
        ),
      ),
  },
  { name: "nested 5 million deep", path: "/e", body: () => gzipSync(`${"[".repeat(5e6)}${"]".repeat(5e6)}`) },
  {
    name: "batches under one key",
    path: "/e",
    body: () =>
      Buffer.from(
        `{"api_key":"phc_bench",${Array.from({ length: 8 }, () => `"batch":[${"{},".repeat(90_000)}{}]`).join()}}`,
      ),
  },
  { name: "an unclosed list of 2 million", path: "/e", body: () => Buffer.from("[1" + ",1".repeat(2_000_000)) },
  { name: "unclosed events", path: "/e", body: () => batch(many(2000, (at) => event(at, 100))).subarray(0, -2) },
  {
    name: "a text of 10 MiB of escapes",
    path: "/e",
    body: () => Buffer.from(`[{"event":"${"\\u0041".repeat(1_700_000)}"}]`),
  },
  { name: "recordings of {}", path: "/s", body: () => gzipSync(EMPTY_OBJECTS) },
  { name: "flags of {}", path: "/flags?v=2", body: () => gzipSync(EMPTY_OBJECTS) },
  {
    name: "reports of {}",
    path: "/report?token=phc_bench",
    headers: { "content-type": "application/reports+json" },
    body: () => Buffer.from(repeated("{},", 20 * MIB - 8)),
  },
  {
    name: "valid reports, 20 MiB",
    path: "/report?token=phc_bench",
    headers: { "content-type": "application/reports+json" },
    body: () =>
      Buffer.from(repeated('{"type":"csp-violation","body":{}},', 20 * MIB - 80, "[", '{"type":"x","body":{}}]')),
  },
  {
    name: "v1 gzip",
    path: "/i/v1/analytics/events",
    headers: { ...V1, "content-encoding": "gzip" },
    body: () => gzipSync(EMPTY_OBJECTS),
  },
  {
    name: "v1 deflate",
    path: "/i/v1/analytics/events",
    headers: { ...V1, "content-encoding": "deflate" },
    body: () => deflateSync(EMPTY_OBJECTS),
  },
  {
    name: "v1 brotli",
    path: "/i/v1/analytics/events",
    headers: { ...V1, "content-encoding": "br" },
    body: () => brotliCompressSync(EMPTY_OBJECTS, BROTLI),
  },
  {
    name: "v1 zstd",
    path: "/i/v1/analytics/events",
    headers: { ...V1, "content-encoding": "zstd" },
    body: () => zstdCompressSync(EMPTY_OBJECTS),
  },
  {
    name: "v1 zstd of 10 MiB",
    path: "/i/v1/analytics/events",
    headers: { ...V1, "content-encoding": "zstd" },
    body: () =>
      zstdCompressSync(
        Buffer.from(`{"created_at":"2026-01-01T00:00:00Z","batch":[${repeated("{},", 9 * MIB, "", "{}")}]}`),
      ),
  },
  {
    name: "lz64, 256 KiB",
    path: "/e?compression=lz64",
    body: () => Buffer.from(lzString.compressToBase64(newKeys(70_000)).slice(0, 256 * 1024)),
  },
  { name: "lz64, 20 MiB", path: "/e?compression=lz64", body: () => Buffer.alloc(20 * MIB, "QWxs") },
  {
    name: "lz64 of 10 MiB of {}",
    path: "/e?compression=lz64",
    body: () => Buffer.from(lzString.compressToBase64(repeated("{},", 9 * MIB))),
  },
  { name: "base64, 20 MiB", path: "/e", body: () => Buffer.alloc(20 * MIB, "QWxs") },
  { name: "base64 of a gzip bomb", path: "/e", body: () => Buffer.from(gzipSync(EMPTY_OBJECTS).toString("base64")) },
  { name: "base64 twice", path: "/e", body: () => Buffer.from(Buffer.alloc(3 * MIB, "QWxs").toString("base64")) },
  {
    name: "form of 4 MiB of pairs",
    path: "/e",
    headers: FORM,
    body: () => Buffer.from(`data=1${"&a".repeat(2 * MIB - 8)}`),
  },
  {
    name: "form of 4 MiB of escapes",
    path: "/e",
    headers: FORM,
    body: () => Buffer.from(`data=${"%5B".repeat(1_390_000)}`),
  },
  {
    name: "form of 4 MiB of blanks",
    path: "/e",
    headers: FORM,
    body: () => Buffer.from(`data=${"+".repeat(4 * MIB - 8)}`),
  },
  {
    name: "API: 20 MiB of {} by a stranger",
    path: `${P}/cohorts`,
    headers: JSON_TYPE,
    body: () => Buffer.from(repeated("{},", 20 * MIB - 80, '{"name":"a","groups":[', "{}]}")),
  },
  {
    name: "API: 1 MiB of {} by a stranger",
    path: `${P}/cohorts`,
    headers: JSON_TYPE,
    body: () => Buffer.from(repeated("{},", MIB - 80, '{"name":"a","groups":[', "{}]}")),
  },
  {
    name: "API: 20 MiB of {}",
    path: `${P}/cohorts`,
    headers: JSON_TYPE,
    keyed: true,
    body: () => Buffer.from(repeated("{},", 20 * MIB - 80, '{"name":"a","groups":[', "{}]}")),
  },
  {
    name: "API: a text of 20 MiB",
    path: `${P}/cohorts`,
    headers: JSON_TYPE,
    keyed: true,
    body: () => Buffer.from(`{"name":"a","description":"${"x".repeat(20 * MIB - 80)}"}`),
  },
  {
    name: "API: CSV of 20 MiB",
    path: `${P}/cohorts`,
    headers: JSON_TYPE,
    keyed: true,
    body: () => Buffer.from(JSON.stringify({ name: "a", is_static: true, csv: "u1\n".repeat(6_000_000) })),
  },
  {
    name: "API: 90,000 members",
    path: `${P}/cohorts`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(
        JSON.stringify({
          name: "a",
          is_static: true,
          distinct_ids: Array.from({ length: 90_000 }, (_, at) => `u${at}`),
        }),
      ),
  },
  {
    name: "API: 20,000 filters",
    path: `${P}/insights/trend`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(
        JSON.stringify({ events: [{ id: "a", properties: many(20_000, (at) => ({ key: `k${at}`, value: "x" })) }] }),
      ),
  },
  {
    name: "API: 20,000 series",
    path: `${P}/insights/trend`,
    headers: JSON_TYPE,
    keyed: true,
    body: () => Buffer.from(JSON.stringify({ events: many(20_000, (at) => ({ id: `e${at}` })) })),
  },
  {
    name: "API: 20,000 steps",
    path: `${P}/insights/funnel`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(JSON.stringify({ insight: "FUNNELS", events: many(20_000, (at) => ({ id: `e${at}`, order: at })) })),
  },
  {
    name: "API: 20,000 breakdowns",
    path: `${P}/insights/trend`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(
        JSON.stringify({ events: [{ id: "a" }], breakdowns: many(20_000, (at) => ({ property: `p${at}` })) }),
      ),
  },
  {
    name: "API: a value list of 90,000",
    path: `${P}/insights/trend`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(
        JSON.stringify({
          events: [{ id: "a" }],
          properties: [{ key: "k", value: Array.from({ length: 90_000 }, (_, at) => `v${at}`) }],
        }),
      ),
  },
  {
    name: "API: a formula of 1 MiB",
    path: `${P}/insights/trend`,
    headers: JSON_TYPE,
    keyed: true,
    body: () => Buffer.from(JSON.stringify({ events: [{ id: "a" }], formula: "(A+".repeat(300_000) })),
  },
  {
    name: "API: a regex of 1 MiB",
    path: `${P}/insights/trend`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(
        JSON.stringify({
          events: [{ id: "a" }],
          properties: [{ key: "k", operator: "regex", value: "(a|b)*".repeat(180_000) }],
        }),
      ),
  },
  {
    name: "API: an action of 20,000 steps",
    path: `${P}/actions`,
    headers: JSON_TYPE,
    keyed: true,
    body: () =>
      Buffer.from(
        JSON.stringify({ name: "a", steps: many(20_000, (at) => ({ event: `e${at}`, selector: "div > a" })) }),
      ),
  },
  {
    name: "API: SQL of 10 MiB",
    path: `${P}/query`,
    headers: JSON_TYPE,
    keyed: true,
    body: () => Buffer.from(JSON.stringify({ query: `select ${"1+".repeat(5_000_000)}1` })),
  },
  {
    name: "API: a form of 4 MiB of pairs",
    path: `${P}/cohorts`,
    headers: FORM,
    keyed: true,
    body: () => Buffer.from(`name=1${"&a".repeat(2 * MIB - 8)}`),
  },
  {
    name: "API: 200,000 parts",
    path: "/api/organizations/@current/plugins",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    keyed: true,
    body: () =>
      Buffer.from(`${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(200_000)}--x--\r\n`),
  },
  { name: "2,000 events of new persons", path: "/batch", body: () => batch(many(2000, (at) => event(at, 5))) },
  {
    name: "2,000 events that merge",
    path: "/batch",
    body: () =>
      batch(
        many(2000, (at) => ({
          event: "$identify",
          distinct_id: `u${at}`,
          properties: { $anon_distinct_id: `anon${at}` },
        })),
      ),
  },
  { name: "10 MiB in 2,000 events", path: "/batch", body: () => batch(many(2000, (at) => event(at, 115))) },
  { name: "the same in gzip", path: "/batch", body: () => gzipSync(batch(many(2000, (at) => event(at, 115)))) },
  { name: "10,000 events", path: "/batch", body: () => batch(many(10_000, (at) => event(at, 5))) },
];
