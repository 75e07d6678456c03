import type { HttpReply, HttpRequest } from "../../api/index.ts";
import type { GuestResponse } from "../guest/fetch.ts";
import { answerFetch } from "./fetch.ts";
import type { FetchOptions } from "./fetch.ts";
import type { Origin } from "./plugin-event.ts";
import type { ConfigKey, Parts } from "./parts.ts";

/** What plugins reach of the handle they run in. */
export interface Port {
  /** Captures events through the whole pipeline; resolves once they are committed. */
  capture(projectId: number, event: OwnEvent, origin: Origin): Promise<void>;
  /** Answers a request with the rights of the project, or those of the key it brings. */
  api(projectId: number, request: HttpRequest): Promise<HttpReply>;
}

/** An event of a plugin. */
export interface OwnEvent {
  event: string;
  distinct_id: string;
  timestamp?: string;
  properties: Record<string, unknown>;
}

/** What the global `posthog.capture` says. */
export interface PluginCapture {
  event: string;
  properties: Record<string, unknown>;
}

/** What the global `posthog.api` says. */
export interface ApiCall {
  method: string;
  path: string;
  /** Further ones, names in lower case; the key is not to be given here. */
  headers?: readonly [string, string][];
  data?: unknown;
  host?: string;
  projectApiKey?: string;
  personalApiKey?: string;
}

/**
 * Plugins that follow from one another's events. Each config sees an event of its own making no more, so a circle ends by
 * itself; this ends long chains of different ones.
 */
const MAX_DEPTH = 5;
/** Events of a plugin on their way, before it has to wait. */
const MAX_OPEN = 1000;

const open = new WeakMap<Port, Map<number, number>>();

/**
 * Takes an event from a plugin. It is on its way when this returns, and not yet stored: a hook that waited for that could
 * wait for itself, since the event goes through plugins that may be waiting for this one.
 */
export function captureFrom(
  { log }: Pick<Parts, "log">,
  port: Port,
  config: ConfigKey,
  { event, properties: given }: PluginCapture,
  origin: Origin,
): void {
  if (origin.length >= MAX_DEPTH) {
    throw new Error(`An event that came of ${MAX_DEPTH} plugins in turn may not bring about another.`);
  }
  const counts = open.get(port) ?? new Map<number, number>();
  open.set(port, counts);
  const count = counts.get(config.id) ?? 0;
  if (count >= MAX_OPEN) throw new Error(`A plugin may have ${MAX_OPEN} events on their way.`);
  counts.set(config.id, count + 1);
  const done = () => counts.set(config.id, (counts.get(config.id) ?? 1) - 1);
  const chain = origin.at(-1) === config.id ? origin : [...origin, config.id];
  port.capture(config.projectId, toEvent(config, event, given), chain).then(done, (error: unknown) => {
    done();
    log.warn("event of a plugin was not stored", { config: config.id, cause: String(error) });
  });
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
 * Answers a request to the API, in process and for this project alone; to another `host`, with both keys, through `pluginFetch`.
 * Only what is under `/api/` is reached: events go by `capture`, which knows where they come from.
 */
export async function callApi(
  port: Port,
  options: FetchOptions,
  config: ConfigKey,
  { method, path, data, host, projectApiKey, personalApiKey, headers: more = [] }: ApiCall,
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
    return answerFetch(options, { ...request, body: body?.toString("base64") ?? null });
  }
  const url = new URL(path, "http://hoglet.local");
  if (!url.pathname.startsWith("/api/")) throw new TypeError(`posthog.api reaches /api/, not ${url.pathname}.`);
  const reply = await port.api(config.projectId, {
    method,
    url: url.href,
    headers,
    body: body ?? new Uint8Array(0),
    ip: null,
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
  if (typeof body === "string" || body instanceof Uint8Array) return Buffer.from(body as string);
  const chunks: string[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.from(chunks.join(""));
}
