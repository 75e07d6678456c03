import type { CaretPlace } from "./caret-place.ts";
import type { Completion } from "./complete.ts";

interface CompletionListProps {
  /** Id of the element; its options are `id-0` and so on. */
  id: string;
  items: readonly Completion[];
  /** Place of the chosen word. */
  current: number;
  at: CaretPlace;
  take: (item: Completion) => void;
}

/** Words that are shown at a time. A list that scrolls would need the focus, which stays in the field. */
const SHOWN = 9;

/** Words below the cursor, around the chosen one. The field names that to screen readers. */
export function CompletionList({ id, items, current, at, take }: CompletionListProps) {
  const first = Math.max(0, Math.min(current - Math.floor(SHOWN / 2), items.length - SHOWN));
  return (
    <ul
      id={id}
      class="sql-completions"
      role="listbox"
      aria-label="Completions"
      style={{ left: `min(${Math.round(at.left)}px, 100% - 15rem)`, top: `${Math.round(at.top) + 2}px` }}
      // A press would take the focus, which closes the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.slice(first, first + SHOWN).map((item, place) => (
        <li
          key={`${item.kind} ${item.label}`}
          id={`${id}-${first + place}`}
          role="option"
          aria-selected={first + place === current}
          aria-posinset={first + place + 1}
          aria-setsize={items.length}
          onClick={() => take(item)}
        >
          <span>{item.label}</span> <span class="hint">{item.kind}</span>
        </li>
      ))}
    </ul>
  );
}
