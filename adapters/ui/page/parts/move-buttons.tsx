import { useEffect, useRef, useState } from "preact/hooks";

interface MoveButtonsProps {
  /** The moved item, e.g. "rule 2". */
  name: string;
  /** The item's position in the list, from 0, and the last position. */
  at: number;
  last: number;
  move: (to: number) => void;
}

/** Moves an item of a list up or down. The focus stays on the item, and screen readers hear its new position. */
export function MoveButtons({ name, at, last, move }: MoveButtonsProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [by, setBy] = useState(0);
  const [news, setNews] = useState("");
  // Browsers remove the focus from an element that moves, and from a disabled button.
  useEffect(() => {
    if (by === 0) return;
    const [up, down] = box.current?.querySelectorAll("button") ?? [];
    const [same, other] = by < 0 ? [up, down] : [down, up];
    (same?.disabled === true ? other : same)?.focus();
    setNews(`${name} is now ${at + 1} of ${last + 1}`);
    setBy(0);
  }, [at]);
  const go = (step: number) => {
    setBy(step);
    move(at + step);
  };
  return (
    <span ref={box} class="row">
      <button type="button" aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => go(-1)}>
        ↑
      </button>
      <button type="button" aria-label={`Move ${name} down`} disabled={at === last} onClick={() => go(1)}>
        ↓
      </button>
      <span class="unseen" role="status">
        {news}
      </span>
    </span>
  );
}
