import type { RecordedRequest } from "./wire.ts";

/** Filters for requests; an absent field allows any value. */
export interface RequestMatch {
  /** The path, with or without the slash at its end. */
  path?: string;
  method?: string;
  /** True = only requests that were refused, whole or for one of their events; false = only the others. */
  refused?: boolean;
}

export function isRequest({ path, method, refused }: RequestMatch = {}): (request: RecordedRequest) => boolean {
  return (request) =>
    (path === undefined || bare(path) === bare(request.path)) &&
    (method === undefined || method.toUpperCase() === request.method) &&
    (refused === undefined || refused === (request.refusal !== null || (request.status ?? 0) >= 400));
}

function bare(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
