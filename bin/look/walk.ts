import type { Page } from "../../lib/index.ts";
import type { Api } from "../api.ts";

type Linked<Row> = Page<Row> & { next: string | null };

/** Rows that the API gives at once, at most. */
const MOST_AT_ONCE = 1000;

/** The pages of a list, and how many rows it has in all. */
export interface Walk<Row> {
  /** The number of all rows, as the first page told it. */
  count: number;
  rows: AsyncGenerator<Row[]>;
}

/**
 * Reads a list of the API page by page, along its links. Lists begin with the newest row. A row that comes meanwhile shifts the
 * next page of events: rows of the page before are left out.
 * @param limit rows in all
 */
export async function walk<Row extends { uuid: string }>(
  api: Api,
  path: string,
  { limit, ...query }: Readonly<Record<string, unknown>> & { limit: number },
): Promise<Walk<Row>> {
  const first = await api.get<Linked<Row>>(path, { ...query, limit: Math.min(MOST_AT_ONCE, limit) });
  return { count: first.count, rows: pages() };

  async function* pages(): AsyncGenerator<Row[]> {
    let [{ results, next }, given] = [first, 0];
    let before = new Set<string>();
    for (;;) {
      const fresh = results.filter(({ uuid }) => !before.has(uuid)).slice(0, limit - given);
      if (fresh.length > 0) yield fresh;
      given += fresh.length;
      if (next === null || given >= limit) return;
      before = new Set(results.map(({ uuid }) => uuid));
      ({ results, next } = await api.get<Linked<Row>>(path + new URL(next).search));
    }
  }
}
