import type { DateRange } from "../../../lib/port/range.ts";
import type { EventRow } from "../../../lib/port/row.ts";
import type {
  RetentionAnswer,
  RetentionPlan,
  RetentionReturns,
  RetentionRow,
} from "../../../lib/questions/retention/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import { parseNumber, propertyText, storedValue } from "./filters/value.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { bucketOf } from "./bucket-of.ts";
import { actorOf, compileSelection } from "./select.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/** A retention that counts returning events in its own way. */
export type ReturnsPlan = RetentionPlan & { returns: RetentionReturns };

interface Moment {
  ms: number;
  /** Null = the event has no number. */
  number: number | null;
}

/** The target and returning events of one actor, in order of time. */
interface Moments {
  targets: Moment[];
  returns: Moment[];
}

/** The events of an actor in each cell of a row; a cell without enough of them is left out, except for cell 0. */
export type FilledCells = Map<number, Moment[]>;

/** Answers such a retention: for each actor and row the events of each cell. */
export function retentionByReturns(db: Db, plan: ReturnsPlan): RetentionAnswer {
  const rows = new Map<number, Required<RetentionRow>>();
  for (const moments of readMoments(db, plan).values()) {
    for (const row of new Set(moments.targets.map(({ ms }) => rowOf(plan, ms)))) {
      if (row === null) continue;
      const zeros = () => Array.from({ length: plan.cells - row }, () => 0);
      const own = rows.get(row) ?? { key: row, counts: zeros(), sums: zeros(), numbers: zeros() };
      rows.set(row, own);
      for (const [cell, events] of toFilledCells(plan, moments, row)) {
        const numbers = events.flatMap(({ number }) => number ?? []);
        own.counts[cell] = (own.counts[cell] ?? 0) + 1;
        own.sums[cell] = numbers.reduce((sum, number) => sum + number, own.sums[cell] ?? 0);
        own.numbers[cell] = (own.numbers[cell] ?? 0) + numbers.length;
      }
    }
  }
  const hasSums = plan.returns.sumOf !== null;
  return { rows: [...rows.values()].map((row) => (hasSums ? row : { key: row.key, counts: row.counts })) };
}

/** The cells of each actor of a row. */
export function readFilledCells(db: Db, plan: ReturnsPlan, row: number): Map<number | string, Set<number>> {
  const found = new Map<number | string, Set<number>>();
  for (const [actor, moments] of readMoments(db, plan)) {
    const cells = toFilledCells(plan, moments, row);
    if (cells.size > 0) found.set(actor, new Set(cells.keys()));
  }
  return found;
}

function toFilledCells(plan: ReturnsPlan, { targets, returns }: Moments, row: number): FilledCells {
  const { windowMs, minimum } = plan.returns;
  const own = targets.filter(({ ms }) => rowOf(plan, ms) === row);
  const [first] = own;
  if (first === undefined) return new Map();
  const cells: FilledCells = new Map();
  for (const moment of returns) {
    const cell =
      windowMs === null
        ? bucketOf(plan.periodEdgesMs, moment.ms) - bucketOf(plan.periodEdgesMs, first.ms)
        : Math.floor((moment.ms - first.ms) / windowMs);
    if (cell > 0 && cell < plan.cells - row) cells.set(cell, [...(cells.get(cell) ?? []), moment]);
  }
  for (const [cell, events] of cells) if (events.length < minimum) cells.delete(cell);
  return cells.set(0, own);
}

function rowOf({ rowEdgesMs }: ReturnsPlan, ms: number): number | null {
  const place = bucketOf(rowEdgesMs, ms);
  return place >= 0 && place < rowEdgesMs.length - 1 ? place : null;
}

function readMoments(db: Db, plan: ReturnsPlan): Map<number | string, Moments> {
  const { projectId, range, sessionRange, firstTime } = plan;
  const cohorts = plannedCohorts(db, plan.cohorts);
  const log = { db, projectId, sessionRange };
  const isTarget = compileSelection(plan.target, cohorts, log);
  const isReturn = compileSelection(plan.returning, cohorts, log);
  const found = new Map<number | string, Moments>();
  const seen = new Set<number | string>();
  const fromMs = firstTime === null ? range.fromMs : Number.MIN_SAFE_INTEGER;
  const untilMs = Math.max(range.untilMs, firstTime?.untilMs ?? 0);
  for (const row of walkEvents(db, { projectId, sessionRange, fromMs, untilMs })) {
    const actor = actorOf(row, plan.actors);
    if (actor === null) continue;
    const own = found.get(actor) ?? { targets: [], returns: [] };
    found.set(actor, own);
    const moment = { ms: row.timestampMs, number: numberOf(plan, row) };
    if (isTarget(row)) {
      if ((firstTime === null || !seen.has(actor)) && isIn(firstTime ?? range, moment.ms)) own.targets.push(moment);
      seen.add(actor);
    }
    if (isReturn(row) && isIn(range, moment.ms)) own.returns.push(moment);
  }
  return found;
}

function isIn({ fromMs, untilMs }: DateRange, ms: number): boolean {
  return ms >= fromMs && ms < untilMs;
}

function numberOf({ returns: { sumOf } }: ReturnsPlan, row: EventRow): number | null {
  if (sumOf === null) return null;
  const properties = sumOf.type === "event" ? row.properties : row.personProperties;
  return parseNumber(propertyText(storedValue(properties, sumOf.key)));
}
