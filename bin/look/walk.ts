import type { Page } from "../../lib/index.ts";
import type { Api } from "../api.ts";

/** Rows that the API gives at once, at most. */
const MOST_AT_ONCE = 1000;

/** The pages of a list, and how many rows it has in all. */
export interface Walk<Row> {
  /** As the first page told it. */
  count: number;
  rows: AsyncGenerator<Row[]>;
}

/**
 * Reads a list of the API page by page. Lists begin with the newest row, so that a row that comes meanwhile shifts the next page:
 * rows of the page before are left out.
 * @param limit rows in all
 */
export async function walk<Row extends { uuid: string }>(
  api: Api,
  path: string,
  { limit, ...query }: Readonly<Record<string, unknown>> & { limit: number },
): Promise<Walk<Row>> {
  const ask = (offset: number) =>
    api.get<Page<Row>>(path, { ...query, offset, limit: Math.min(MOST_AT_ONCE, limit - offset) });
  const first = await ask(0);
  return { count: first.count, rows: pages() };

  async function* pages(): AsyncGenerator<Row[]> {
    let [page, given, offset] = [first.results, 0, 0];
    let before = new Set<string>();
    for (;;) {
      const fresh = page.filter(({ uuid }) => !before.has(uuid));
      if (fresh.length > 0) yield fresh;
      given += fresh.length;
      offset += page.length;
      if (page.length === 0 || given >= limit || offset >= limit || offset >= first.count) return;
      before = new Set(page.map(({ uuid }) => uuid));
      page = (await ask(offset)).results;
    }
  }
}
