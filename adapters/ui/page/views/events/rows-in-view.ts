/** The drawn rows of a long list: from `start` to before `end`. */
export interface RowsInView {
  start: number;
  end: number;
}

/** Rows drawn beyond either edge, so that a quick scroll shows no gap. More rows cost drawing time. */
const SPARE = 8;

/** The rows of equal height that a window of this height shows, and some on either side. All measures in pixels. */
export function rowsInView(
  count: number,
  { rowHeight, scrollTop, height }: { rowHeight: number; scrollTop: number; height: number },
): RowsInView {
  const first = Math.floor(scrollTop / rowHeight) - SPARE;
  const last = Math.ceil((scrollTop + height) / rowHeight) + SPARE;
  const end = Math.max(0, Math.min(count, last));
  return { start: Math.max(0, Math.min(first, end)), end };
}
