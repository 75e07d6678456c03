import type { ComponentChildren } from "preact";
import { Chart } from "../../parts/chart.tsx";
import { Empty } from "../../parts/states.tsx";
import { Behind } from "./behind.tsx";
import { Count } from "./count.tsx";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import type { Series } from "./series.ts";

interface SeriesViewProps {
  series: Series;
  /** The name of the chart, for screen readers. */
  name: string;
  /** Are the values percentages? */
  isRate: boolean;
  open: OpenPeople;
  compact: boolean;
  /** The table behind it. @default a table of its values */
  table?: (() => ComponentChildren) | undefined;
  /** The funnel that explains each person's events. */
  explain?: QuestionDraft | undefined;
}

/** Lines or bars, and the table behind them. */
export function SeriesView({ series, name, isRate, open, compact, table, explain }: SeriesViewProps) {
  const { form, labels, lines } = series;
  const openPoint = (line: number, place: number) => {
    const { name: lineName, links } = lines[line] ?? { name: "", links: [] };
    const link = links[place];
    if (link !== undefined)
      open({ title: `${lineName} · ${labels[place] ?? ""}`, path: toPath(link), ...(explain && { explain }) });
  };
  const hasLinks = lines.some(({ links }) => links.length > 0);
  const isZero = lines.every(({ data }) => data.every((value) => value === 0));
  const describe = isRate ? (value: number) => `${describeNumber(value)} %` : describeNumber;
  return (
    <>
      {isZero && <Empty>All values are zero: no event matches in this time.</Empty>}
      <Chart
        name={name}
        labels={labels}
        lines={lines}
        form={form}
        tell={describe}
        onPoint={hasLinks ? openPoint : undefined}
        compact={compact}
      />
      {!compact && (
        <Behind name={name}>
          {table ?? (() => <SeriesTable series={series} name={name} describe={describe} openPoint={openPoint} />)}
        </Behind>
      )}
    </>
  );
}

interface SeriesTableProps {
  series: Series;
  name: string;
  describe: (value: number) => string;
  openPoint: (line: number, place: number) => void;
}

function SeriesTable({ series: { labels, lines }, name, describe, openPoint }: SeriesTableProps) {
  return (
    <div class="table tall" role="region" aria-label={name} tabIndex={0}>
      <table>
        <caption class="unseen">{name}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">When</span>
            </th>
            {lines.map((line, index) => (
              <th key={index} scope="col" class="number">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, place) => (
            <tr key={place}>
              <th scope="row">{label}</th>
              {lines.map(({ data, links }, index) => (
                <td key={index} class="number">
                  <Count
                    text={describe(data[place] ?? 0)}
                    isNothing={data[place] === 0}
                    open={links[place] === undefined ? undefined : () => openPoint(index, place)}
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
