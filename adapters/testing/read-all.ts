import type { Page } from "../../lib/index.ts";

/** The largest page. */
const PAGE = 1000;

/** The rows of all pages. */
export async function readAll<Row>(
  list: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { results } = await list({ limit: PAGE, offset: rows.length });
    rows.push(...results);
    if (results.length < PAGE) return rows;
  }
}
