import { useEffect, useRef, useState } from "preact/hooks";

interface MoveButtonsProps {
  /** What is moved, e.g. "rule 2". */
  name: string;
  /** Where it stands in its list, from 0, and the last place. */
  at: number;
  last: number;
  move: (to: number) => void;
}

/** Moves one thing of a list up or down. The focus stays with what was moved, and where it is now is said. */
export function MoveButtons({ name, at, last, move }: MoveButtonsProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [by, setBy] = useState(0);
  const [news, setNews] = useState("");
  // Browsers take the focus from what is put elsewhere, and from a button that can go no further.
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
