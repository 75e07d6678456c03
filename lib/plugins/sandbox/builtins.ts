import { createHash, createHmac, createSign, randomBytes } from "node:crypto";
import { format as legacyFormat, parse as legacyParse, resolve as legacyResolve } from "node:url";
import type { UrlObject } from "node:url";
import zlib from "node:zlib";
import type { Packed } from "../guest/crypto.ts";
import type { Words } from "../guest/fast-buffer.ts";
import type { IntlCall } from "../guest/intl.ts";
import type { UrlParts } from "../guest/url.ts";

/** Output of one zlib call. */
const MAX_ZLIB_BYTES = 16 * 1024 * 1024;
const MAX_RANDOM_BYTES = 65_536;
/** Characters of a request: some answers need ten times the memory. */
const MAX_INPUT_CHARS = 16 * 1024 * 1024;

/** Answered by the thread at once: pure functions of plain values, without any access. */
const BUILTINS: Record<string, (input: never) => unknown> = {
  "url.parse": ([url, base]: [string, string | null]) => toParts(base === null ? new URL(url) : new URL(url, base)),
  "url.change": changeUrl,
  "url.pairs": (query: string) => [...new URLSearchParams(query)],
  "url.query": (pairs: [string, string][]) => new URLSearchParams(pairs).toString(),
  "url.legacy": ([text, isParsed]: [string, boolean]) => ({ ...legacyParse(text, isParsed) }),
  "url.resolve": ([from, to]: [string, string]) => legacyResolve(from, to),
  "url.format": (parts: string | UrlObject) => legacyFormat(parts),
  "buffer.bytes": (packed: Packed) => toWords(unpack(packed)),
  "buffer.text": ({ text, encoding }: Packed) => Buffer.from(text, "latin1").toString(encoding as BufferEncoding),
  "crypto.digest": digest,
  "crypto.sign": ({ algorithm, key, chunks }: { algorithm: string; key: string; chunks: Packed[] }) =>
    chunks.reduce((sign, chunk) => sign.update(unpack(chunk)), createSign(algorithm)).sign(key, "base64"),
  "crypto.random": (sizeBytes: number) => randomBytes(Math.min(sizeBytes, MAX_RANDOM_BYTES)).toString("base64"),
  "crypto.uuid": () => toUuid(randomBytes(16)),
  zlib: runZlib,
  "locale.date": toLocaleDate,
  "locale.number": ({ value, locales, options }: Localised<{ value: string }>) =>
    Number(value).toLocaleString(locales, options as Intl.NumberFormatOptions),
  intl: runIntl,
  "locale.compare": ({ texts: [a, b], locales, options }: Localised<{ texts: [string, string] }>) =>
    a.localeCompare(b, locales, options as Intl.CollatorOptions),
};

type Localised<Input> = Input & { locales?: string; options?: object };

/** Answers a request of the guest. @returns JSON of `{ value }`, or of `{ error }` with the error */
export function callBuiltin(name: string, input: string): string {
  try {
    const run = BUILTINS[name];
    if (run === undefined) throw new Error(`Nothing answers ${name}.`);
    if (input.length > MAX_INPUT_CHARS) throw new RangeError(`${name} takes ${MAX_INPUT_CHARS} characters at most.`);
    return JSON.stringify({ value: run(JSON.parse(input) as never) ?? null });
  } catch (error) {
    const { name: errorName, message } = error as Error;
    return JSON.stringify({ error: { name: errorName, message } });
  }
}

function toParts(url: URL): UrlParts {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
}

function changeUrl([href, part, value]: [string, Exclude<keyof UrlParts, "origin">, string]): UrlParts {
  const url = new URL(href);
  url[part] = value;
  return toParts(url);
}

function digest({ algorithm, key, chunks }: { algorithm: string; key: Packed | null; chunks: Packed[] }): string {
  const hash = key === null ? createHash(algorithm) : createHmac(algorithm, unpack(key));
  for (const chunk of chunks) hash.update(unpack(chunk));
  return hash.digest("base64");
}

function unpack({ text, encoding }: Packed): Buffer {
  return Buffer.from(text, encoding as BufferEncoding);
}

function toWords(bytes: Buffer): Words {
  const padded = Buffer.concat([bytes], Math.ceil(bytes.length / 4) * 4);
  const words = Array.from({ length: padded.length / 4 }, (_, at) => padded.readInt32LE(at * 4));
  return { sizeBytes: bytes.length, words };
}

/** Version 4, from 16 bytes. */
function toUuid(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const ZLIB = {
  gzip: zlib.gzipSync,
  gunzip: zlib.gunzipSync,
  deflate: zlib.deflateSync,
  inflate: zlib.inflateSync,
  deflateRaw: zlib.deflateRawSync,
  inflateRaw: zlib.inflateRawSync,
  unzip: zlib.unzipSync,
};

function runZlib({ method, data }: { method: keyof typeof ZLIB; data: Packed }): string {
  return ZLIB[method](unpack(data), { maxOutputLength: MAX_ZLIB_BYTES }).toString("base64");
}

type DateMethod = "toLocaleString" | "toLocaleDateString" | "toLocaleTimeString";

function toLocaleDate({ method, ms, locales, options }: Localised<{ method: DateMethod; ms: number }>): string {
  return new Date(ms)[method](locales, { timeZone: "UTC", ...options });
}

/** The classes of Intl that a guest may use, with their methods. */
const INTL: Record<string, readonly string[]> = {
  Collator: ["compare"],
  DateTimeFormat: ["format", "formatToParts"],
  DisplayNames: ["of"],
  ListFormat: ["format"],
  NumberFormat: ["format", "formatToParts"],
  PluralRules: ["select"],
  RelativeTimeFormat: ["format"],
};

type Formatter = Record<string, (...values: unknown[]) => unknown>;

function runIntl({ kind, method, locales, options, values }: IntlCall): unknown {
  const isOffered = Object.hasOwn(INTL, kind) && (method === "resolvedOptions" || INTL[kind]?.includes(method));
  if (!isOffered) throw new TypeError(`Intl.${kind} has no ${method}.`);
  const Kind = (Intl as unknown as Record<string, new (locales: unknown, options: object) => Formatter>)[kind];
  if (Kind === undefined) throw new TypeError(`There is no Intl.${kind}.`);
  const isTimed = kind === "DateTimeFormat";
  const formatter = new Kind(locales, { ...(isTimed && { timeZone: "UTC" }), ...(options as object | undefined) });
  return formatter[method]?.(...(isNumeric(kind) ? values.map(numberIfNumeric) : values));
}

/** Numbers come as text: JSON has no infinity. */
function isNumeric(kind: string): boolean {
  return kind === "PluralRules" || kind === "RelativeTimeFormat";
}

function numberIfNumeric(value: unknown): unknown {
  return typeof value === "string" && value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
}
