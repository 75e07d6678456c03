import { parse, validate, version } from "uuid";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";

/** Tells events made before a reset that arrive after it. */
export interface LateEvents {
  /** Events of a token (or of all) made until now are late from here on. */
  cut(token: string | undefined): void;
  isLate(event: Record<string, unknown>, token: string | null): boolean;
}

/**
 * An event's time is that of its uuid of version 7, which clients make when they capture. Other uuids, and those from
 * before this list, tell nothing: such events are never late.
 */
export function createLateEvents(): LateEvents {
  // The client's clock, which a test may replace.
  const fromMs = Date.now();
  const untilMs = new Map<string | undefined, number>();
  return {
    cut: (token) => void untilMs.set(token, Date.now()),
    isLate({ uuid }, token) {
      const ms = timeOf(uuid);
      const until = Math.max(untilMs.get(undefined) ?? 0, untilMs.get(token ?? undefined) ?? 0);
      return ms !== null && ms >= fromMs && ms < until;
    },
  };
}

/** Epoch ms; null = no uuid of version 7. */
export function timeOf(uuid: unknown): number | null {
  if (typeof uuid !== "string" || !validate(uuid) || version(uuid) !== 7) return null;
  return Buffer.from(parse(uuid)).readUIntBE(0, 6);
}

/** The request with these events alone. @param content the JSON of its body */
export function withEvents(request: HttpRequest, content: unknown, events: readonly object[]): HttpRequest {
  const url = new URL(request.url, "http://hoglet.local");
  url.searchParams.delete("compression");
  const { "content-encoding": _, ...headers } = request.headers;
  const body = Buffer.from(JSON.stringify(toContent(content, events)));
  return { ...request, url: url.href, headers: { ...headers, "content-type": "application/json" }, body };
}

function toContent(content: unknown, events: readonly object[]): unknown {
  if (Array.isArray(content)) return events;
  const { timestamp: _, offset: __, ...rest } = content as Record<string, unknown>;
  return Array.isArray(rest["batch"]) ? { ...(content as object), batch: events } : { ...rest, ...events[0] };
}

/** Acknowledges events in both protocols. */
export function acknowledge(events: readonly Record<string, unknown>[]): HttpReply {
  const results = Object.fromEntries(events.map(({ uuid }) => [String(uuid), { result: "ok" }]));
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: 1, results }),
  };
}
