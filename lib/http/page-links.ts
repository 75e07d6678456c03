import type { Page } from "../base/page.ts";
import type { Target } from "./http.ts";

/** The contract's list envelope. `next` and `previous` are absolute URLs or null. */
export interface Envelope<Row> {
  count: number;
  next: string | null;
  previous: string | null;
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
  const toPage = (start: number) => toLink(target, { limit, offset: start === 0 ? null : start });
  return {
    count: page.count,
    next: hasNext ? toPage(offset + limit) : null,
    previous: offset > 0 ? toPage(Math.max(0, offset - limit)) : null,
    results: page.results,
  };
}

/**
 * The URL of another page of a request: its own, with these parameters changed (null: without it), and without its key, which
 * would end up in logs of proxies.
 */
export function toLink(
  { origin, writtenPath, query }: Target,
  changes: Readonly<Record<string, number | string | null>>,
): string {
  const wanted = new URLSearchParams(query);
  wanted.delete("personal_api_key");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) wanted.delete(name);
    else wanted.set(name, String(value));
  }
  return `${origin}${writtenPath}?${wanted}`;
}
