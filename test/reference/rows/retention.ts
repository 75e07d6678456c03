import type { EventRow } from "../../../lib/port/row.ts";
import type { GroupValue } from "../../../lib/port/lines.ts";
import type { RetentionAnswer, RetentionRow, RetentionPlan } from "../../../lib/questions/retention/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { bucketOf } from "./bucket-of.ts";
import { groupValue } from "./group-value.ts";
import { actorOf, compileSelection } from "./select.ts";
import { retentionByReturns } from "./retention-returns.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

type RowKey = RetentionRow["key"];

/** The activity of one actor. */
interface Activity {
  /** By row, the periods of target events that belong to it. */
  targets: Map<string, { key: RowKey; periods: Set<number> }>;
  /** The periods of returning events. */
  returns: Set<number>;
  /** The first target event of all time was seen. */
  hasFirst: boolean;
}

/** Answers a retention: first the activity of each actor, then its cells. Source: reference/insights.md 10. */
export function retention(db: Db, plan: RetentionPlan): RetentionAnswer {
  const { returns } = plan;
  if (returns !== undefined) return retentionByReturns(db, { ...plan, returns });
  const rows = new Map<string, RetentionRow>();
  for (const { targets, returns: back } of readActivities(db, plan).values()) {
    for (const [name, { key, periods }] of targets) {
      const row = rows.get(name) ?? { key, counts: Array.from({ length: toLength(plan, key) }, () => 0) };
      rows.set(name, row);
      for (const cell of toCells(periods, back)) {
        if (cell < row.counts.length) row.counts[cell] = (row.counts[cell] ?? 0) + 1;
      }
    }
  }
  return { rows: [...rows.values()] };
}

/** The cells of a row that an actor belongs to, each once: several periods may lead to the same. */
export function toCells(periods: Set<number>, returns: Set<number>): Set<number> {
  const cells = new Set([0]);
  for (const period of periods) {
    for (const back of returns) if (back > period) cells.add(back - period);
  }
  return cells;
}

/** How many cells a row has. */
export function toLength({ cells }: RetentionPlan, key: RowKey): number {
  return typeof key === "number" ? cells - key : cells;
}

/** Reads the activity of each actor. */
export function readActivities(db: Db, plan: RetentionPlan): Map<number | string, Activity> {
  const { projectId, range, sessionRange, firstTime } = plan;
  const cohorts = plannedCohorts(db, plan.cohorts);
  const log = { db, projectId, sessionRange };
  const isTarget = compileSelection(plan.target, cohorts, log);
  const isReturn = compileSelection(plan.returning, cohorts, log);
  const activities = new Map<number | string, Activity>();
  // A first event may be as old as time.
  const fromMs = firstTime === null ? range.fromMs : Number.MIN_SAFE_INTEGER;
  const untilMs = Math.max(range.untilMs, firstTime?.untilMs ?? 0);
  for (const row of walkEvents(db, { projectId, sessionRange, fromMs, untilMs })) {
    const actor = actorOf(row, plan.actors);
    if (actor === null) continue;
    const activity = activities.get(actor) ?? { targets: new Map(), returns: new Set(), hasFirst: false };
    activities.set(actor, activity);
    if (isTarget(row)) addTarget(plan, activity, row);
    const isInRange = row.timestampMs >= range.fromMs && row.timestampMs < range.untilMs;
    if (isInRange && isReturn(row)) activity.returns.add(bucketOf(plan.periodEdgesMs, row.timestampMs));
  }
  return activities;
}

function addTarget(plan: RetentionPlan, activity: Activity, row: EventRow): void {
  const { fromMs, untilMs } = plan.firstTime ?? plan.range;
  const isWanted = plan.firstTime === null || !activity.hasFirst;
  activity.hasFirst = true;
  if (!isWanted || row.timestampMs < fromMs || row.timestampMs >= untilMs) return;
  const key = toKey(plan, row);
  if (key === null) return;
  const name = JSON.stringify(key);
  const target = activity.targets.get(name) ?? { key, periods: new Set() };
  activity.targets.set(name, target);
  target.periods.add(bucketOf(plan.periodEdgesMs, row.timestampMs));
}

/** Null = the event is in no row. */
function toKey({ breakdown, rowEdgesMs }: RetentionPlan, row: EventRow): number | GroupValue[] | null {
  if (breakdown !== null) return breakdown.map((source) => groupValue(row, source));
  const place = bucketOf(rowEdgesMs, row.timestampMs);
  // The last edge is the end of the last row.
  return place >= 0 && place < rowEdgesMs.length - 1 ? place : null;
}
