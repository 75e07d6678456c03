import type { TrendResult } from "../../../../../lib/index.ts";
import { colourToken, pickColours } from "../../parts/chart-lines.ts";
import type { ColourBook } from "../../parts/chart-lines.ts";
import { Swatch } from "../../parts/swatch.tsx";
import { BoldNumbers } from "./bold-numbers.tsx";
import { Count } from "./count.tsx";
import { toCountryName } from "./country-name.ts";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import { Pie } from "./pie.tsx";
import type { QuestionDraft } from "./question.ts";
import { toLineName } from "./series.ts";

interface ValuesDrawingProps {
  question: QuestionDraft;
  result: TrendResult["result"];
  book?: ColourBook | undefined;
  /** Leaves out the table beside a picture. */
  compact: boolean;
  /** Undefined = a document, where nothing can be pressed. */
  open?: OpenPeople;
}

/** A trend with a single value for each series: a large number, a pie, or a table with bars, the largest first. */
export function ValuesDrawing({ question, result, book, compact, open }: ValuesDrawingProps) {
  if (question.display === "BoldNumber") return <BoldNumbers result={result} open={open} />;
  const isPie = question.display === "ActionsPie";
  const isMap = question.display === "WorldMap";
  const sorted = result.toSorted((a, b) => (b.aggregated_value ?? 0) - (a.aggregated_value ?? 0));
  const names = sorted.map((line) =>
    isMap ? toCountryName(String([line.breakdown_value].flat()[0] ?? "")) : toLineName(question, line),
  );
  const colours = pickColours(names, book);
  const rows = sorted.map(({ aggregated_value: value, persons, label, compare_label: period }, index) => ({
    name: period === "previous" ? `${names[index]} (previous)` : (names[index] ?? ""),
    value: value ?? 0,
    colour: colours[index] ?? index,
    open: open && persons && (() => open({ title: label, path: toPath(persons.url) })),
  }));
  const name = `Values of ${rows.map((row) => row.name).join(", ")}`;
  return (
    <>
      {isPie && <Pie name={`Pie: ${name}`} values={rows} open={open && ((index) => rows[index]?.open?.())} />}
      {!(compact && (isPie || isMap)) && <ValueTable rows={rows} />}
    </>
  );
}

interface ValueTableProps {
  rows: readonly { name: string; value: number; colour: number; open: (() => void) | undefined }[];
}

function ValueTable({ rows }: ValueTableProps) {
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
            <th scope="col">
              <span class="unseen">Bar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <Swatch colour={row.colour} /> {row.name}
              </th>
              <td class="number">
                <Count text={describeNumber(row.value)} isNothing={row.value === 0} open={row.open} />
              </td>
              <td class="bar-cell">
                <svg width="100%" height="10" aria-hidden="true">
                  <rect
                    height="10"
                    width={`${most === 0 ? 0 : Math.max(0, (row.value / most) * 100)}%`}
                    style={{ fill: `var(${colourToken(row.colour)})` }}
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
