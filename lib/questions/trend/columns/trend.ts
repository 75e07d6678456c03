import type { Counting } from "../../../port/counting.ts";
import type { DateRange } from "../../../port/range.ts";
import type { TrendAnswer, TrendLine, TrendPlan, TrendSeriesPlan } from "../plan.ts";
import { eachBucket, placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import { binLines, cohortLines, readLines, toValuePage, valueLines, wholeLine } from "./lines.ts";
import type { Lines } from "./lines.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { rankKeys } from "./rank.ts";
import { compileRankedLines } from "./ranked-lines.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { clippedRuns } from "../../../engines/columns/log/clipped-runs.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import { createTally } from "./tally.ts";

/** Answers a trend. Source: reference/insights.md 7. */
export function runTrend(execution: Execution, plan: TrendPlan): TrendAnswer {
  const runs = plan.series.map((series) => compileSeries(execution, plan, series));
  execution.showPersons();
  return { series: runs.map((run) => run()) };
}

const COUNTS_ACTORS = new Set<Counting["by"]>(["actors", "new_actors", "trailing_actors"]);

/** Does the counting leave out events without a person by itself? */
function countsPersons(counting: Counting): boolean {
  return COUNTS_ACTORS.has(counting.by) || (counting.by === "events_per_actor" && counting.actors.by === "persons");
}

/** Everything that persons are asked about is said here; rows are read when the result is called. */
function compileSeries(execution: Execution, plan: TrendPlan, series: TrendSeriesPlan): () => TrendLine[] {
  const { select, counting } = series;
  // Keys are ranked by other maths, for which nobody's events do matter.
  const countsActors = countsPersons(counting) && series.breakdown?.by !== "values";
  const slices = compileScan(select, execution, countsActors, true);
  const inOnePass = compileRankedLines(execution, plan, series, slices);
  const toLines = compileLines(execution, plan, series, slices);
  return () => {
    const answered = inOnePass?.() ?? null;
    if (answered !== null) return answered;
    const lines = toLines();
    const busy = busyBuckets(execution, plan);
    const frame = {
      range: plan.range,
      edgesMs: plan.edgesMs,
      isBusy: busy.has,
      lineCount: lines.keys.length,
      workers: execution.workers,
    };
    const tally = createTally(counting, frame, execution);
    for (const slice of slices(toReach(plan, series))) {
      for (const lined of lines.toLined(slice)) tally.add(lined);
    }
    tally.collect();
    if (counting.by === "trailing_actors") busy.collect();
    return execution.workers.rank > 0 ? [] : readLines(lines, tally);
  };
}

function compileLines(
  execution: Execution,
  { valueRange }: TrendPlan,
  { breakdown }: TrendSeriesPlan,
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
      return () => {
        const ranked = rankKeys(breakdown, { keys, slices: slicesOf(valueRange), range: valueRange }, execution);
        return valueLines(toValuePage(breakdown, keys, ranked), keys);
      };
    }
  }
}

/** The range, and what trailing windows reach back to. */
function toReach({ range }: TrendPlan, { counting }: TrendSeriesPlan): DateRange {
  const startMs = counting.by === "trailing_actors" ? counting.startsMs[0] : undefined;
  return { ...range, fromMs: Math.min(range.fromMs, startMs ?? range.fromMs) };
}

/** Tells of the buckets in which the project has an event; found when first asked. */
function busyBuckets({ segments, workers }: Execution, { range, edgesMs }: TrendPlan) {
  let busy: Set<number> | undefined;
  const find = () => {
    const found = new Set<number>();
    for (const segment of segments) {
      const first = Math.max(0, placeOf(edgesMs, Math.max(segment.minMs, range.fromMs)));
      const last = placeOf(edgesMs, Math.min(segment.maxMs, range.untilMs - 1));
      const isCovered = () => edgesMs.slice(first, last + 1).every((_, index) => found.has(first + index));
      for (const run of clippedRuns(segment, range, () => true)) {
        // Those of the most frequent event are often all there are.
        if (isCovered()) break;
        eachBucket({ segment, ...run }, edgesMs, (bucket) => found.add(bucket));
      }
    }
    return found;
  };
  return {
    has: (bucket: number) => (busy ??= find()).has(bucket),
    /** Takes in what the other threads of the worker group find. */
    collect() {
      if (workers.size > 1) busy = new Set(workers.collect([...find()]).flat());
    },
  };
}
