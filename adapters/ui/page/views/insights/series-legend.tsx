import { Swatch } from "../../parts/chart-legend.tsx";
import type { SeriesLine } from "./series.ts";

interface SeriesLegendProps {
  lines: readonly SeriesLine[];
  /** Places of the drawn lines. */
  shown: ReadonlySet<number>;
  onChange: (shown: ReadonlySet<number>) => void;
}

/** Names in the legend; the table below it has the others. */
const MOST = 20;

/** The names of the lines: pressing one hides it, "only" hides all others. */
export function SeriesLegend({ lines, shown, onChange }: SeriesLegendProps) {
  const names = lines.map((line, index) => ({ line, index })).filter(({ index }) => shown.has(index) || index < MOST);
  const isIsolated = (index: number) => shown.size === 1 && shown.has(index);
  return (
    <ul class="series-legend" aria-label="Legend">
      {names.slice(0, MOST).map(({ line, index }) => (
        <li key={index}>
          <button
            type="button"
            aria-pressed={shown.has(index)}
            title={shown.has(index) ? "Hide" : "Show"}
            onClick={() => onChange(toggled(shown, index))}
          >
            <Swatch colour={line.colour} isDashed={line.isDashed === true} /> {line.name}
          </button>
          {lines.length > 1 && (
            <button
              type="button"
              class="only"
              aria-label={isIsolated(index) ? "Show all" : `Show only ${line.name}`}
              data-no-picture
              onClick={() => onChange(isIsolated(index) ? new Set(lines.keys()) : new Set([index]))}
            >
              {isIsolated(index) ? "all" : "only"}
            </button>
          )}
        </li>
      ))}
      {lines.length > MOST && <li class="hint">and {lines.length - MOST} more in the table</li>}
    </ul>
  );
}

/** The set with the line, or without it. */
export function toggled(shown: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(shown);
  if (!next.delete(index)) next.add(index);
  return next;
}
