import { toCounted } from "../../parts/counted.ts";

interface PagerProps {
  /** What is counted, e.g. "persons". */
  what: string;
  /** Of all pages. */
  count: number;
  offset: number;
  /** How many are shown. */
  shown: number;
  /** Steps of `size` from `offset`. */
  size: number;
  go: (offset: number) => void;
}

/** Where one is in a long list, and the way to the next and the previous page. */
export function Pager({ what, count, offset, shown, size, go }: PagerProps) {
  return (
    <nav class="row pager" aria-label={`Pages of ${what}`}>
      <span role="status">{toPlace(what, { count, offset, shown })}</span>
      {(offset > 0 || count > shown) && (
        <span class="actions">
          <button type="button" disabled={offset === 0} onClick={() => go(Math.max(0, offset - size))}>
            Previous
          </button>
          <button type="button" disabled={offset + shown >= count} onClick={() => go(offset + size)}>
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
