import type { TrendResult } from "../../../../../lib/index.ts";
import { Swatch } from "../../parts/chart-legend.tsx";
import { Count } from "./count.tsx";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";

interface TrendValuesProps {
  question: QuestionDraft;
  result: TrendResult["result"];
  open: OpenPeople;
}

/** A trend with a single value for each series: a large number, or a table with bars. */
export function TrendValues({ question, result, open }: TrendValuesProps) {
  const rows = result.map((line) => ({
    name: line.compare_label === undefined ? line.label : `${line.label} (${line.compare_label})`,
    value: line.aggregated_value ?? 0,
    link: line.persons?.url,
  }));
  const openRow = ({ name, link }: (typeof rows)[number]) =>
    link === undefined ? undefined : () => open({ title: name, path: toPath(link) });
  if (question.display === "BoldNumber") {
    return (
      <ul class="bold-numbers">
        {rows.map((row) => (
          <li key={row.name}>
            <Count text={describeNumber(row.value)} isNothing={row.value === 0} open={openRow(row)} />
            <span>{row.name}</span>
          </li>
        ))}
      </ul>
    );
  }
  const most = Math.max(0, ...rows.map(({ value }) => value));
  return (
    <div class="table" role="region" aria-label="Values" tabIndex={0}>
      <table>
        <caption class="unseen">Values</caption>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col" class="number">
              Value
            </th>
            <th scope="col" aria-label="Bar" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.name}>
              <th scope="row">
                <Swatch colour={index} /> {row.name}
              </th>
              <td class="number">
                <Count text={describeNumber(row.value)} isNothing={row.value === 0} open={openRow(row)} />
              </td>
              <td class="bar-cell">
                <svg width="100%" height="10" aria-hidden="true">
                  <rect
                    height="10"
                    width={`${most === 0 ? 0 : Math.max(0, (row.value / most) * 100)}%`}
                    style={{ fill: `var(--series-${(index % 8) + 1})` }}
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
