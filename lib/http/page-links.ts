import type { Page } from "../base/page.ts";
import type { Target } from "./http.ts";

/** The contract's list envelope. `next` and `previous` are absolute URLs or null. */
export interface Envelope<Row> {
  next: string | null;
  previous: string | null;
  count: number;
  results: Row[];
}

/** Puts a page into the envelope, with links to its neighbours that keep every other parameter of the request. */
export function toEnvelope<Row>(
  target: Target,
  window: { limit: number; offset: number },
  page: Page<Row>,
): Envelope<Row> {
  const { limit, offset } = window;
  const hasNext = offset + limit < page.count;
  return {
    next: hasNext ? toLink(target, limit, offset + limit) : null,
    previous: offset > 0 ? toLink(target, limit, Math.max(0, offset - limit)) : null,
    count: page.count,
    results: page.results,
  };
}

function toLink({ origin, path, query }: Target, limit: number, offset: number): string {
  const wanted = new URLSearchParams(query);
  wanted.set("limit", String(limit));
  if (offset > 0) wanted.set("offset", String(offset));
  else wanted.delete("offset");
  return `${origin}${path}?${wanted}`;
}
