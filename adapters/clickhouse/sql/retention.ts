import type {
  ActorPage,
  AppearancesPage,
  AppearancesPlan,
  RetentionActorsPlan,
  RetentionAnswer,
  RetentionPlan,
  RetentionRow,
} from "../../../lib/engine.ts";
import { emptyPage, readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { bucketOf, laterBucketOf } from "./buckets.ts";
import { literal } from "./literals.ts";
import { hasActor, openRows } from "./rows.ts";
import { toValues } from "./trend.ts";
import { unsupported } from "./unsupported.ts";

/** An actor's cells in a row, over `targets`, `returns` and `row_key`. */
const CELLS = `arrayDistinct(arrayConcat([toInt64(0)], arrayFlatten(arrayMap(t -> arrayMap(r -> r - t.2, arrayFilter(r -> r > t.2, returns)), arrayFilter(t -> t.1 = row_key, targets)))))`;

/** Periods whose bits fit a number of ClickHouse. */
const MAX_BITS = 64;

/** Each actor's targets, returns and cells, and the actors of each cell. */
export async function retention(plan: RetentionPlan, asking: Asking): Promise<RetentionAnswer> {
  const { breakdown } = plan;
  const sql = hasBits(plan) ? countByBits(plan, asking) : countByLists(plan, asking);
  const found = await asking.connection.rows<[string[], number, number]>(sql, asking);
  const answer = new Map<string, RetentionRow>();
  for (const [texts, cell, count] of found) {
    const name = JSON.stringify(texts);
    const rowKey = breakdown === null ? Number(texts[0]) : toValues(breakdown, texts);
    const row = answer.get(name) ?? { key: rowKey, counts: Array.from({ length: lengthOf(plan, rowKey) }, () => 0) };
    answer.set(name, row);
    if (cell < row.counts.length) row.counts[cell] = Number(count);
  }
  return { rows: [...answer.values()] };
}

function countByLists(plan: RetentionPlan, asking: Asking): string {
  const own = `SELECT targets, returns, arrayJoin(arrayDistinct(arrayMap(t -> t.1, targets))) AS row_key FROM (${activityOf(plan, asking)}) WHERE notEmpty(targets)`;
  return `SELECT row_key, cell, count() FROM (SELECT row_key, arrayJoin(${CELLS}) AS cell FROM (${own})) GROUP BY row_key, cell`;
}

/** Are rows periods, as in all of hoglet's questions, and do their bits fit? */
function hasBits({ breakdown, rowEdgesMs, periodEdgesMs }: RetentionPlan): boolean {
  const isPeriod = rowEdgesMs.every((edge, place) => edge === (periodEdgesMs[place] ?? edge));
  return (
    breakdown === null && isPeriod && periodEdgesMs.length >= rowEdgesMs.length - 1 && periodEdgesMs.length <= MAX_BITS
  );
}

/**
 * Counts with a bit for each period: actors with equal bits are counted together. Where both selections are the same,
 * other rows are left out before.
 */
function countByBits(plan: RetentionPlan, asking: Asking): string {
  const { range, firstTime, actors, rowEdgesMs, periodEdgesMs } = plan;
  const { rows, target, returning, actor } = open(plan, asking);
  const isSame = target === returning;
  const { fromMs, untilMs } = firstTime ?? range;
  const edgesMs = [fromMs, rowEdgesMs[0] ?? fromMs, untilMs, rowEdgesMs.at(-1) ?? untilMs];
  const isIn = (ms: string) =>
    `${ms} >= ${Math.max(...edgesMs.slice(0, 2))} AND ${ms} < ${Math.min(...edgesMs.slice(2))}`;
  const word = [16, 32].find((bits) => periodEdgesMs.length <= bits) ?? MAX_BITS;
  const bit = (ms: string) => `bitShiftLeft(toUInt${word}(1), toUInt8(${laterBucketOf(periodEdgesMs, ms)}))`;
  const bitsOf = (test: string, isInTime: string) =>
    `groupBitOr(if(${isSame ? "" : `${test} AND `}${isInTime}, ${bit("ms")}, toUInt${word}(0)))`;
  const first = isSame ? "min(ms)" : `minIf(ms, ${target})`;
  const hasTarget = isSame ? "1" : `countIf(${target}) > 0`;
  const targets =
    firstTime === null
      ? bitsOf(target, isIn("ms"))
      : `if(${hasTarget} AND ${isIn(first)}, ${bit(first)}, toUInt${word}(0))`;
  const returns = bitsOf(returning, `ms >= ${range.fromMs} AND ms < ${range.untilMs}`);
  const counted = `${hasActor(actors, actor)}${isSame ? ` AND ${target}` : ""}`;
  const active = `SELECT ${targets} AS targets, ${returns} AS returns FROM ${rows.from(reachOf(plan))} WHERE ${counted} GROUP BY ${actor}`;
  const alike = `SELECT targets, returns, count() AS own FROM (${active}) WHERE targets != 0 GROUP BY targets, returns`;
  const inRows = `SELECT arrayJoin(bitPositionsToArray(targets)) AS place, returns, own FROM (${alike})`;
  const cells = `SELECT place, arrayJoin(bitPositionsToArray(bitOr(bitShiftRight(returns, place), 1))) AS cell, own FROM (${inRows})`;
  return `SELECT [toString(place)], cell, sum(own) FROM (${cells}) GROUP BY place, cell`;
}

export async function retentionActors(
  { plan, row, cell, page, cohorts }: RetentionActorsPlan,
  asking: Asking,
): Promise<ActorPage> {
  const { actors } = plan;
  const inRow = rowOf({ ...plan, ...(cohorts !== undefined && { cohorts }) }, row, asking);
  if (inRow === null || cell >= lengthOf(plan, row)) return emptyPage(actors);
  const sql = `SELECT actor_key AS key FROM (${inRow}) WHERE has(${CELLS}, ${cell})`;
  return (await readActorPage({ sql, actors, order: "keys", page }, asking)).page;
}

export async function appearances(
  { plan, row, cells: shown, page, cohorts }: AppearancesPlan,
  asking: Asking,
): Promise<AppearancesPage> {
  const { actors } = plan;
  const length = lengthOf(plan, row);
  const words = Math.max(1, Math.ceil(length / 32));
  const inRow = rowOf({ ...plan, ...(cohorts !== undefined && { cohorts }) }, row, asking);
  if (inRow === null) return { ...emptyPage(actors, true), words, bits: new Uint32Array(0) };
  // Cell 0 has all actors of the row, even of a row without any length.
  const cells = `arrayFilter(cell -> cell < ${Math.max(1, length)}, ${CELLS})`;
  const sql = `SELECT actor_key AS key, ${cells} AS cells, arrayCount(cell -> cell < ${shown}, cells) AS value FROM (${inRow})`;
  const order = "values, keys descending";
  const found = await readActorPage<number[]>({ sql, actors, order, extra: "cells", page }, asking);
  const bits = new Uint32Array(found.extras.length * words);
  for (const [actor, own] of found.extras.entries()) {
    for (const cell of own) {
      const word = actor * words + Math.floor(cell / 32);
      bits[word] = (bits[word] ?? 0) | (1 << (cell & 31));
    }
  }
  return { ...found.page, words, bits };
}

function lengthOf(plan: RetentionPlan, row: RetentionRow["key"]): number {
  return typeof row === "number" ? Math.max(0, plan.cells - row) : plan.cells;
}

/** The actors of a row; null = no row can have this key. */
function rowOf(plan: RetentionPlan, row: RetentionRow["key"], asking: Asking): string | null {
  const { breakdown } = plan;
  // Compiled first, since it may have no SQL: a number of a session is no text, and yet a key.
  const activity = activityOf(plan, asking);
  const texts = typeof row === "number" ? [String(row)] : row.map(String);
  const known = breakdown === null ? Number(texts[0]) : toValues(breakdown, texts);
  if (JSON.stringify(known) !== JSON.stringify(row)) return null;
  const key = `CAST([${texts.map(literal).join(",")}], 'Array(String)')`;
  return `SELECT actor_key, targets, returns, ${key} AS row_key FROM (${activity}) WHERE arrayExists(t -> t.1 = row_key, targets)`;
}

/** Each actor's targets, as pairs of a row's key and a period, and the periods of its returns. */
function activityOf(plan: RetentionPlan, asking: Asking): string {
  const { range, firstTime, breakdown, actors, rowEdgesMs, periodEdgesMs } = plan;
  const { rows, target, returning, actor } = open(plan, asking);
  const place = bucketOf(rowEdgesMs);
  const key =
    breakdown === null ? `[toString(${place})]` : `[${breakdown.map((source) => rows.value(source)).join(",")}]`;
  const isInRow = breakdown === null ? `${place} >= 0 AND ${place} < ${rowEdgesMs.length - 1}` : "1";
  const period = bucketOf(periodEdgesMs);
  const stretch = firstTime ?? range;
  const isIn = `(ms >= ${stretch.fromMs} AND ms < ${stretch.untilMs} AND ${isInRow})`;
  const targets =
    firstTime === null
      ? `groupUniqArrayIf((${key}, ${period}), ${target} AND ${isIn})`
      : `if(countIf(${target}) > 0 AND argMinIf(${isIn}, (ms, seq), ${target}), [argMinIf((${key}, ${period}), (ms, seq), ${target})], CAST([], 'Array(Tuple(Array(String), Int64))'))`;
  const returns = `groupUniqArrayIf(${period}, ${returning} AND ms >= ${range.fromMs} AND ms < ${range.untilMs})`;
  return `SELECT ${actor} AS actor_key, ${targets} AS targets, ${returns} AS returns FROM ${rows.from(reachOf(plan))} WHERE ${hasActor(actors, actor)} GROUP BY actor_key`;
}

function open(plan: RetentionPlan, asking: Asking) {
  if (plan.returns !== undefined) unsupported("retention by windows");
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const target = rows.selection(plan.target);
  const returning = rows.selection(plan.returning);
  return { rows, target, returning, actor: rows.actor(plan.actors) };
}

/** The time that is read. */
function reachOf({ range, firstTime }: RetentionPlan): { fromMs: number; untilMs: number } {
  return {
    fromMs: firstTime === null ? range.fromMs : Number.MIN_SAFE_INTEGER,
    untilMs: Math.max(range.untilMs, firstTime?.untilMs ?? 0),
  };
}
