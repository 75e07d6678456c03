import { invalid } from "../../base/errors.ts";
import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { nextInterval, startOfInterval } from "../shared/calendar.ts";
import { resolveQueryRange } from "../shared/query-range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { MAX_INTERVALS } from "./node.ts";
import type { RetentionQuery } from "./node.ts";
import type { RetentionPlan } from "./plan.ts";

/** The rows of a retention, on the project's clock. */
export interface RetentionRows {
  startsMs: number[];
  /** The end of the last row. */
  untilMs: number;
}

/** Lengths of windows that begin with an event. */
const WINDOW_HOURS = { Hour: 1, Day: 24, Week: 168, Month: 720 };

/**
 * Whole periods up to the one that holds `date_to`: as many as a row has values, or from the one that holds
 * `date_from`. @throws HogletError 400 naming the field
 */
export function toRetentionRows(query: RetentionQuery, asked: Asked): RetentionRows {
  const { calendar, nowMs } = asked;
  const { interval, date_to } = query;
  const { untilMs: endMs } = resolveQueryRange(
    { date_from: "1970-01-01", date_to, isExplicit: false, interval },
    { nowMs, calendar, earliestMs: null },
  );
  const lastMs = startOfInterval(endMs - 1, interval, calendar);
  const firstMs = query.date_from === null ? null : toFirst(query, query.date_from, asked, endMs);
  const startsMs = [lastMs];
  const isWanted = (ms: number) => (firstMs === null ? startsMs.length < query.intervals : ms >= firstMs);
  for (;;) {
    const ms = startOfInterval((startsMs[0] ?? 0) - 1, interval, calendar);
    if (!isWanted(ms)) break;
    if (startsMs.length === MAX_INTERVALS) {
      throw invalid("date_from", `Expected at most ${MAX_INTERVALS} rows.`);
    }
    startsMs.unshift(ms);
  }
  return { startsMs, untilMs: nextInterval(lastMs, interval, calendar) };
}

function toFirst(
  { interval, date_to }: RetentionQuery,
  dateFrom: string,
  { calendar, nowMs }: Asked,
  endMs: number,
): number {
  // All time has too many periods for a table.
  if (dateFrom === "all") throw invalid("date_from", "Expected a date: retention is not of all time.");
  const input = { date_from: dateFrom, date_to, isExplicit: false, interval };
  const { fromMs } = resolveQueryRange(input, { nowMs, calendar, earliestMs: null });
  return startOfInterval(Math.min(fromMs, endMs - 1), interval, calendar);
}

/**
 * Events after the last row count as returning, so that each row has all of its values.
 * @returns null = an action does not exist
 */
export function planRetention(
  ctx: Pick<Asks, "db">,
  asked: Asked,
  query: RetentionQuery,
  rows: RetentionRows,
): RetentionPlan | null {
  const { project } = asked;
  const [target, returning] = resolveEntities(ctx, project.id, query.entities) ?? [];
  if (target === undefined || returning === undefined) return null;
  const { returns, first } = query;
  const { range, edgesMs } = toPeriods(asked, query, rows);
  const common = toCommonFilters(project, query);
  return {
    kind: "retention",
    projectId: project.id,
    range,
    rowEdgesMs: [...rows.startsMs, rows.untilMs],
    periodEdgesMs: edgesMs,
    sessionRange: toSessionRange(range),
    target: {
      ...toSelection(target, common),
      needsPerson: true,
      ...(first === "ever" && { firstOf: "tests" as const }),
    },
    returning: { ...toSelection(returning, common), needsPerson: true },
    actors: query.actors,
    firstTime: first === "matching" ? { fromMs: range.fromMs, untilMs: rows.untilMs } : null,
    breakdown: null,
    ...(returns !== null && {
      returns: {
        windowMs: returns.isRolling ? WINDOW_HOURS[query.period] * 3_600_000 : null,
        minimum: returns.minimum,
        sumOf: returns.sumOf,
      },
    }),
    // Row r of periods gets `cells − r` cells.
    cells: rows.startsMs.length + query.intervals,
  };
}

/** The periods of the rows and of their values. */
function toPeriods(
  { calendar, nowMs }: Asked,
  { interval, intervals, returns }: RetentionQuery,
  rows: RetentionRows,
): { range: DateRange; edgesMs: number[] } {
  const edgesMs = [...rows.startsMs];
  let { untilMs } = rows;
  // Windows that begin with an event may end in the period after the last.
  const count = intervals + (returns?.isRolling === true ? 1 : 0);
  // Nothing has happened after now.
  for (let more = 1; more < count && untilMs <= nowMs; more++) {
    edgesMs.push(untilMs);
    untilMs = nextInterval(untilMs, interval, calendar);
  }
  return { range: { fromMs: edgesMs[0] ?? untilMs, untilMs }, edgesMs };
}

/**
 * A plan whose rows are the values of target events in the rows of periods; only returning events of that time count.
 */
export function toValuesPlan(
  plan: RetentionPlan,
  breakdown: NonNullable<RetentionQuery["breakdown"]>,
  cells: number,
): RetentionPlan {
  const { returns: _, ...common } = plan;
  const untilMs = plan.rowEdgesMs.at(-1) ?? plan.range.untilMs;
  const needsSession = plan.target.needsSession || breakdown.some(({ type }) => type === "session");
  return {
    ...common,
    range: { ...plan.range, untilMs },
    periodEdgesMs: plan.periodEdgesMs.filter((ms) => ms < untilMs),
    target: { ...plan.target, needsSession },
    breakdown,
    cells,
  };
}
