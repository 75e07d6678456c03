import type { Cell, Column } from "../../draw/table.ts";
import { counted, toCount, toPeriod, toShare, toSpan } from "../../draw/words.ts";
import type { Asked, Part, Sheet } from "../sheet.ts";
import { toLabel } from "./trends-sheet.ts";

interface Step {
  name: string;
  custom_name?: string | null;
  count: number;
  order: number;
  average_conversion_time: number | null;
  median_conversion_time: number | null;
  breakdown_value?: unknown;
}

interface Trend {
  data: number[];
  days: string[];
  breakdown_value?: unknown;
}

interface Times {
  bins: [number, number][];
  average_conversion_time: number | null;
  median_conversion_time: number | null;
}

/** A funnel: its steps with bars, by the values of a breakdown, over time, or the times that it took. */
export function funnelSheet({ node, answer }: Asked): Sheet {
  const { results } = answer;
  if (!Array.isArray(results)) return timesSheet(results as Times);
  const isOverTime = results.some((item: object) => "days" in item);
  if (isOverTime) return overTimeSheet(results as Trend[], String(node["interval"] ?? "day"));
  if (results.some(Array.isArray)) return brokenSheet(results as Step[][]);
  return stepsSheet(results as Step[]);
}

function stepNameOf({ name, custom_name: own }: Step): string {
  return own ?? name;
}

function stepsSheet(steps: readonly Step[]): Sheet {
  return {
    total: toTotal(steps),
    parts: [{ table: stepsTable(steps) }],
    records: steps.map((step, at) => toStepRecord(steps, step, at)),
  };
}

/** The total of a funnel: "512 persons entered, 143 finished: 27.9 %" */
function toTotal(steps: readonly Pick<Step, "count">[]): string {
  const [first, last] = [steps[0]?.count ?? 0, steps.at(-1)?.count ?? 0];
  if (first === 0) return "Nobody entered.";
  return `${counted(first, "person")} entered, ${toCount(last)} finished: ${toShare(last / first)}`;
}

function stepsTable(steps: readonly Step[]) {
  const columns: Column[] = [
    { name: "", isNumber: true },
    { name: "step" },
    { name: "persons", isNumber: true, mustStay: true },
    { name: "" },
    { name: "of all", isNumber: true, mustStay: true },
    { name: "of the step before", isNumber: true },
    { name: "time, median", isNumber: true },
  ];
  const first = steps[0]?.count ?? 0;
  const rows = steps.map((step, at): Cell[] => {
    const before = steps[at - 1]?.count;
    const share = first === 0 ? 0 : step.count / first;
    return [
      { text: String(at + 1), tone: "faint" },
      stepNameOf(step),
      toCount(step.count),
      { bar: share, tone: at === steps.length - 1 ? "good" : "main" },
      toShare(share),
      before === undefined ? "" : before === 0 ? "–" : toShare(step.count / before),
      step.median_conversion_time === null ? "" : toSpan(step.median_conversion_time),
    ];
  });
  return { columns, rows };
}

function toStepRecord(steps: readonly Step[], step: Step, at: number): Record<string, unknown> {
  const [first, before] = [steps[0]?.count ?? 0, steps[at - 1]?.count ?? null];
  return {
    step: at + 1,
    name: stepNameOf(step),
    ...(step.breakdown_value !== undefined && { breakdown: [step.breakdown_value].flat().join(" · ") }),
    count: step.count,
    share_of_first: first === 0 ? null : step.count / first,
    share_of_previous: before === null || before === 0 ? null : step.count / before,
    average_seconds: step.average_conversion_time,
    median_seconds: step.median_conversion_time,
  };
}

/** A row for each value of the breakdown, with a column for each step. */
function brokenSheet(lines: readonly (readonly Step[])[]): Sheet {
  const steps = lines[0] ?? [];
  const columns: Column[] = [
    { name: "value" },
    ...steps.map((step, at) => ({
      name: stepNameOf(step),
      isNumber: true,
      mustStay: at === 0 || at === steps.length - 1,
    })),
    { name: "finished", isNumber: true, mustStay: true },
    { name: "" },
  ];
  const rows = lines.map((line): Cell[] => {
    const [first, last] = [line[0]?.count ?? 0, line.at(-1)?.count ?? 0];
    const share = first === 0 ? 0 : last / first;
    const label = [line[0]?.breakdown_value ?? ""].flat().map(String).join(" · ");
    return [
      toLabel({ label: label === "" ? "(none)" : label }),
      ...line.map(({ count }) => toCount(count)),
      toShare(share),
      { bar: share, tone: "good" },
    ];
  });
  const sums = steps.map((_, at) => ({ count: lines.reduce((sum, line) => sum + (line[at]?.count ?? 0), 0) }));
  return {
    total: toTotal(sums),
    parts: [{ table: { columns, rows } }],
    records: lines.flatMap((line) => line.map((step, at) => toStepRecord(line, step, at))),
  };
}

function overTimeSheet(lines: readonly Trend[], interval: string): Sheet {
  const parts = lines.map(({ data, days, breakdown_value: value }): Part => {
    const rows = days.map((day, at): Cell[] => {
      const percent = data[at] ?? 0;
      return [
        { text: toPeriod(day, interval), tone: "faint" },
        toShare(percent / 100),
        { bar: percent / 100, tone: "good" },
      ];
    });
    const columns: Column[] = [{ name: "" }, { name: "", isNumber: true, mustStay: true }, { name: "" }];
    return { ...(value !== undefined && { heading: [value].flat().join(" · ") }), table: { columns, rows } };
  });
  const records = lines.flatMap(({ data, days, breakdown_value: value }) =>
    days.map((date, at) => ({
      date,
      ...(value !== undefined && { breakdown: [value].flat().join(" · ") }),
      conversion_percent: data[at] ?? 0,
    })),
  );
  return { total: "The part of persons who entered in a period and finished", parts, records };
}

function timesSheet({ bins, average_conversion_time: average, median_conversion_time: median }: Times): Sheet {
  const persons = bins.reduce((sum, [, count]) => sum + count, 0);
  const most = Math.max(0, ...bins.map(([, count]) => count));
  const rows = bins.map(([start, count], at): Cell[] => {
    const end = bins[at + 1]?.[0];
    const until = end === undefined ? "or more" : `– ${toSpan(end)}`;
    return [
      { text: `${toSpan(start)} ${until}`, tone: "faint" },
      toCount(count),
      { bar: most === 0 ? 0 : count / most },
    ];
  });
  const times = average === null || median === null ? "" : `; median ${toSpan(median)}, mean ${toSpan(average)}`;
  return {
    total: persons === 0 ? "Nobody finished." : `${counted(persons, "person")} finished${times}`,
    parts: [
      {
        table: { columns: [{ name: "time" }, { name: "persons", isNumber: true, mustStay: true }, { name: "" }], rows },
      },
    ],
    records: bins.map(([start, count], at) => ({ from_seconds: start, to_seconds: bins[at + 1]?.[0] ?? null, count })),
  };
}
