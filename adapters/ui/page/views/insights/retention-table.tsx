import type { RetentionRowResult } from "../../../../../lib/index.ts";
import { describeBreakdown } from "./series.ts";
import { Count } from "./count.tsx";
import { describeNumber, describeShare } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";

interface RetentionTableProps {
  result: readonly RetentionRowResult[];
  open: OpenPeople;
}

/** The persons who returned, by period: a larger share of a row is darker. */
export function RetentionTable({ result, open }: RetentionTableProps) {
  const cells = result.reduce((most, { values }) => Math.max(most, values.length), 0);
  return (
    <div class="table tall" role="region" aria-label="Retention" tabIndex={0}>
      <table class="retention">
        <caption class="unseen">How many came back after so many periods</caption>
        <thead>
          <tr>
            <th scope="col">Did it in</th>
            {Array.from({ length: cells }, (_, index) => (
              <th key={index} scope="col" class="number">
                {index === 0 ? "Persons" : `+${index}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                <button
                  type="button"
                  class="number-link"
                  title="Show the persons, and when they came back"
                  onClick={() => open({ title: rowName(row), path: toPath(row.people_url) })}
                >
                  {rowName(row)}
                </button>
              </th>
              {row.values.map((_, index) => (
                <RetentionCell key={index} row={row} index={index} open={open} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowName({ label, date, breakdown_values: values }: RetentionRowResult): string {
  if (values !== undefined) return describeBreakdown(values);
  if (date === undefined) return label;
  // Rows of hours, or from a time of day, begin within a day; they use the UTC clock.
  const start = date.endsWith("T00:00:00Z") ? date.slice(0, 10) : date.slice(0, 16).replace("T", " ");
  return `${label} · ${start}`;
}

function RetentionCell({ row, index, open }: { row: RetentionRowResult; index: number; open: OpenPeople }) {
  const { count = 0, people_url: link = "" } = row.values[index] ?? {};
  const all = row.values[0]?.count ?? 0;
  const openCell = () =>
    open({ title: `${rowName(row)}${index === 0 ? "" : `, back after ${index}`}`, path: toPath(link) });
  const share = index === 0 || all === 0 ? 0 : count / all;
  return (
    <td class="number retention-cell" style={{ "--share": String(share) }}>
      <Count text={describeNumber(count)} isNothing={count === 0} open={openCell} />
      {index > 0 && <small>{describeShare(count, all)}</small>}
    </td>
  );
}
