import { useMemo, useState } from "preact/hooks";
import { Chart } from "../../parts/chart.tsx";
import { Empty } from "../../parts/states.tsx";
import { SeriesLegend } from "../insights/series-legend.tsx";
import { drawnLines, firstShown } from "../insights/shown-lines.ts";
import { firstChoice, toChart } from "./to-chart.ts";
import type { Answer, ChartChoice } from "./to-chart.ts";

interface ResultChartProps {
  result: Answer;
  /** The form and columns that were chosen. @default those that show the answer best */
  choice?: ChartChoice | undefined;
  /** Undefined = nothing can be chosen, as on a dashboard. */
  onChoice?: ((choice: ChartChoice) => void) | undefined;
}

/** A chart of the answer; the table stands below. */
export function ResultChart({ result, choice: chosen, onChoice }: ResultChartProps) {
  const choice = useMemo(() => toChoice(result, chosen), [result, chosen]);
  if (choice !== null)
    return <Drawn key={JSON.stringify(choice)} result={result} choice={choice} onChoice={onChoice} />;
  return (
    <Empty>
      Nothing to draw: a chart needs a column to stand along the axis, and a column of numbers, e.g.{" "}
      <code>SELECT date(timestamp), count() FROM events GROUP BY 1</code>.
    </Empty>
  );
}

/** The choice as far as the answer has its columns. */
function toChoice(result: Answer, chosen: ChartChoice | undefined): ChartChoice | null {
  const names = new Set(result.types.map(([name]) => name));
  const fits = chosen?.y.every((name) => names.has(name)) && chosen.y.length > 0 && names.has(chosen.x);
  const first = firstChoice(result);
  if (chosen === undefined || first === null || !fits) return first;
  return { ...chosen, split: chosen.split !== null && names.has(chosen.split) ? chosen.split : null };
}

const FORMS: [form: ChartChoice["form"], name: string][] = [
  ["line", "Lines"],
  ["bars", "Bars"],
  ["area", "Area"],
];

function Drawn({ result, choice, onChoice }: Omit<ResultChartProps, "choice"> & { choice: ChartChoice }) {
  const { lines, labels, titles, at, form } = useMemo(() => toChart(result, choice), [result, choice]);
  const [shown, setShown] = useState(() => firstShown({ lines }));
  const drawn = useMemo(() => drawnLines({ lines, hasTotal: false }, shown), [lines, shown]);
  const names = result.types.map(([name]) => name);
  const change = (part: Partial<ChartChoice>) => onChoice?.({ ...choice, ...part });
  return (
    <div class="panel stack">
      {onChoice !== undefined && (
        <div class="row" role="group" aria-label="Form of the chart">
          <Choice
            label="Chart"
            value={choice.form}
            options={FORMS}
            onChange={(value) => change({ form: value as ChartChoice["form"] })}
          />
          <Choice label="Along the axis" value={choice.x} options={toOptions(names)} onChange={(x) => change({ x })} />
          <Choice
            label="Values"
            value={choice.y.join(", ")}
            options={[
              [choice.y.join(", "), choice.y.join(", ")],
              ...toOptions(names.filter((name) => choice.y.join(", ") !== name)),
            ]}
            onChange={(value) => change({ y: [value] })}
          />
          <Choice
            label="Split by"
            value={choice.split ?? ""}
            options={[["", "nothing"], ...toOptions(names)]}
            onChange={(value) => change({ split: value === "" ? null : value })}
          />
        </div>
      )}
      {lines.length > 1 && <SeriesLegend lines={lines} drawn={drawn} shown={shown} onChange={setShown} />}
      <Chart
        name={`Chart of ${lines.map(({ name }) => name).join(", ")}; the table below has the numbers`}
        labels={labels}
        titles={titles}
        lines={drawn}
        form={form}
        at={at}
        tell={tell}
        compact={onChoice === undefined}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label class="field-inline">
      {label}{" "}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function toOptions(names: readonly string[]): [string, string][] {
  return names.map((name) => [name, name]);
}

function tell(value: number): string {
  return Number.isFinite(value) ? value.toLocaleString("en") : "none";
}
