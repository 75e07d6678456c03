import { colourToken } from "./chart-lines.ts";
import type { ChartLine } from "./chart-lines.ts";

interface ChartLegendProps {
  lines: readonly ChartLine[];
  /** The place under the pointer; null = none. */
  place: number | null;
  /** Its label. */
  label: string;
  tell: (value: number) => string;
}

/** The names and colours of the lines, with their values at the place under the pointer. */
export function ChartLegend({ lines, place, label, tell }: ChartLegendProps) {
  return (
    <div class="chart-legend">
      <ul>
        {lines.map((line, index) => (
          <li key={index}>
            <Swatch colour={line.colour} isDashed={line.isDashed === true} /> {line.name}
            {place !== null && <b> {tell(line.data[place] ?? 0)}</b>}
          </li>
        ))}
      </ul>
      <span class="chart-place">{label}</span>
    </div>
  );
}

/** The colour of a line. */
export function Swatch({ colour, isDashed = false }: { colour: number; isDashed?: boolean }) {
  return (
    <svg class="swatch" width="14" height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="14"
        y2="4"
        stroke-width={isDashed ? 2 : 8}
        stroke-dasharray={isDashed ? "4 3" : undefined}
        style={{ stroke: `var(${colourToken(colour)})` }}
      />
    </svg>
  );
}
