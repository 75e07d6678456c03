import { gunzipSync } from "node:zlib";
import type { Fetch, Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";

/** A request that a client made, and the status it was answered with. */
export interface Exchange {
  method: string;
  /** As sent, with the slash at its end if it has one. */
  path: string;
  query: URLSearchParams;
  /** Path and query, to the letter. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
  status: number;
}

/** A reply that a client gets instead of the hoglet's answer. */
export interface Fault {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** True = the hoglet handled the request and only its answer was lost. @default false: the request never reaches it */
  isAnswerLost?: boolean;
}

/** Stands between a client and a hoglet: writes down every exchange, and answers in its place when told to. */
export interface Tap {
  readonly exchanges: readonly Exchange[];
  /** The exchanges of a path, in the order of their answers. */
  to(path: string): Exchange[];
  /** Makes the next `times` (1) requests of a method to a path fail. */
  fail(target: { method: string; path: string; times?: number }, fault: Fault): void;
}

/** Taps the handler that a server answers by. */
export function tapHandle({ handle }: Pick<Hoglet, "handle">): Tap & Pick<Hoglet, "handle"> {
  const { tap, takeFault, note } = createTap();
  return {
    ...tap,
    async handle(request) {
      const fault = takeFault(request);
      if (fault === undefined) {
        const reply = await handle(request);
        note(request, reply.status);
        return reply;
      }
      if (fault.isAnswerLost) await handle(request);
      note(request, fault.status);
      return toReply(fault, request);
    },
  };
}

/** Taps a fetch. */
export function tapFetch(fetch: Fetch): Tap & { fetch: Fetch } {
  const { tap, takeFault, note } = createTap();
  return {
    ...tap,
    async fetch(input, init) {
      const request = await toNoted(new Request(input, init));
      const fault = takeFault(request);
      if (fault === undefined) {
        const response = await fetch(input, init);
        note(request, response.status);
        return response;
      }
      if (fault.isAnswerLost) await fetch(input, init);
      note(request, fault.status);
      return new Response(fault.body ?? null, { status: fault.status, headers: fault.headers ?? {} });
    },
  };
}

/** Reads the JSON of a body, packed as JSON, gzip, or a form with base64 in `data`. */
export function toJson(body: Uint8Array): unknown {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const text = Buffer.from(isGzip ? gunzipSync(body) : body).toString("utf8");
  if (!text.startsWith("data=")) return JSON.parse(text);
  return JSON.parse(Buffer.from(new URLSearchParams(text).get("data") ?? "", "base64").toString("utf8"));
}

/** The names of the events in a capture request, packed in any way. */
export function toEventNames({ body }: Exchange): string[] {
  return (toJson(body) as { batch: { event: string }[] }).batch.map(({ event }) => event);
}

type Noted = Pick<HttpRequest, "method" | "url" | "headers" | "body">;

async function toNoted(request: Request): Promise<Noted> {
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

interface Planned {
  method: string;
  path: string;
  fault: Fault;
}

function createTap(): {
  tap: Tap;
  takeFault: (request: Noted) => Fault | undefined;
  note: (request: Noted, status: number) => void;
} {
  const exchanges: Exchange[] = [];
  const planned: Planned[] = [];
  return {
    tap: {
      exchanges,
      to: (path) => exchanges.filter((exchange) => exchange.path === path),
      fail({ method, path, times = 1 }, fault) {
        for (let count = 0; count < times; count++) planned.push({ method, path, fault });
      },
    },
    takeFault({ method, url }) {
      const path = toUrl(url).pathname;
      const index = planned.findIndex((plan) => plan.method === method && plan.path === path);
      return index < 0 ? undefined : planned.splice(index, 1)[0]?.fault;
    },
    note({ method, url, headers, body }, status) {
      const { pathname: path, searchParams: query, search } = toUrl(url);
      exchanges.push({ method, path, query, target: path + search, headers, body, status });
    },
  };
}

function toUrl(url: string): URL {
  return new URL(url, "http://hoglet.local");
}

/** A browser may read the status of an answer from another origin only with these headers. */
function toReply({ status, headers, body }: Fault, request: HttpRequest): HttpReply {
  const { origin } = request.headers;
  const cors =
    origin === undefined
      ? {}
      : { "access-control-allow-origin": origin, "access-control-allow-credentials": "true", vary: "origin" };
  return { status, headers: { ...cors, ...headers }, body: body ?? null };
}
