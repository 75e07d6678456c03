import { DateRange } from "../../parts/date-range.tsx";
import { Choice } from "../../parts/choice.tsx";
import { infoOf, kindOf } from "./kinds.ts";
import { withFields } from "./question.ts";
import type { FormProps } from "./question-form.tsx";
import { showsValues } from "./series.ts";

const INTERVALS = { hour: "by hour", day: "by day", week: "by week", month: "by month" };

const DISPLAYS = {
  ActionsLineGraph: "lines",
  ActionsBar: "bars",
  ActionsAreaGraph: "area",
  ActionsLineGraphCumulative: "cumulative",
  ActionsPie: "pie",
  WorldMap: "world map",
  BoldNumber: "number",
  ActionsTable: "table of values",
};

/** The breakdown that a map needs. */
const COUNTRIES = { breakdown: "$geoip_country_code", breakdown_type: "event", breakdowns: undefined };

const VIEWS = { steps: "steps", trends: "over time", time_to_convert: "time to convert" };

/** The fields above the answer: dates, interval, display. */
export function TimeBar({ question, onChange }: Omit<FormProps, "names">) {
  const kind = kindOf(question);
  const { hasInterval: isCut = false, hasCompare = false } = infoOf(kind);
  const { date_to: to, display, compare = false, date_from: from } = question;
  const set = (change: Parameters<typeof withFields>[1]) => onChange(withFields(question, change));
  const hasInterval =
    isCut ||
    (kind === "trends" && !showsValues(question)) ||
    (kind === "funnel" && question.funnel_viz_type === "trends");
  return (
    <>
      {kind === "retention" ? (
        <label class="row">
          until
          <input
            type="date"
            aria-label="Last day, or nothing for today"
            value={to?.slice(0, 10) ?? ""}
            onChange={({ currentTarget: { value } }) => set({ date_to: value === "" ? undefined : value })}
          />
        </label>
      ) : (
        <DateRange
          value={question}
          onChange={({ date_from: first, date_to: last }) =>
            set({ date_from: first ?? undefined, date_to: last ?? undefined })
          }
        />
      )}
      {hasInterval && (
        <Choice
          label="Interval"
          options={INTERVALS}
          value={question.interval ?? "day"}
          onChange={(interval) => set({ interval })}
        />
      )}
      {hasCompare && (
        <label class="row">
          <input
            type="checkbox"
            checked={compare}
            disabled={from === "all"}
            onChange={(event) => set({ compare: event.currentTarget.checked || undefined })}
          />
          compared to the period before
        </label>
      )}
      {(kind === "trends" || kind === "funnel") && <span>as</span>}
      {kind === "trends" && (
        <Choice
          label="Display"
          options={display !== undefined && !(display in DISPLAYS) ? { ...DISPLAYS, [display]: display } : DISPLAYS}
          value={display ?? "ActionsLineGraph"}
          onChange={(next) => set({ display: next, ...(next === "WorldMap" && COUNTRIES) })}
        />
      )}
      {kind === "funnel" && (
        <Choice
          label="Display"
          options={VIEWS}
          value={question.funnel_viz_type ?? "steps"}
          onChange={(funnel_viz_type) => set({ funnel_viz_type })}
        />
      )}
    </>
  );
}
