import { useEffect, useRef } from "preact/hooks";
import type { CaretPlace } from "./caret-place.ts";
import type { Completion } from "./complete.ts";

interface CompletionListProps {
  /** Of the element; its options are `id-0` and so on. */
  id: string;
  items: readonly Completion[];
  /** Place of the chosen one. */
  current: number;
  at: CaretPlace;
  take: (item: Completion) => void;
}

/** Words below the cursor. The focus stays in the field, which names the chosen one to screen readers. */
export function CompletionList({ id, items, current, at, take }: CompletionListProps) {
  const element = useRef<HTMLUListElement>(null);
  useEffect(() => {
    element.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current, items]);
  return (
    <ul
      ref={element}
      id={id}
      class="sql-completions"
      role="listbox"
      aria-label="Completions"
      style={{ left: `min(${Math.round(at.left)}px, 100% - 15rem)`, top: `${Math.round(at.top) + 2}px` }}
      // A press would take the focus, which closes the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        <li
          key={`${item.kind} ${item.label}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          onClick={() => take(item)}
        >
          <span>{item.label}</span> <span class="hint">{item.kind}</span>
        </li>
      ))}
    </ul>
  );
}
