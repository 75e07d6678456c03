import { Swatch } from "./swatch.tsx";
import type { ChartLine } from "./chart-lines.ts";
import { CardButton } from "./point-card.tsx";
import { toChange } from "./short-number.ts";

interface ChartTooltipProps {
  lines: readonly ChartLine[];
  place: number;
  /** The line that is pointed at. */
  nearest: number;
  /** The place in words. */
  title: string;
  tell: (value: number) => string;
  /** Has the sum of the lines a meaning? */
  hasTotal: boolean;
  /** Has the period of the place not ended? */
  isRunning: boolean;
  isHeld: boolean;
  /** Shows the persons of a line here; undefined = there are none. */
  open: ((line: number) => void) | undefined;
}

/** Most lines in a tooltip: more lines would be higher than the chart. */
const MOST = 12;

/** The values at the pointer, the largest first, each with its change, and their total. The table has the same numbers. */
export function ChartTooltip(props: ChartTooltipProps) {
  const { lines, place, nearest, title, tell, hasTotal, isRunning, isHeld, open } = props;
  const at = ({ data }: ChartLine, index = place) => data[index] ?? 0;
  const current = lines.filter(({ isPrevious }) => isPrevious !== true);
  const pairOf = (line: ChartLine) =>
    lines.find(({ isPrevious, colour }) => isPrevious === true && colour === line.colour);
  // The period before of the comparison; else the place before.
  const before = (line: ChartLine) => {
    const pair = pairOf(line);
    if (pair !== undefined) return at(pair);
    return place === 0 ? 0 : at(line, place - 1);
  };
  const sorted = current.toSorted((a, b) => at(b) - at(a));
  const sum = (value: (line: ChartLine) => number) => current.reduce((total, line) => total + value(line), 0);
  const chosen = lines[nearest];
  return (
    <>
      <p>
        <b>{title}</b>
        {isRunning && <span class="hint"> · so far</span>}
      </p>
      <table>
        <tbody>
          {sorted.slice(0, MOST).map((line) => (
            <tr key={line.name} class={line === chosen && current.length > 1 ? "chosen" : undefined}>
              <th scope="row">
                <Swatch colour={line.colour} /> <span title={line.name}>{line.name}</span>
              </th>
              <td>{tell(at(line))}</td>
              <td class="hint">{!isRunning && toChange(at(line), before(line))}</td>
            </tr>
          ))}
          {chosen?.isPrevious === true && (
            <tr class="chosen">
              <th scope="row">
                <Swatch colour={chosen.colour} isPrevious /> <span title={chosen.name}>{chosen.name}</span>
              </th>
              <td>{tell(at(chosen))}</td>
              <td />
            </tr>
          )}
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
      {open !== undefined && chosen !== undefined && at(chosen) !== 0 && (
        <CardButton
          text={current.length > 1 ? `Persons of ${chosen.name}` : "Show the persons"}
          isHeld={isHeld}
          press={() => open(nearest)}
        />
      )}
    </>
  );
}
