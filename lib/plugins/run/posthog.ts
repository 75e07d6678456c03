import type { HttpMessage, HttpReply } from "../../base/http-message.ts";
import type { GuestResponse } from "../guest/fetch.ts";
import { answerFetch } from "./fetch.ts";
import type { FetchOptions } from "./fetch.ts";
import type { Origin } from "./plugin-event.ts";
import type { ConfigKey, Parts } from "./parts.ts";

/** The functions of the handle that plugins reach. */
export interface Port {
  /** Captures events through the whole pipeline; resolves once they are committed. */
  capture(projectId: number, event: OwnEvent, origin: Origin): Promise<void>;
  /** Answers a request with the rights of the project, or of the key that it has. */
  api(projectId: number, request: HttpMessage): Promise<HttpReply>;
}

export interface OwnEvent {
  event: string;
  distinct_id: string;
  timestamp?: string;
  properties: Record<string, unknown>;
}

/** Arguments of the global `posthog.capture`. */
export interface PluginCapture {
  event: string;
  properties: Record<string, unknown>;
}

/** Arguments of the global `posthog.api`. */
export interface ApiCall {
  method: string;
  path: string;
  /** Names in lower case, without the key. */
  headers?: readonly [string, string][];
  data?: unknown;
  host?: string;
  projectApiKey?: string;
  personalApiKey?: string;
}

/**
 * Longest chain of plugins that react to one another. No config sees an event that it caused, so circles end by
 * themselves.
 */
const MAX_DEPTH = 5;
/** A plugin's events on their way to the log; further ones are refused. */
const MAX_OPEN = 1000;
const MAX_OPEN_CHARS = 8 * 1024 * 1024;
/** Characters of one event's properties in JSON, as for a sent event. */
const MAX_EVENT_CHARS = 1_000_000;
/** Characters of an API response, as for `fetch`. */
const MAX_REPLY_CHARS = 10 * 1024 * 1024;

/** A config's events on their way. */
export interface Open {
  events: number;
  chars: number;
}

/** The events on their way by the id of their config. */
export type OpenCaptures = Map<number, Open>;

/**
 * Accepts an event from a plugin. Returns before it is stored: a hook that waited could wait for itself, since the
 * event passes plugins that may wait for this hook.
 */
export function captureFrom(
  { log }: Pick<Parts, "log">,
  { port, captures }: { port: Port; captures: OpenCaptures },
  config: ConfigKey,
  { event, properties: given }: PluginCapture,
  origin: Origin,
): void {
  if (origin.length >= MAX_DEPTH) {
    throw new Error(`An event that came of ${MAX_DEPTH} plugins in turn may not bring about another.`);
  }
  const own = toOpen(captures, config.id);
  const chars = JSON.stringify(given).length + String(event).length;
  if (chars > MAX_EVENT_CHARS) throw new Error(`An event of a plugin may have ${MAX_EVENT_CHARS} characters.`);
  if (own.events >= MAX_OPEN || own.chars + chars > MAX_OPEN_CHARS) {
    throw new Error(`A plugin may have ${MAX_OPEN} events and ${MAX_OPEN_CHARS} characters on their way.`);
  }
  own.events++;
  own.chars += chars;
  const done = () => {
    own.events--;
    own.chars -= chars;
  };
  const chain = origin.at(-1) === config.id ? origin : [...origin, config.id];
  port.capture(config.projectId, toEvent(config, event, given), chain).then(done, (error: unknown) => {
    done();
    log.warn("event of a plugin was not stored", { config: config.id, cause: String(error) });
  });
}

function toOpen(captures: OpenCaptures, configId: number): Open {
  const own = captures.get(configId) ?? { events: 0, chars: 0 };
  captures.set(configId, own);
  return own;
}

/** Source: reference/plugins.md 8. */
function toEvent({ pluginName }: ConfigKey, event: string, given: Record<string, unknown>): OwnEvent {
  const { timestamp, ...properties } = given;
  const id = properties["distinct_id"];
  return {
    event,
    distinct_id: typeof id === "string" || typeof id === "number" ? String(id) : pluginName,
    ...(typeof timestamp === "string" && { timestamp }),
    properties: { ...properties, $lib: "posthog-plugin-server" },
  };
}

/**
 * Answers an API request in process, for this project only; with another `host` and both keys, through `pluginFetch`.
 * Only paths under `/api/`: events go by `capture`, which knows their origin.
 */
export async function callApi(
  port: Port,
  options: FetchOptions,
  config: ConfigKey,
  { method, path, data, host, projectApiKey, personalApiKey, headers: more = [] }: ApiCall,
  ended: AbortSignal,
): Promise<GuestResponse> {
  const body = data === undefined ? null : Buffer.from(JSON.stringify(data));
  const hasKeys = typeof projectApiKey === "string" && typeof personalApiKey === "string";
  const headers: Record<string, string> = {
    ...Object.fromEntries(more.filter(([name]) => name !== "authorization")),
    ...(body !== null && { "content-type": "application/json" }),
    ...(hasKeys && { authorization: `Bearer ${personalApiKey}` }),
  };
  if (typeof host === "string") {
    if (!hasKeys) throw new TypeError("Requests to another host need projectApiKey and personalApiKey.");
    const url = new URL(path, host).href;
    const request = { url, method, headers: Object.entries(headers), redirect: "follow", timeoutMs: 0 };
    return answerFetch(options, { ...request, body: body?.toString("base64") ?? null }, ended);
  }
  const url = new URL(path, "http://hoglet.local");
  if (!url.pathname.startsWith("/api/")) throw new TypeError(`posthog.api reaches /api/, not ${url.pathname}.`);
  const reply = await port.api(config.projectId, {
    method,
    url: url.href,
    headers,
    body: body ?? new Uint8Array(0),
    ip: null,
    signal: ended,
  });
  return toGuest(url.href, reply);
}

async function toGuest(url: string, { status, headers, body }: HttpReply): Promise<GuestResponse> {
  return {
    status,
    statusText: "",
    url,
    headers: Object.entries(headers),
    body: (await toBytes(body)).toString("base64"),
  };
}

async function toBytes(body: HttpReply["body"]): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  if (typeof body === "string" || body instanceof Uint8Array) {
    if (body.length > MAX_REPLY_CHARS) throw tooLong();
    return Buffer.from(body as string);
  }
  const chunks: Buffer[] = [];
  let chars = 0;
  for await (const chunk of body) {
    chars += chunk.length;
    if (chars > MAX_REPLY_CHARS) throw tooLong();
    chunks.push(Buffer.from(chunk as string));
  }
  return Buffer.concat(chunks);
}

function tooLong(): Error {
  return new Error(`The answer has more than ${MAX_REPLY_CHARS} characters: ask for less at a time.`);
}
