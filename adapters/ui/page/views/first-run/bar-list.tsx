import { describeNumber } from "../insights/numbers.ts";

interface BarItem {
  name: string;
  count: number;
  title: string | undefined;
  isChosen?: boolean;
  /** Undefined = it cannot be pressed. */
  choose: (() => void) | undefined;
}

/** Names with their numbers as bars beside the longest. */
export function BarList({ items }: { items: readonly BarItem[] }) {
  const most = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul class="bar-list">
      {items.map(({ name, count, title, isChosen, choose }) => (
        <li key={name}>
          <button type="button" disabled={choose === undefined} aria-pressed={isChosen} title={title} onClick={choose}>
            <span class="bar" style={{ width: `${(count / most) * 100}%` }} />
            <span class="cut bar-name">{name}</span>
            <span class="bar-value">{describeNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
