import { useState } from "preact/hooks";
import { Swatch } from "../../parts/swatch.tsx";
import { toLongDate } from "../../parts/short-date.ts";
import { toChange } from "../../parts/short-number.ts";
import { Count } from "./count.tsx";
import type { Series, SeriesLine } from "./series.ts";
import { toggled } from "./series-legend.tsx";

interface SeriesTableProps {
  series: Series;
  /** Short labels of the places. */
  names: readonly string[];
  name: string;
  runningFrom: number | null;
  describe: (value: number) => string;
  openPoint: (line: number, place: number) => void;
  shown: ReadonlySet<number>;
  onShown: (shown: ReadonlySet<number>) => void;
}

/** A column to sort by: a place, or one of these. */
type SortKey = "name" | "total" | "average" | "change" | number;

interface Row {
  line: SeriesLine;
  index: number;
  total: number;
  average: number;
  change: string | null;
}

/** The numbers of a chart: a row for each line, a column for each period; a number leads to its persons. */
export function SeriesTable(props: SeriesTableProps) {
  const { series, names, name, runningFrom, describe, openPoint, shown, onShown } = props;
  const { lines, labels, hasTotal } = series;
  const [sort, setSort] = useState<{ key: SortKey; isUp: boolean } | null>(null);
  const hasChange = lines.some(({ isPrevious }) => isPrevious);
  const rows = sorted(toRows(lines, runningFrom), sort);
  const head = (key: SortKey, title: string, label?: string) => (
    <th
      key={key}
      scope="col"
      class={key === "name" ? undefined : `number${isRunning(key, runningFrom) ? " running" : ""}`}
      aria-sort={sort?.key === key ? (sort.isUp ? "ascending" : "descending") : undefined}
      title={label === undefined ? undefined : toLongDate(label) + (isRunning(key, runningFrom) ? ", so far" : "")}
      data-csv={label ?? title}
      data-place={typeof key === "number" ? key : undefined}
    >
      <button type="button" onClick={() => setSort({ key, isUp: sort?.key === key ? !sort.isUp : key === "name" })}>
        {title}
        {sort?.key === key && (sort.isUp ? " ↑" : " ↓")}
      </button>
    </th>
  );
  return (
    <div class="table tall" role="region" aria-label={`Numbers of ${name}`} tabIndex={0}>
      <table class="series-table">
        <caption class="unseen">Numbers of {name}</caption>
        <thead>
          <tr>
            {head("name", "Series")}
            {hasTotal && head("total", "Total")}
            {head("average", "Average")}
            {hasChange && head("change", "Change")}
            {labels.map((label, place) => head(place, names[place] ?? label, label))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, index, total, average, change }) => (
            <tr key={index}>
              <th scope="row">
                <label>
                  <input
                    type="checkbox"
                    aria-label={`Draw ${line.name}`}
                    checked={shown.has(index)}
                    onChange={() => onShown(toggled(shown, index))}
                  />
                  <Swatch colour={line.colour} isPrevious={line.isPrevious === true} />
                  <span class="cut" title={line.name}>
                    {line.name}
                  </span>
                </label>
              </th>
              {hasTotal && <td class="number">{describe(total)}</td>}
              <td class="number">{describe(average)}</td>
              {hasChange && <td class="number">{change}</td>}
              {line.data.map((value, place) => (
                <td key={place} class={`number${isRunning(place, runningFrom) ? " running" : ""}`}>
                  <Count
                    text={describe(value)}
                    isNothing={value === 0}
                    open={line.links[place] === undefined ? undefined : () => openPoint(index, place)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isRunning(key: SortKey, from: number | null): boolean {
  return typeof key === "number" && from !== null && key >= from;
}

function toRows(lines: readonly SeriesLine[], runningFrom: number | null): Row[] {
  return lines.map((line, index) => {
    const total = sum(line.data);
    const ended = line.isPrevious === true || runningFrom === null ? line.data : line.data.slice(0, runningFrom);
    const previous = lines.find(({ colour, isPrevious }) => isPrevious === true && colour === line.colour);
    const isCompared = previous !== undefined && line.isPrevious !== true;
    return {
      line,
      index,
      total,
      average: ended.length === 0 ? total : sum(ended) / ended.length,
      change: isCompared ? toChange(total, sum(previous.data)) : null,
    };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sorted(rows: readonly Row[], sort: { key: SortKey; isUp: boolean } | null): readonly Row[] {
  if (sort === null) return rows;
  const { key } = sort;
  const order = rows.toSorted((a, b) =>
    key === "name" ? a.line.name.localeCompare(b.line.name) : toSortNumber(a, key) - toSortNumber(b, key),
  );
  return sort.isUp ? order : order.toReversed();
}

function toSortNumber({ line, total, average, change }: Row, key: Exclude<SortKey, "name">): number {
  if (typeof key === "number") return line.data[key] ?? 0;
  if (key === "change") return Number((change ?? "0").replaceAll(/[^\d−]/g, "").replace("−", "-"));
  return key === "total" ? total : average;
}
