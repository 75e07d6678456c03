import type { DateRange } from "../../../port/range.ts";
import { isOfPersons } from "../plan.ts";
import type { TrendAnswer, TrendLine, TrendPlan, TrendSeriesPlan } from "../plan.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import { binLines, cohortLines, givenLines, readLines, toValuePage, valueLines, wholeLine } from "./lines.ts";
import type { Lines } from "./lines.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { rankKeys } from "./rank.ts";
import { compileRankedLines } from "./ranked-lines.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import { createTally } from "./tally.ts";

/** Answers a trend. Source: reference/insights.md 7. */
export function runTrend(execution: Execution, plan: TrendPlan): TrendAnswer {
  const runs = plan.series.map((series, place) => {
    const keep: Execution["keep"] = (name, make) => execution.keep(`${place} ${name}`, make);
    return compileSeries({ ...execution, keep }, plan, series);
  });
  execution.showPersons();
  return { series: runs.map((run) => run()) };
}

/** Names at once all that persons are asked about; the result reads rows when it is called. */
function compileSeries(execution: Execution, plan: TrendPlan, series: TrendSeriesPlan): () => TrendLine[] {
  const { select, counting } = series;
  // Other maths rank keys, for which events of nobody count too.
  const countsActors = isOfPersons(counting) && series.breakdown?.by !== "values";
  const slices = compileScan(select, execution, countsActors, true);
  const inOnePass = compileRankedLines(execution, plan, series, slices);
  const toLines = compileLines(execution, series, slices);
  return () => {
    const answered = inOnePass?.() ?? null;
    if (answered !== null) return answered;
    const lines = toLines();
    const frame = {
      range: plan.range,
      edgesMs: plan.edgesMs,
      lineCount: lines.keys.length,
      workers: execution.workers,
    };
    const tally = execution.keep("tally", () => createTally(counting, frame, execution));
    for (const slice of slices(toReach(plan, series))) {
      for (const lined of lines.toLined(slice)) tally.add(lined);
    }
    tally.collect();
    return execution.workers.rank > 0 ? [] : readLines(lines, tally);
  };
}

function compileLines(
  execution: Execution,
  { breakdown, valueRange }: TrendSeriesPlan,
  slicesOf: (range: DateRange) => Iterable<Slice>,
): () => Lines {
  if (breakdown === null) return wholeLine;
  switch (breakdown.by) {
    case "bins": {
      const lines = binLines(breakdown, execution);
      return () => lines;
    }
    case "cohorts": {
      const lines = cohortLines(breakdown, execution);
      return () => lines;
    }
    case "values": {
      const keys = compileKeys(breakdown.sources, execution);
      if (breakdown.keys !== undefined) {
        const lines = givenLines(breakdown, breakdown.keys, keys);
        return () => lines;
      }
      return () => {
        const ranked = rankKeys(breakdown, { keys, slices: slicesOf(valueRange), range: valueRange }, execution);
        return valueLines(toValuePage(breakdown, keys, ranked), keys);
      };
    }
  }
}

/** The range, with what trailing windows reach back to. */
function toReach({ range }: TrendPlan, { counting }: TrendSeriesPlan): DateRange {
  const startMs = counting.by === "trailing_actors" ? counting.startsMs[0] : undefined;
  return { ...range, fromMs: Math.min(range.fromMs, startMs ?? range.fromMs) };
}
