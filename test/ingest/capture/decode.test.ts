import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decode } from "../../../lib/ingest/capture/decode.ts";
import type { WireInput } from "../../../lib/ingest/capture/decode.ts";
import { refusalOf } from "./refusal.ts";
import { BASE64, EMOJI, EMOJI_LZ64, FORM, GZIP, LZ64, PLAIN } from "./wire-vectors.ts";
import { whenAll } from "../../support/rounds.ts";

interface Row {
  /** Number in cases/capture.md; absent = a fact of the reference without one. */
  case?: string;
  name: string;
  path?: string;
  query?: string;
  type?: string;
  encoding?: string;
  body?: string | Uint8Array;
  /** The text, or the refusal. */
  gives?: string;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const DOUBLE = Buffer.from(BASE64).toString("base64");
const NOT_GZIP = "400 failed to decode request: invalid GZIP data";
const NOT_UTF8 = "400 failed to decode request: invalid UTF8 in request payload";
const NOT_FORM = "400 failed to decode request: expected form data in POST request payload";
const NOT_LZ64 = "400 failed to decode request: invalid LZ64 data";
const MISSING = "400 request missing data payload";
// Base64 of this has a `+`, which a form turns into a blank.
const PLUS_JSON = '{"event":"a>>>b~~~","distinct_id":"ûû"}';
const PLUS_BASE64 = Buffer.from(PLUS_JSON).toString("base64");
assert.match(PLUS_BASE64, "+");

function toInput(row: Row): WireInput {
  return {
    path: row.path ?? "/e",
    query: new URLSearchParams(row.query ?? ""),
    contentType: row.type ?? null,
    contentEncoding: row.encoding ?? null,
    body: typeof row.body === "string" ? Buffer.from(row.body) : (row.body ?? new Uint8Array(0)),
  };
}

const READS: Row[] = [
  { case: "A2", name: "base64 in the query", query: `data=${encodeURIComponent(BASE64)}` },
  { case: "A2", name: "url-encoded JSON in the query", query: `data=${encodeURIComponent(PLAIN)}` },
  { case: "A11", name: "retry_count changes nothing", query: "retry_count=3&ver=1&ip=1", body: PLAIN },
  { name: "the query's data goes before the body", query: `data=${encodeURIComponent(PLAIN)}`, body: "[]" },
  { name: "empty data in the query leaves the body", query: "data=", body: PLAIN },
  { name: "query data is no form, whatever the content type", query: `data=${BASE64}`, type: FORM_TYPE },
  { name: "a + that the query made a blank", query: `data=${PLUS_BASE64}`, gives: PLUS_JSON },
  { name: "plain JSON", type: "application/json", body: PLAIN },
  { case: "B2", name: "gzip known by its first bytes", type: "text/plain", body: GZIP },
  { name: "gzip by Content-Encoding", encoding: "gzip", body: GZIP },
  { name: "gzip by a hint in capitals", query: "compression=GZIP", body: GZIP },
  { case: "B4", name: "gzip-js by the query", query: "compression=gzip-js", body: GZIP },
  { name: "gzip inside base64", query: "compression=gzip", body: GZIP.toString("base64") },
  { name: "gzip under an unknown hint", query: "compression=zstd", body: GZIP },
  { name: "form with base64", type: FORM_TYPE, body: FORM },
  { name: "form with a charset", type: `${FORM_TYPE}; charset=UTF-8`, body: FORM },
  { name: "form under its hint", type: FORM_TYPE, query: "compression=base64", body: FORM },
  {
    name: "long form under its hint",
    type: FORM_TYPE,
    query: "compression=base64",
    body: `data=${Buffer.from(JSON.stringify(PLAIN.repeat(9))).toString("base64url")}`,
    gives: JSON.stringify(PLAIN.repeat(9)),
  },
  { name: "form with data not first", type: FORM_TYPE, body: `ip=1&_=1704067200000&${FORM}` },
  { name: "form with JSON", type: FORM_TYPE, body: `data=${encodeURIComponent(PLAIN)}` },
  { name: "form inside base64", type: FORM_TYPE, body: Buffer.from(`${FORM}&ip=`).toString("base64") },
  { case: "B7", name: "form with + as blanks", type: FORM_TYPE, body: `data=${PLUS_BASE64}`, gives: PLUS_JSON },
  { case: "B10", name: "no content type", body: PLAIN },
  { case: "B11", name: "base64 without a hint", type: "application/json", body: BASE64 },
  { name: "base64 without a hint on a modern path", path: "/i/v0/e", body: BASE64 },
  { name: "base64 by its hint", query: "compression=base64", body: BASE64 },
  { name: "base64 by its hint, unpadded", query: "compression=b64", body: BASE64.replace("=", "") },
  { name: "plain JSON under a base64 hint", query: "compression=base64", body: PLAIN },
  { name: "lz64", query: "compression=lz64", body: LZ64 },
  { name: "lz64 as lz-string", query: "compression=LZ-String", body: LZ64 },
  { name: "lz64 in the query", query: `compression=lz64&data=${encodeURIComponent(LZ64)}` },
  { name: "lz64 in the query with blanks", query: `compression=lz64&data=${LZ64}` },
  { name: "lz64 in a form", type: FORM_TYPE, body: `data=${encodeURIComponent(LZ64)}&compression=lz64` },
  { case: "B13", name: "lz64 keeps surrogates", query: "compression=lz64", body: EMOJI_LZ64, gives: EMOJI },
  { case: "B14", name: "lz64 by Content-Encoding", encoding: "lz64", body: EMOJI_LZ64, gives: EMOJI },
  {
    case: "B16",
    name: "the query's hint goes before the form's",
    type: FORM_TYPE,
    query: "compression=gzip",
    body: `data=${encodeURIComponent(GZIP.toString("base64"))}&compression=lz64`,
  },
  {
    name: "the form's hint goes before the header's",
    type: FORM_TYPE,
    encoding: "gzip",
    body: `data=${encodeURIComponent(LZ64)}&compression=lz64`,
  },
  { name: "the query's hint goes before the header's", query: "compression=lz64", encoding: "gzip", body: LZ64 },
  { name: "an unknown hint still hides the header's", query: "compression=none", encoding: "gzip", body: PLAIN },
  { case: "B19", name: "double base64 on a legacy path", path: "/e", body: DOUBLE },
  { case: "B19", name: "double base64 on /track", path: "/track", body: DOUBLE },
  { case: "B20", name: "double base64 stays wrapped on /i/v0/e", path: "/i/v0/e", body: DOUBLE, gives: BASE64 },
  { case: "B20", name: "double base64 stays wrapped on /batch", path: "/batch", body: DOUBLE, gives: BASE64 },
  { name: "a failing second attempt is forgiven", path: "/e", body: gzipSync("_/8="), gives: "_/8=" },
  { name: "a second attempt that is no text is forgiven", path: "/e", body: gzipSync("//79/A=="), gives: "//79/A==" },
  { name: "lone surrogate escapes stay escapes", body: '["\\ud800"]', gives: '["\\ud800"]' },
];

const REFUSES: Row[] = [
  { case: "B1", name: "empty body", gives: MISSING },
  { name: "form without data", type: FORM_TYPE, body: "ip=1", gives: MISSING },
  { case: "B5", name: "a gzip hint on plain text", query: "compression=gzip", body: "{}", gives: NOT_GZIP },
  { name: "a gzip header on plain text", encoding: "gzip", body: "{}", gives: NOT_GZIP },
  { name: "gzip cut short", body: GZIP.subarray(0, 40), gives: NOT_GZIP },
  { name: "gzip of its first two bytes", body: GZIP.subarray(0, 2), gives: NOT_GZIP },
  { case: "B8", name: "raw JSON as a form", type: FORM_TYPE, body: PLAIN, gives: NOT_FORM },
  { name: "form fields beyond 128 bytes", type: FORM_TYPE, body: `x=${"y".repeat(128)}&data=1`, gives: NOT_FORM },
  { case: "B17", name: "bytes that are no UTF-8", body: Uint8Array.of(0xff, 0xfe, 0), gives: NOT_UTF8 },
  { name: "gzip of such bytes", body: gzipSync(Uint8Array.of(0x7b, 0xff)), gives: NOT_UTF8 },
  { name: "UTF-8 cut inside a character", body: Buffer.from('{"a":"🦔').subarray(0, -1), gives: NOT_UTF8 },
  { name: "lz64 that is JSON", query: "compression=lz64", body: PLAIN, gives: NOT_LZ64 },
  { name: "lz64 cut short", query: "compression=lz64", body: LZ64.slice(0, 40), gives: NOT_LZ64 },
];

const decodes = suite("decode");

const textOf = async (row: Row, mostBytes?: number) => decode(toInput(row), (json) => json.toString("utf8"), mostBytes);

for (const row of READS) {
  decodes(`${row.case ?? "–"} reads ${row.name}`, async () => {
    assert.is(await textOf(row), row.gives ?? PLAIN);
  });
}

for (const row of REFUSES) {
  decodes(`${row.case ?? "–"} refuses ${row.name}`, async () => {
    assert.is(await refusalOf(textOf(row)), row.gives);
  });
}

const MIB = 1024 * 1024;
const filled = (sizeBytes: number) => Buffer.alloc(sizeBytes, "[1] ");

for (const path of ["/e", "/capture", "/track", "/engage", "/batch", "/i/v0/e"]) {
  decodes(`B22 refuses 20 MiB and 1 KiB on ${path}`, async () => {
    const text = await refusalOf(textOf({ name: path, path, body: filled(20 * MIB + 1024) }));
    assert.is(text, "413 maximum event size exceeded: 20972544 bytes sent, 20971520 allowed");
  });
}

whenAll(decodes)("takes 20 MiB of JSON, and not a byte more", async () => {
  assert.is((await textOf({ name: "", body: filled(20 * MIB) })).length, 20 * MIB);
  // Recordings may be larger on the wire.
  const [plain, packed] = [filled(20 * MIB + 1), gzipSync(filled(20 * MIB + 1), { level: 0 })];
  assert.match(await refusalOf(textOf({ name: "", path: "/s", body: plain })), /^413 .*20971520 bytes of JSON$/);
  assert.match(await refusalOf(textOf({ name: "", path: "/s", body: packed })), /^413 .*20971520 bytes of JSON$/);
});

decodes("B23 reads a plain body of 4 MiB", async () => {
  const body = Buffer.alloc(4 * MIB, '{"event":"π"} ');
  assert.is(Buffer.byteLength(await textOf({ name: "", body })), 4 * MIB);
});

decodes("stops a gzip bomb at 250 times its size", async () => {
  const bomb = gzipSync(Buffer.alloc(5 * MIB));
  const text = await refusalOf(textOf({ name: "", body: bomb }));
  assert.is(text, `413 maximum event size exceeded: more than ${250 * bomb.length} bytes of JSON`);
});

decodes("takes wrappings of old browsers up to 4 MiB, lz64 up to 256 KiB", async () => {
  const rows: [row: Omit<Row, "name">, what: string][] = [
    [{ body: Buffer.alloc(4 * MIB + 4, "QWxs") }, "4194304 bytes of base64"],
    [{ type: FORM_TYPE, body: `data=${"x".repeat(4 * MIB)}` }, "4194304 bytes in a form"],
    [{ query: "compression=lz64", body: Buffer.alloc(256 * 1024 + 1, "QWxs") }, "262144 bytes of lz64"],
  ];
  for (const [row, what] of rows) {
    assert.is(await refusalOf(textOf({ name: what, ...row })), `413 maximum event size exceeded: more than ${what}`);
  }
});

decodes("leaves the bytes it was given as they were", async () => {
  const body = Buffer.from(BASE64);
  await textOf({ name: "", body });
  assert.is(body.toString(), BASE64);
});

decodes.run();
