import { TextDecoder } from "../../lib/base/platform.ts";
import type { ReadCapture } from "../../lib/index.ts";
import type { KeptRequest } from "./request-log.ts";

/** The identifying fields of an event, as sent. */
interface Sent {
  event: unknown;
  distinct_id: unknown;
  uuid: unknown;
}

/** A capture request in a list. */
export interface SeenRequest {
  id: number;
  /** ISO text. */
  received_at: string;
  method: string;
  path: string;
  status: number;
  /** The answer to a refused request; null = it was not refused. */
  refusal: string | null;
  /** Size of the body on the wire. */
  size_bytes: number;
  /** Its events, as sent; null = unreadable, or too large to be kept or decoded (1 MiB; 8 MiB in a list). */
  events: Sent[] | null;
}

/** A capture request with all of its data. */
export interface SeenRequestDetail extends SeenRequest {
  url: string;
  /** Headers that describe the body and the sender; never cookies or keys. */
  headers: Record<string, string>;
  /** The body as it arrived: text if it is text, else base64; null = not kept, or it contains a personal key. */
  raw: string | null;
  raw_form: "text" | "base64";
  /** The JSON inside; null = none, or too large or too deep. */
  decoded: unknown;
}

/** A token of capture requests that is not the project's. */
export interface OtherToken {
  /** `phx_…` for a personal key, which is never shown; cut at 200 characters. */
  token: string;
  /** Number of requests. */
  requests: number;
  /** ISO text. */
  last_at: string;
  /** Null = no project has this token, and the requests were refused. */
  project: { id: number; name: string } | null;
  /** Requests that brought no project anything for another reason than their token, the latest first. */
  faults: RequestFault[];
}

/** A reason why requests brought nothing. */
export interface RequestFault {
  /** 404 = there is nothing at the path. */
  status: number;
  path: string;
  /** The answer, which may be JSON; null = it has no text. */
  refusal: string | null;
  /** Number of requests. */
  requests: number;
}

const LONGEST_TOKEN = 200;

const SHOWN_HEADERS = ["content-type", "content-encoding", "user-agent", "origin", "referer", "x-forwarded-for"];
/** Personal keys, which users give to clients by mistake instead of the project's token. */
const KEY = /phx_[^\s"'&#\\,;]+|(?<=[?&]personal_api_key=)[^\s"&#\\]+/g;

/** A request for a list. @param read its decoded content */
export function toSeen(kept: KeptRequest, read: ReadCapture | null): SeenRequest {
  const { id, receivedAtMs, request, status, refusal, sizeBytes } = kept;
  return {
    id,
    received_at: new Date(receivedAtMs).toISOString(),
    method: request.method,
    path: new URL(request.url, "http://hoglet.local").pathname,
    status,
    refusal: refusal === null ? null : masked(refusal),
    size_bytes: sizeBytes,
    events: read === null ? null : (JSON.parse(masked(JSON.stringify(read.events.map(toSent)))) as Sent[]),
  };
}

/** A request with its headers, its body as it arrived, and its decoded content (`read`). */
export function toDetail(kept: KeptRequest, read: ReadCapture | null): SeenRequestDetail {
  const { url, headers, body } = kept.request;
  const json = JSON.stringify(read?.content ?? null);
  const text = readableText(body);
  // A key that the body's encoding hides cannot be masked there.
  const isPlain = text !== null && /^\s*[[{]/.test(text);
  const isHidden = countKeys(json) > (isPlain ? countKeys(text) : 0);
  const isKept = body.length === kept.sizeBytes;
  return {
    ...toSeen(kept, read),
    url: masked(url),
    headers: Object.fromEntries(
      SHOWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, masked(headers[name])]])),
    ),
    raw: !isKept || isHidden ? null : text === null ? Buffer.from(body).toString("base64") : masked(text),
    raw_form: text === null ? "base64" : "text",
    decoded: JSON.parse(masked(json)) as unknown,
  };
}

/** A token as it may be shown. */
export function toShownToken(token: string): string {
  return masked(token).slice(0, LONGEST_TOKEN);
}

function toSent(sent: Record<string, unknown>): Sent {
  const properties = sent["properties"] as Record<string, unknown> | null | undefined;
  return {
    event: sent["event"],
    distinct_id: sent["distinct_id"] ?? sent["$distinct_id"] ?? properties?.["distinct_id"] ?? null,
    uuid: sent["uuid"] ?? null,
  };
}

function masked(text: string): string {
  return text.replaceAll(KEY, "phx_…");
}

function countKeys(text: string): number {
  return text.match(KEY)?.length ?? 0;
}

/** Bytes as text; null if they are not text. */
function readableText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, "")) ? null : text;
  } catch {
    return null;
  }
}
