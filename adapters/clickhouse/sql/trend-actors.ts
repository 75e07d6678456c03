import type { ActorPage, TrendActorsPlan } from "../../../lib/engine.ts";
import { emptyPage, readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { literal } from "./literals.ts";
import { hasActor, openRows } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { tallyOf } from "./tally.ts";
import { rank, toValues } from "./trend.ts";
import { numberLiteral, numberOf } from "./value-test.ts";

/** The actors at a point, with the values of their rows. */
export async function trendActors(plan: TrendActorsPlan, asking: Asking): Promise<ActorPage> {
  const { select, range, actors, value, order, page } = plan;
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(select);
  const line = await testOfLine(plan, rows, asking);
  if (line === null) return emptyPage(actors, true);
  const actor = rows.actor(actors);
  const tally = tallyOf(value, rows);
  const sql = `SELECT ${actor} AS key, ${tally} AS value FROM ${rows.from(range)} WHERE ${test} AND ${line} AND ${hasActor(actors, actor)} GROUP BY key`;
  return (await readActorPage({ sql, actors, order, hasValues: true, page }, asking)).page;
}

/** The test that a row is in the line; null = no row is. */
async function testOfLine(plan: TrendActorsPlan, rows: Rows, asking: Asking): Promise<string | null> {
  const { line, breakdown, select, projectId, cohorts = [], valueRange } = plan;
  if (breakdown === null || line.type === "whole") return "1";
  if (line.type === "cohort") return line.id === null ? "1" : rows.cohort(line.id);
  if (line.type === "bin") {
    if (breakdown.by !== "bins") return null;
    const number = numberOf(rows.value(breakdown.source));
    return `ifNull(${number} >= ${numberLiteral(line.bin.low)} AND ${number} < ${numberLiteral(line.bin.high)}, 0)`;
  }
  if (breakdown.by !== "values") return null;
  const key = `[${breakdown.sources.map((source) => rows.value(source)).join(",")}]`;
  if (line.type === "values") {
    const texts = line.values.map(String);
    // Only a length is a number.
    const isSame = JSON.stringify(toValues(breakdown.sources, texts)) === JSON.stringify(line.values);
    return isSame && texts.length === breakdown.sources.length ? `${key} = ${toKey(texts)}` : null;
  }
  const { first, earlier } = await rank({ projectId, cohorts, valueRange }, { select, breakdown }, asking);
  const ranked = [...earlier, ...first].map(toKey);
  return ranked.length === 0 ? "1" : `NOT has([${ranked.join(",")}], ${key})`;
}

function toKey(texts: readonly string[]): string {
  return `[${texts.map(literal).join(",")}]`;
}
