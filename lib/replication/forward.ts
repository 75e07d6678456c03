import { fetch } from "../base/platform.ts";
import { readBounded } from "../base/read-bounded.ts";
import { unavailable } from "../base/errors.ts";
import type { HttpMessage, HttpReply } from "../base/http-message.ts";

/** The way of captures and changes. */
export type Writes = "forward" | "refuse";

/** Ms for the first's answer. */
const ANSWER_MS = 30_000;

/** Most bytes of an answer. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Headers of one connection (RFC 9110 7.6.1), and those that `fetch` writes itself. */
const OWN_HEADERS = new Set(
  ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"].concat(
    "host",
    "content-length",
    "expect",
    "accept-encoding",
  ),
);

/** `fetch` has unpacked the answer. */
const ANSWER_HEADERS = new Set([...OWN_HEADERS, "content-encoding"]);

/** Headers by which the first would take a request of this one's page for that of another site. */
const PAGE_HEADERS = /^(cookie|origin|referer|sec-fetch-.*)$/;

interface First {
  url: string;
  key: string;
  writes: Writes;
}

/** Sends requests to the first, and gives its answers. */
export function createForward({ url, key, writes }: First) {
  return async (request: HttpMessage, asOwner: boolean): Promise<HttpReply> => {
    if (writes === "refuse")
      throw unavailable("following", `This hoglet follows ${url}: write to that. Nothing was stored.`, undefined);
    try {
      const reply = await fetch(`${url}${pathOf(request.url)}`, {
        method: request.method,
        headers: headersOf(request, asOwner ? key : null),
        ...bodyOf(request),
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(request.signal ? [request.signal] : [])]),
      });
      const body = await readBounded(reply, MOST_BYTES);
      if (body === null) throw new Error("The answer has too many bytes.");
      const headers: Record<string, string> = {};
      for (const [name, value] of reply.headers) if (!ANSWER_HEADERS.has(name)) headers[name] = value;
      return { status: reply.status, headers, body: body.length === 0 ? null : body };
    } catch (error) {
      const detail = `This hoglet follows ${url}, which does not answer: it cannot tell whether the request was stored. Try again.`;
      throw unavailable("first_unreachable", detail, error);
    }
  };
}

function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function headersOf({ headers, ip }: HttpMessage, key: string | null): [string, string][] {
  const own: [string, string][] = [];
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OWN_HEADERS.has(name) && !(key !== null && PAGE_HEADERS.test(name)))
      own.push([name, value]);
  if (key !== null) own.push(["authorization", `Bearer ${key}`]);
  // So that the first takes nobody for its own machine.
  const chain = [headers["x-forwarded-for"], ip ?? "unknown"].filter((each) => each !== undefined).join(", ");
  return [...own.filter(([name]) => name !== "x-forwarded-for"), ["x-forwarded-for", chain]];
}

function bodyOf({ method, body, stream }: HttpMessage): Partial<RequestInit> {
  if (method === "GET" || method === "HEAD") return {};
  if (stream === undefined) return { body: new Uint8Array(body) };
  // A stream goes on while it comes.
  return { body: stream as unknown as NonNullable<RequestInit["body"]>, duplex: "half" } as Partial<RequestInit>;
}
