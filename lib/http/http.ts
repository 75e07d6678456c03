import type { PersonalApiKey } from "../admin/auth/index.ts";
import type { HttpMessage } from "../base/http-message.ts";

export type { HttpReply } from "../base/http-message.ts";

/** A request and its author. */
export interface HttpRequest extends HttpMessage {
  /** The author of a request made in process, which has no key; no adapter ever sets it. */
  readonly actor?: PersonalApiKey;
}

/** The parts of a request target. */
export interface Target {
  /** Scheme and host, for absolute links; for a route with a key, followed by the path where the app is mounted. */
  origin: string;
  /** The path without a trailing slash, except "/" itself. */
  path: string;
  /** The path as the request has it, for links to its other pages. */
  writtenPath: string;
  query: URLSearchParams;
}

/** Splits a request's URL. Written by hand because `new URL` costs more than a whole capture reply. */
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
    writtenPath: path,
    query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)),
  };
}
