import * as v from "valibot";
import { Count, Link } from "../base/answer-scalars.ts";
import type { Page } from "../base/page.ts";
import type { Paging } from "../operations/index.ts";
import type { PersonPage } from "../people/persons/index.ts";
import type { Target } from "./http.ts";

/** The fields that HTTP puts around the rows of a page: the number of rows on all pages, and links to the neighbours, absolute or null. */
interface Envelope {
  /** The schema of a page of such rows, with an example. */
  schema(row: v.GenericSchema): v.GenericSchema;
  /** @param window the fields of the request that chose the page */
  around(target: Target, window: never, page: never): object;
}

/** The envelopes of lists. */
export const envelopes = {
  /** The list envelope of the contract. */
  offset: {
    schema: (row) => pageOf(row, { count: Count, next: Link, previous: Link, results: v.array(row) }),
    around: toEnvelope,
  },
  /** The contract has the envelope of persons in an order of its own. */
  cursor: {
    schema: (row) => pageOf(row, { next: Link, previous: Link, count: Count, results: v.array(row) }),
    around: toPersonList,
  },
  /** The envelope of histories (reference/rest.md 1.5 B, with a `previous` that leads back). */
  number: {
    schema: (row) => pageOf(row, { results: v.array(row), next: Link, previous: Link, total_count: Count }),
    around: toNumberedPage,
  },
} as const satisfies Record<Paging, Envelope>;

/** A schema of a page with an example of it. */
function pageOf(row: v.GenericSchema, entries: Record<string, v.GenericSchema>) {
  const example = { count: 1, total_count: 1, next: null, previous: null, results: v.getExamples(row).slice(0, 1) };
  const named = Object.keys(entries).map((name) => [name, example[name as keyof typeof example]]);
  return v.pipe(v.object(entries), v.examples([Object.fromEntries(named)]));
}

/** The contract's list envelope. */
export interface PageEnvelope<Row> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Row[];
}

/** Puts a page into the contract's envelope; the links keep every other parameter of the request. */
export function toEnvelope<Row>(
  target: Target,
  { limit, offset }: { limit: number; offset: number },
  { count, results }: Page<Row>,
): PageEnvelope<Row> {
  const toPage = (start: number) => toLink(target, { limit, offset: start === 0 ? null : start });
  return {
    count,
    next: offset + limit < count ? toPage(offset + limit) : null,
    previous: offset > 0 ? toPage(Math.max(0, offset - limit)) : null,
    results,
  };
}

/** The links of persons have a cursor, which counts before the offset: persons who are deleted or added meanwhile shift no page. */
function toPersonList(
  target: Target,
  { limit, offset }: { limit: number; offset: number },
  { next_cursor, previous_cursor, count, results }: PersonPage,
) {
  const toPage = (cursor: string | null, start: number) =>
    cursor === null ? null : toLink(target, { limit, offset: start > 0 ? start : null, cursor });
  return {
    next: toPage(next_cursor, offset + limit),
    previous: toPage(previous_cursor, offset - limit),
    count,
    results,
  };
}

/** The links always have `limit`; other parameters stay as in the request. */
function toNumberedPage(
  target: Target,
  { page, limit }: { page: number; limit: number },
  { results, total_count }: { results: readonly unknown[]; total_count: number },
) {
  return {
    results,
    next: page * limit < total_count ? toLink(target, { page: page + 1, limit }) : null,
    previous: page > 1 ? toLink(target, { page: page - 1, limit }) : null,
    total_count,
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
