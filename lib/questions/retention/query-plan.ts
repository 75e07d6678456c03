import { invalid } from "../../base/errors.ts";
import type { Asked } from "../shared/answer.ts";
import { nextInterval, startOfInterval } from "../shared/calendar.ts";
import { resolveQueryRange } from "../shared/query-range.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import type { RetentionPlan } from "./plan.ts";
import type { RetentionNodeQuestion } from "./query-question.ts";
import { toInterval } from "./retention-range.ts";

/** The rows of a retention, on the project's clock. */
export interface RetentionRows {
  /** The start of each row. */
  startsMs: number[];
  /** The end of the last row. */
  untilMs: number;
}

/** The lengths of windows that begin with an event. */
const WINDOW_HOURS = { Hour: 1, Day: 24, Week: 168, Month: 720 };

/** Rows at most: each has as many values as there are intervals. */
const MAX_ROWS = 400;

/**
 * The rows of a node: whole periods up to the one that holds `date_to`, as many as a row has values, or from the one that
 * holds `date_from`. @throws HogletError 400 naming the field
 */
export function toRetentionRows({ query, dateFrom }: RetentionNodeQuestion, asked: Asked): RetentionRows {
  const { calendar, nowMs } = asked;
  const interval = toInterval(query.period);
  const { untilMs: endMs } = resolveQueryRange(
    { date_from: "1970-01-01", date_to: query.date_to, isExplicit: false, interval },
    { nowMs, calendar, earliestMs: null },
  );
  const lastMs = startOfInterval(endMs - 1, interval, calendar);
  const firstMs = dateFrom === null ? null : toFirst(dateFrom, asked, { query, endMs });
  const startsMs = [lastMs];
  const isWanted = (ms: number) => (firstMs === null ? startsMs.length < query.total_intervals : ms >= firstMs);
  for (;;) {
    const ms = startOfInterval((startsMs[0] ?? 0) - 1, interval, calendar);
    if (!isWanted(ms)) break;
    if (startsMs.length === MAX_ROWS) throw invalid("dateRange__date_from", `Expected at most ${MAX_ROWS} rows.`);
    startsMs.unshift(ms);
  }
  return { startsMs, untilMs: nextInterval(lastMs, interval, calendar) };
}

function toFirst(
  dateFrom: string,
  { calendar, nowMs }: Asked,
  { query, endMs }: Pick<RetentionNodeQuestion, "query"> & { endMs: number },
): number {
  const interval = toInterval(query.period);
  const input = { date_from: dateFrom, date_to: query.date_to, isExplicit: false, interval };
  // All time has more periods than a table has rows.
  if (dateFrom === "all") throw invalid("dateRange__date_from", "Expected a date: retention is not of all time.");
  const { fromMs } = resolveQueryRange(input, { nowMs, calendar, earliestMs: null });
  return startOfInterval(Math.min(fromMs, endMs - 1), interval, calendar);
}

/** Makes the plan of a node: events after the last row count as returning, so that each row has all of its values. */
export function toRetentionNodePlan(
  asked: Asked,
  { query, isFirstEver, returns }: RetentionNodeQuestion,
  { target, returning, rows }: { target: Resolved; returning: Resolved; rows: RetentionRows },
): RetentionPlan {
  const { project, calendar, nowMs } = asked;
  const interval = toInterval(query.period);
  const edgesMs = [...rows.startsMs];
  let untilMs = rows.untilMs;
  // Nothing has happened after now.
  // Windows of a person begin within a period, and end in the one after the last.
  const intervals = query.total_intervals + (returns?.isRolling === true ? 1 : 0);
  for (let more = 1; more < intervals && untilMs <= nowMs; more++) {
    edgesMs.push(untilMs);
    untilMs = nextInterval(untilMs, interval, calendar);
  }
  const [fromMs = 0] = edgesMs;
  const range = { fromMs, untilMs };
  const common = toCommonFilters(project, query);
  const groupTypeIndex = query.aggregation_group_type_index;
  const isFirst = query.retention_type === "retention_first_time";
  return {
    kind: "retention",
    projectId: project.id,
    range,
    rowEdgesMs: [...rows.startsMs, rows.untilMs],
    periodEdgesMs: edgesMs,
    sessionRange: toSessionRange(range),
    target: { ...toSelection(target, common), needsPerson: true, ...(isFirstEver && { firstOf: "tests" as const }) },
    returning: { ...toSelection(returning, common), needsPerson: true },
    actors: groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex },
    firstTime: isFirst ? { fromMs, untilMs: rows.untilMs } : null,
    breakdown: null,
    ...(returns !== null && {
      returns: {
        windowMs: returns.isRolling ? WINDOW_HOURS[query.period] * 3_600_000 : null,
        minimum: returns.minimum,
        sumOf: returns.sumOf,
      },
    }),
    // A row of periods has as many cells less as there are rows before it.
    cells: rows.startsMs.length + query.total_intervals,
  };
}
