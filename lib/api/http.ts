import type { PersonalApiKey } from "../auth/index.ts";

/** A request as every adapter hands it over. */
export interface HttpRequest {
  method: string;
  /** Absolute, or beginning with the path. */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they arrived; empty when there are none. */
  body: Uint8Array;
  /** Address of the client; null when unknown. */
  ip: string | null;
  /** Aborts when the client has gone away: questions stop then. Absent = it is not known. */
  readonly signal?: AbortSignal | undefined;
  /** Where in another app it is mounted, such as "/analytics", for links; absent = at the root. */
  readonly base?: string;
  /** In whose name a caller within the process asks, instead of a key; no adapter ever sets it. */
  readonly actor?: PersonalApiKey;
}

/** A reply as every adapter sends it. */
export interface HttpReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<string> | null;
}

/** The parts of a request target. */
export interface Target {
  /** Scheme and host, for absolute links; for a route with a key also where the app is mounted. */
  origin: string;
  /** Without a trailing slash; "/" itself stays. */
  path: string;
  query: URLSearchParams;
}

/** Takes a request's URL apart. Hand-written because `new URL` costs more than a whole capture reply is worth. */
export function toTarget({ url, headers }: Pick<HttpRequest, "url" | "headers">): Target {
  const pathStart = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  const origin = pathStart > 0 ? url.slice(0, pathStart) : `http://${headers["host"] ?? "localhost"}`;
  const rest = pathStart < 0 ? "/" : url.slice(pathStart);
  const hash = rest.indexOf("#");
  const target = hash < 0 ? rest : rest.slice(0, hash);
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return {
    origin: pathStart < 0 ? url : origin,
    path: path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path,
    query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)),
  };
}
