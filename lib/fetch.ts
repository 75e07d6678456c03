import { toWebStream } from "./web-stream.ts";
import type { Dispatch, HttpReply, HttpRequest } from "./api/index.ts";

/** Like the global `fetch`, but answered in process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** For inputs that name no host. */
const BASE = "http://hoglet.local";

/** Gives a dispatcher the shape of `fetch`; the origin of the URL does not matter. */
export function toFetch(dispatch: Dispatch): Fetch {
  return async (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, BASE) : input, init);
    return toResponse(await dispatch(await toHttpRequest(request)));
  };
}

async function toHttpRequest(request: Request): Promise<HttpRequest> {
  const body = request.body === null ? new Uint8Array(0) : new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body,
    ip: null,
  };
}

function toResponse({ status, headers, body }: HttpReply): Response {
  const isStream = body !== null && typeof body === "object" && Symbol.asyncIterator in body;
  return new Response((isStream ? toWebStream(body) : body) as BodyInit | null, { status, headers });
}
