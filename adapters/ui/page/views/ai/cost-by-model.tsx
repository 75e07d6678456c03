import { useMemo } from "preact/hooks";
import type { AnswerTo } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Swatch } from "../../parts/swatch.tsx";
import type { ChartLine } from "../../parts/chart-lines.ts";
import { Chart } from "../../parts/chart.tsx";
import { toLongDate, toShortDate } from "../../parts/short-date.ts";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { describeCost } from "./figures.ts";

const QUERY = {
  kind: "TrendsQuery",
  dateRange: { date_from: "-6d" },
  interval: "day",
  series: [{ kind: "EventsNode", event: "$ai_generation", math: "sum", math_property: "$ai_total_cost_usd" }],
  breakdownFilter: { breakdown: "$ai_model", breakdown_type: "event" },
};

/** The costs of the last seven days, by model and day. @param turn asks again when it grows */
export function CostByModel({ turn }: { turn: number }) {
  const { P } = useProject();
  const answer = useLoaded(["costs", P, turn], (signal) =>
    call<AnswerTo<"TrendsQuery">>(`${P}/query/`, { method: "POST", body: { query: QUERY }, signal }),
  );
  return (
    <section class="panel stack" aria-label="Cost of the week by model">
      <h2>Cost of the week by model</h2>
      <Answered answer={answer} what="the costs">
        {({ results }) => <Costs results={results} />}
      </Answered>
    </section>
  );
}

type Results = AnswerTo<"TrendsQuery">["results"];

function Costs({ results }: { results: Results }) {
  const drawn = useMemo(() => toDrawn(results), [results]);
  const { lines, days } = drawn;
  const sums = lines.map(({ data }) => data.reduce((sum, value) => sum + value, 0));
  const total = sums.reduce((sum, value) => sum + value, 0);
  if (total === 0) return <p class="hint">No call of the last seven days has a known cost.</p>;
  return (
    <>
      <ul class="ai-costs">
        <li>
          All <strong>{describeCost(total)}</strong>
        </li>
        {lines.map(({ name, colour }, index) => (
          <li key={name}>
            <Swatch colour={colour} /> {name} <strong>{describeCost(sums[index] ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <Chart
        name="Cost by day and model"
        labels={days.names}
        titles={days.titles}
        lines={lines}
        form="stack"
        tell={describeCost}
        hasTotal
        compact
      />
    </>
  );
}

function toDrawn(results: Results): { lines: ChartLine[]; days: { names: string[]; titles: string[] } } {
  const all = results as { data: number[]; days: string[]; label: string; breakdown_value?: unknown }[];
  const days = all[0]?.days ?? [];
  return {
    lines: all.map(({ data, label }, colour) => ({ name: label, data, colour })),
    days: { names: days.map((day) => toShortDate(day)), titles: days.map(toLongDate) },
  };
}
