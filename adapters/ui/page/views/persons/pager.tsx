import { toCounted } from "../../parts/counted.ts";

interface PagerProps {
  /** The counted items, e.g. "persons". */
  what: string;
  /** Number of items on all pages. */
  count: number;
  offset: number;
  /** Number of shown items. */
  shown: number;
  /** Pages of `size` from `offset`. */
  size: number;
  /** Default: by the count. Lists that lose items between two pages know better. */
  hasNext?: boolean;
  go: (offset: number) => void;
}

/** The position in a long list, and links to the next and the previous page. */
export function Pager({ what, count, offset, shown, size, hasNext = offset + shown < count, go }: PagerProps) {
  return (
    <nav class="row pager" aria-label={`Pages of ${what}`}>
      <span role="status">{toPlace(what, { count, offset, shown })}</span>
      {(offset > 0 || count > shown) && (
        <span class="actions">
          <button type="button" disabled={offset === 0} onClick={() => go(Math.max(0, offset - size))}>
            Previous
          </button>
          <button type="button" disabled={!hasNext} onClick={() => go(offset + size)}>
            Next
          </button>
        </span>
      )}
    </nav>
  );
}

function toPlace(what: string, { count, offset, shown }: Pick<PagerProps, "count" | "offset" | "shown">): string {
  const all = toCounted(count, what.replace(/s$/, ""), what);
  if (shown === 0 || shown === count) return all;
  return `${(offset + 1).toLocaleString("en")} to ${(offset + shown).toLocaleString("en")} of ${all}`;
}
