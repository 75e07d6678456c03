import { COLOURS, OTHER } from "../../parts/chart-lines.ts";
import { Swatch } from "../../parts/swatch.tsx";
import type { SeriesLine } from "./series.ts";

interface SeriesLegendProps {
  lines: readonly SeriesLine[];
  /** The lines of the chart, which may have one line for all others. */
  drawn: readonly SeriesLine[];
  /** Places of the drawn lines. */
  shown: ReadonlySet<number>;
  /** Undefined = a document, where nothing can be chosen. */
  onChange?: (shown: ReadonlySet<number>) => void;
}

/** The names of the lines: pressing one hides it, "only" hides all others. Lines beyond the colours are in the table. */
export function SeriesLegend({ lines, drawn, shown, onChange }: SeriesLegendProps) {
  const all = lines.map((line, index) => ({ line, index }));
  const names = all.filter(({ index }) => shown.has(index) || index < COLOURS);
  const other = drawn.find(({ colour, links }) => colour === OTHER && links.length === 0);
  const more = lines.length - names.length;
  const isIsolated = (index: number) => shown.size === 1 && shown.has(index);
  return (
    <ul class="series-legend" aria-label="Legend">
      {names.map(({ line, index }) => (
        <li key={index} class={onChange === undefined ? "still" : undefined}>
          {onChange === undefined ? (
            <Name line={line} />
          ) : (
            <button
              type="button"
              aria-pressed={shown.has(index)}
              title={`${shown.has(index) ? "Hide" : "Show"} ${line.name}`}
              onClick={() => onChange(toggled(shown, index))}
            >
              <Name line={line} />
            </button>
          )}
          {onChange !== undefined && lines.length > 1 && (
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
      {other !== undefined && (
        <li class="still">
          <Name line={other} />
        </li>
      )}
      {other === undefined && more > 0 && (
        <li class="still hint" title={onChange && "The table below has them"}>
          +{more} more
        </li>
      )}
    </ul>
  );
}

function Name({ line: { name, colour, isPrevious = false } }: { line: SeriesLine }) {
  return (
    <>
      <Swatch colour={colour} isPrevious={isPrevious} />
      <span class="cut" title={name}>
        {name}
      </span>
    </>
  );
}

/** The set with the line, or without it. */
export function toggled(shown: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(shown);
  if (!next.delete(index)) next.add(index);
  return next;
}
