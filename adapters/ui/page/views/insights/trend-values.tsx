import type { TrendResult } from "../../../../../lib/index.ts";
import { onDemand } from "../../on-demand.tsx";
import { colourToken } from "../../parts/chart-lines.ts";
import { Swatch } from "../../parts/swatch.tsx";
import { BoldNumbers } from "./bold-numbers.tsx";
import { Count } from "./count.tsx";
import { toCountryName } from "./country-name.ts";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import { Pie } from "./pie.tsx";
import type { QuestionDraft } from "./question.ts";

interface TrendValuesProps {
  question: QuestionDraft;
  result: TrendResult["result"];
  open: OpenPeople;
  /** Without the table beside a picture. */
  compact: boolean;
}

// Loaded for the first map: the outlines of the countries.
const CountryMap = onDemand(async () => (await import("./country-map.tsx")).CountryMap);

/** A trend with a single value for each series: a large number, a pie, a map, and a table with bars. */
export function TrendValues({ question, result, open, compact }: TrendValuesProps) {
  const isPie = question.display === "ActionsPie";
  const isMap = question.display === "WorldMap";
  const lines =
    isPie || isMap ? result.toSorted((a, b) => (b.aggregated_value ?? 0) - (a.aggregated_value ?? 0)) : result;
  const rows = lines.map((line) => {
    const { label } = line;
    const name = isMap ? toCountryName(String([line.breakdown_value].flat()[0] ?? "")) : label;
    return {
      name: line.compare_label === undefined ? name : `${name} (${line.compare_label})`,
      value: line.aggregated_value ?? 0,
      link: line.persons?.url,
    };
  });
  const openRow = ({ name, link }: (typeof rows)[number]) =>
    link === undefined ? undefined : () => open({ title: name, path: toPath(link) });
  const openAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) openRow(row)?.();
  };
  if (question.display === "BoldNumber") return <BoldNumbers result={result} open={open} />;
  const name = `Values of ${rows.map((row) => row.name).join(", ")}`;
  return (
    <>
      {isPie && <Pie name={`Pie: ${name}`} values={rows} open={openAt} />}
      {isMap && <CountryMap result={lines} open={openAt} />}
      {!(compact && (isPie || isMap)) && <ValueTable rows={rows} openRow={openRow} />}
    </>
  );
}

interface ValueTableProps<Row> {
  rows: readonly Row[];
  openRow: (row: Row) => (() => void) | undefined;
}

function ValueTable<Row extends { name: string; value: number }>({ rows, openRow }: ValueTableProps<Row>) {
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
                    style={{ fill: `var(${colourToken(index)})` }}
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
