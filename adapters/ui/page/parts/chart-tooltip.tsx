import { Swatch } from "./chart-legend.tsx";
import type { ChartLine } from "./chart-lines.ts";
import { toChange } from "./short-number.ts";

interface ChartTooltipProps {
  lines: readonly ChartLine[];
  place: number;
  /** The place in words. */
  title: string;
  tell: (value: number) => string;
  /** Has the sum of the lines a meaning? */
  hasTotal: boolean;
  /** Its period has not ended. */
  isRunning: boolean;
  /** Pixels from the chart's left; it stands on the other side of the pointer in the right half. */
  left: number;
  isRight: boolean;
}

/** Lines in it: more would be higher than the chart. */
const MOST = 12;

/** The values at the pointer, the largest first, each with its change, and their total. The table has the same numbers. */
export function ChartTooltip(props: ChartTooltipProps) {
  const { lines, place, title, tell, hasTotal, isRunning, left, isRight } = props;
  const at = ({ data }: ChartLine, index = place) => data[index] ?? 0;
  const current = lines.filter(({ isDashed }) => isDashed !== true);
  // The previous period of the comparison; else the place before.
  const before = (line: ChartLine) => {
    const pair = lines.find(({ isDashed, colour }) => isDashed === true && colour === line.colour);
    if (pair !== undefined) return at(pair);
    return place === 0 ? 0 : at(line, place - 1);
  };
  const sorted = current.toSorted((a, b) => at(b) - at(a));
  const sum = (value: (line: ChartLine) => number) => current.reduce((total, line) => total + value(line), 0);
  return (
    <div
      class="chart-tooltip"
      aria-hidden="true"
      style={isRight ? { right: `calc(100% - ${left - 14}px)` } : { left: `${left + 14}px` }}
    >
      <p>
        <b>{title}</b>
        {isRunning && <span class="hint"> · so far</span>}
      </p>
      <table>
        <tbody>
          {sorted.slice(0, MOST).map((line) => (
            <tr key={line.name}>
              <th scope="row">
                <Swatch colour={line.colour} /> {line.name}
              </th>
              <td>{tell(at(line))}</td>
              <td class="hint">{!isRunning && toChange(at(line), before(line))}</td>
            </tr>
          ))}
          {hasTotal && current.length > 1 && (
            <tr class="chart-total">
              <th scope="row">Total</th>
              <td>{tell(sum((line) => at(line)))}</td>
              <td class="hint">
                {!isRunning &&
                  toChange(
                    sum((line) => at(line)),
                    sum(before),
                  )}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {sorted.length > MOST && <p class="hint">and {sorted.length - MOST} more</p>}
    </div>
  );
}
