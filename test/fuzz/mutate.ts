import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import lz from "lz-string";
import type { Random } from "../../fixtures/random.ts";
import { junk } from "../http/fuzz-values.ts";
import type { WireRequest } from "./wire-request.ts";

// Mutations of valid requests: of the JSON, the query, the headers, the encoding of the body, and the path.

type Mutation = (random: Random, request: WireRequest) => WireRequest;

/** Applies up to three mutations; often none, so that requests also get far. */
export function mutate(random: Random, request: WireRequest): WireRequest {
  let mutated = request;
  const count = random.pick([0, 0, 1, 1, 1, 2, 3]);
  for (let done = 0; done < count; done++) mutated = random.pick(MUTATIONS)(random, mutated);
  return mutated;
}

const MUTATIONS: readonly Mutation[] = [
  mutateJson,
  mutateJson,
  mutateJson,
  mutateJsonText,
  mutateQuery,
  mutateQuery,
  mutateHeaders,
  mutateHeaders,
  encodeBody,
  encodeBody,
  mutateBytes,
  mutatePath,
  mutateMethod,
];

// JSON

/** Replaces, removes, repeats or nests one value of the body; a body that is no JSON, or nests too deep for it, loses bytes. */
function mutateJson(random: Random, request: WireRequest): WireRequest {
  try {
    const value: unknown = JSON.parse(Buffer.from(request.body).toString("utf8"));
    return { ...request, body: toBytes(JSON.stringify(mutateValue(random, value))) };
  } catch {
    return mutateBytes(random, request);
  }
}

/** Walks down a random path and changes the value at its end. */
function mutateValue(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.integer(0, value.length - 1);
    return value.with(at, mutateValue(random, value[at]));
  }
  if (typeof value === "object" && value !== null && random.chance(0.8)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return { [random.pick(ODD_KEYS)]: junk(random) };
    const key = random.pick(keys);
    const { [key]: inner, ...rest } = value as Record<string, unknown>;
    if (random.chance(0.1)) return rest;
    if (random.chance(0.1)) return { ...rest, [random.pick(ODD_KEYS)]: inner };
    return { ...rest, [key]: mutateValue(random, inner) };
  }
  return random.pick(REPLACEMENTS)(random, value);
}

const ODD_KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "\ud800",
  "a.b",
  "$set",
  "a\u0000b",
  "id",
  "type",
  "values",
];

/** Nesting around the 100 levels that are allowed. */
const DEPTHS = [99, 100, 101, 500];

const REPLACEMENTS: readonly ((random: Random, value: unknown) => unknown)[] = [
  (random) => junk(random),
  (random) => junk(random),
  () => ({ toString: 1 }),
  () => ({ length: 1e9 }),
  () => "\ud800",
  () => "\u202e\u0007",
  () => null,
  (random) => random.pick([1e308, -0, 2 ** 53, -1, 0.1, 1e21]),
  (random) => "x".repeat(random.pick([256, 1000, 70_000])),
  (random, value) => nest(value, random.pick(DEPTHS)),
  (random, value) => repeat(value, random.pick([2, 101, 2000])),
  (_, value) => [value],
  (_, value) => ({ value }),
];

/** Most characters of a repeated value: a mutation may repeat an already repeated value. */
const REPEATED_CHARS = 1e6;

function repeat(value: unknown, times: number): unknown[] {
  const size = JSON.stringify(value)?.length ?? 1;
  return Array.from({ length: Math.max(1, Math.min(times, Math.floor(REPEATED_CHARS / size))) }, () => value);
}

function nest(value: unknown, depth: number): unknown {
  let nested = value;
  for (let level = 0; level < depth; level++) nested = level % 2 === 0 ? [nested] : { a: nested };
  return nested;
}

/** Changes the text of the JSON where no value could: repeated keys, numbers and escapes of every length, cut ends. */
function mutateJsonText(random: Random, request: WireRequest): WireRequest {
  const text = Buffer.from(request.body).toString("utf8");
  const at = random.integer(0, text.length);
  const inserted = random.pick([
    '{"a":1,"a":2,"__proto__":{"b":1}}',
    "1e99999",
    "-0",
    "9".repeat(random.pick([20, 400, 5000])),
    '"\\ud800"',
    '"\\u0000"',
    "[".repeat(random.pick([10, 101, 20_000])),
    `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    `[${"{},".repeat(random.pick([10, 5000, 300_000]))}{}]`,
    "\ufeff",
    ",",
    "}",
    "NaN",
  ]);
  return { ...request, body: toBytes(random.chance(0.3) ? inserted : text.slice(0, at) + inserted + text.slice(at)) };
}

function mutateBytes(random: Random, request: WireRequest): WireRequest {
  const bytes = Buffer.from(request.body);
  if (bytes.length === 0) return { ...request, body: random.bytes(random.integer(1, 64)) };
  if (random.chance(0.3)) return { ...request, body: bytes.subarray(0, random.integer(0, bytes.length)) };
  for (let flips = random.integer(1, 4); flips > 0; flips--)
    bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
  return { ...request, body: bytes };
}

// Encodings

const ENCODERS: Record<string, (body: Uint8Array) => Uint8Array> = {
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  // The best quality takes seconds for a megabyte.
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (body) => zstdCompressSync(body),
  base64: (body) => Buffer.from(`data=${encodeURIComponent(Buffer.from(body).toString("base64"))}`),
  lz64: (body) => Buffer.from(lz.compressToBase64(Buffer.from(body).toString("utf8"))),
  form: (body) => Buffer.from(new URLSearchParams({ data: Buffer.from(body).toString("utf8") }).toString()),
};

const BOMBS = new Set(["gzip", "deflate", "br", "zstd"]);
const BOMB_BYTES = [1e6, 30e6];
const BOMB_PIECES = ["[", " ", "a", "{},"];
const bombs = new Map<string, Uint8Array>();

/** Packed once: one takes as long as hundreds of requests. */
function toBomb(name: string, sizeBytes: number, piece: string): Uint8Array {
  const key = `${name} ${sizeBytes} ${piece}`;
  const bomb = bombs.get(key) ?? ENCODERS[name]?.(Buffer.alloc(sizeBytes, piece)) ?? new Uint8Array(0);
  bombs.set(key, bomb);
  return bomb;
}

/** Encodes the body in some way, and names that encoding, another encoding or none. */
function encodeBody(random: Random, request: WireRequest): WireRequest {
  const names = Object.keys(ENCODERS);
  const name = random.pick(names);
  // Sometimes a body that unpacks to a thousand times its size.
  const isBomb = BOMBS.has(name) && random.chance(0.05);
  const body = isBomb
    ? toBomb(name, random.pick(BOMB_BYTES), random.pick(BOMB_PIECES))
    : (ENCODERS[name]?.(request.body) ?? request.body);
  const said = random.chance(0.7) ? name : random.pick([...names, "x-gzip", "gzip, gzip", "identity", ""]);
  const headers = { ...request.headers };
  const isHeader = ["gzip", "deflate", "br", "zstd"].includes(said) && random.chance(0.8);
  if (isHeader) headers["content-encoding"] = said;
  if (said === "base64" || said === "form") headers["content-type"] = "application/x-www-form-urlencoded";
  const target = isHeader || random.chance(0.3) ? request.target : withQuery(request.target, `compression=${said}`);
  return { ...request, headers, target, body: random.chance(0.9) ? body : body.subarray(0, body.length / 2) };
}

function withQuery(target: string, part: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${part}`;
}

// Query, headers, path

const ODD_QUERY = `
  limit=-1 limit=1e9 offset=99999999999999999999 properties=[ properties=%5B%7B%22key%22:%7B%7D%7D%5D date_from=%ED%A0%80
  date_from=garbage %E0%A4%A=1 a[b][c]=1 __proto__[x]=1 search=%00 format=csv format=xml data=%ff%fe data=e30= _=1 ver=1
  events=%5B%5B%5B events={} compression=lz64 compression=gzip-js token= api_key=x beacon=1 refresh=true &&& = =x ?
`
  .trim()
  .split(/\s+/);

function mutateQuery(random: Random, request: WireRequest): WireRequest {
  const [path = "", query = ""] = request.target.split("?", 2);
  const parts = query.split("&").filter((part) => part !== "");
  if (parts.length > 0 && random.chance(0.3)) parts.splice(random.integer(0, parts.length - 1), 1);
  const field = random.pick(parts.length > 0 ? parts : ["a=1"]).split("=")[0] ?? "a";
  parts.push(
    random.pick([
      () => random.pick(ODD_QUERY),
      () => `${field}=${encodeURIComponent(JSON.stringify(junk(random)).replaceAll(/\\ud[89a-f]../gi, "?"))}`,
      () => `${field}=${"%5B".repeat(random.pick([1, 101, 3000]))}`,
      () => `${field}=${"x".repeat(random.pick([300, 9000]))}`,
      () => "x=1&".repeat(random.pick([10, 2000])),
    ])(),
  );
  return { ...request, target: `${path}?${parts.join("&")}` };
}

const ODD_HEADERS: readonly [string, string[]][] = [
  ["host", ["x:99999", "[::1", "", "localhost:1", "EVIL.example", "a b", "127.0.0.1:80:80", "%00", "user@host"]],
  ["authorization", ["", "Bearer", "Bearer ", "Basic eDp5", "Bearer phx_\u00ff", `Bearer ${"x".repeat(5000)}`]],
  [
    "content-type",
    [
      "",
      ";",
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "multipart/form-data; boundary=x",
      "text/plain",
      "application/json; charset=utf-16",
      "application/x-www-form-urlencoded",
    ],
  ],
  ["content-encoding", ["gzip", "br", "zstd", "deflate", "gzip, zstd", "aws-chunked", "x"]],
  ["origin", ["null", "http://evil.example", "http://127.0.0.1", "x"]],
  ["sec-fetch-site", ["cross-site", "same-origin", "x"]],
  ["x-forwarded-for", ["127.0.0.1", "::1, x", "999.1.1.1", ",".repeat(3000)]],
  ["x-forwarded-host", ["evil.example", "a, b", ""]],
  ["x-forwarded-proto", ["https", "javascript"]],
  ["user-agent", ["\u00ff", "x".repeat(7000)]],
  ["accept", ["text/csv", ";;,q=", "text/event-stream", "*/*;q=x"]],
  ["accept-encoding", ["gzip", "br;q=0", "x"]],
  ["if-none-match", ["*", '"x"', 'W/"x']],
  ["last-event-id", ["1", "-1", "x", "99999999999999999999"]],
  ["cookie", ["a=b", "session=%00", "=".repeat(3000)]],
  ["posthog-sdk-info", ["x", "posthog-js/1"]],
  ["range", ["bytes=0-", "bytes=9-1"]],
];

function mutateHeaders(random: Random, request: WireRequest): WireRequest {
  const [name, values] = random.pick(ODD_HEADERS);
  const { [name]: _, ...rest } = request.headers;
  return { ...request, headers: random.chance(0.15) ? rest : { ...rest, [name]: random.pick(values) } };
}

const ODD_SEGMENTS = [
  "%2e%2e",
  "..",
  ".",
  "%2E%2e",
  "%252e%252e",
  "%2f",
  "%5c",
  "..%2f..",
  "",
  "%00",
  "%ff",
  "\u00ff",
  "x;y",
  "@current",
  "x".repeat(3000),
];

function mutatePath(random: Random, request: WireRequest): WireRequest {
  const [path = "", ...query] = request.target.split("?");
  const segments = path.split("/");
  const at = random.integer(1, segments.length);
  const changed = random.chance(0.5)
    ? segments.toSpliced(at, 0, random.pick(ODD_SEGMENTS))
    : segments.toSpliced(at, 1, random.pick(ODD_SEGMENTS));
  const start = random.chance(0.05) ? random.pick(["http://evil.example", "//evil.example", "http://[::1"]) : "";
  const target = [start + (changed.join("/") || "/"), ...query].join("?");
  return { ...request, target: target.startsWith("/") || start !== "" ? target : `/${target}` };
}

function mutateMethod(random: Random, request: WireRequest): WireRequest {
  // The walk would end with the project: only requests that are made for it delete.
  return { ...request, method: random.pick(["GET", "POST", "PUT", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"]) };
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}
