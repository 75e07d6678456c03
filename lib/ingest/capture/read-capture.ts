import { isUtf8 } from "node:buffer";
import { isTooDeep } from "../../base/depth.ts";
import { isFields } from "../../base/fields.ts";
import { decode } from "./decode.ts";
import { parseSliced } from "./json-slices.ts";
import { notUtf8 } from "./utf8.ts";
import { inflate, toEncoding } from "./v1/encoding.ts";

/** A parsed capture request without any checks: requests that capture would refuse are parsed too. */
export interface ReadCapture {
  /** The project token from any of its places; null = none. */
  token: string | null;
  /** The events' objects as sent; empty when the body holds none. */
  events: Record<string, unknown>[];
  /** The JSON inside the body. */
  content: unknown;
  /** Bytes of the JSON. */
  sizeBytes: number;
}

/** A request in the form of adapters; see `HttpRequest`. */
interface Sent {
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
}

/** The newer protocol, with token and compression in headers (reference/capture.md 8). */
const V1_PATH = "/i/v1/analytics/events";

/** Outside the depth that capture bounds: the body, its batch, an event. */
const LEVELS_AROUND = 3;

/**
 * Decodes a capture request in any encoding (JSON, gzip, base64, form, lz64), to show it to a developer. It stores
 * nothing and checks nothing. Null = the request holds no JSON or more than `mostBytes`, or it is nested deeper than
 * capture allows, which `JSON.stringify` could not write.
 * @param mostBytes @default the limit of a capture
 */
export async function readCapture(request: Sent, mostBytes?: number): Promise<ReadCapture | null> {
  try {
    return await read(request, mostBytes);
  } catch {
    return null;
  }
}

async function read(request: Sent, mostBytes?: number): Promise<ReadCapture | null> {
  const target = new URL(request.url, "http://hoglet.local");
  const path = target.pathname.replace(/(?<=.)\/$/, "");
  let sizeBytes = 0;
  const parse = async (json: Buffer) => {
    if (!isUtf8(json)) throw notUtf8();
    sizeBytes = json.length;
    return parseSliced(json, JSON.parse);
  };
  const content = await (path === V1_PATH
    ? inflateV1(request, parse, mostBytes)
    : decodeAny(request, { path, query: target.searchParams }, parse, mostBytes));
  if (typeof content === "object" && content !== null && isTooDeep(content, 1 - LEVELS_AROUND)) return null;
  const events = eventsOf(content);
  return { token: bearerOf(request, path) ?? tokenIn(content) ?? firstToken(events), events, content, sizeBytes };
}

type Parse = (json: Buffer) => Promise<unknown>;

async function inflateV1({ headers, body }: Sent, parse: Parse, mostBytes?: number): Promise<unknown> {
  return inflate(body, toEncoding(headers["content-encoding"]), parse, mostBytes);
}

async function decodeAny(
  { headers, body }: Sent,
  target: { path: string; query: URLSearchParams },
  parse: Parse,
  mostBytes?: number,
): Promise<unknown> {
  const [contentType, contentEncoding] = [headers["content-type"] ?? null, headers["content-encoding"] ?? null];
  return decode({ ...target, contentType, contentEncoding, body }, parse, mostBytes);
}

function eventsOf(content: unknown): Record<string, unknown>[] {
  const list = Array.isArray(content) ? content : isFields(content) ? (content["batch"] ?? [content]) : [];
  return Array.isArray(list) ? list.filter((item) => isFields(item) && "event" in item) : [];
}

function bearerOf({ headers }: Sent, path: string): string | null {
  const match = path === V1_PATH ? /^bearer\s+(\S+)/i.exec(headers["authorization"] ?? "") : null;
  return match?.[1] ?? null;
}

function firstToken(events: readonly Record<string, unknown>[]): string | null {
  for (const event of events) {
    const token = tokenIn(event) ?? tokenIn(event["properties"]);
    if (token !== null) return token;
  }
  return null;
}

function tokenIn(value: unknown): string | null {
  if (!isFields(value)) return null;
  const token = value["api_key"] ?? value["token"] ?? value["$token"];
  return typeof token === "string" ? token : null;
}
