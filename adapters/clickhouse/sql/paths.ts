import type {
  ActorPage,
  PathActorsPlan,
  PathEdge,
  PathItems,
  PathNames,
  PathPoint,
  PathsAnswer,
  PathsPlan,
} from "../../../lib/engine.ts";
import { readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { literal } from "./literals.ts";
import { hasActor, openRows } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** The item in the middle of a path between two points that was too long. */
const GAP = "...";

/**
 * Answers paths: the steps (time, arrival, item) of each actor in order, cut into sessions, equal neighbours merged, cut to the points
 * and the limit, and their edges counted.
 */
export async function paths(plan: PathsPlan, asking: Asking): Promise<PathsAnswer> {
  const edge = `arrayJoin(arrayMap((a, b, place) -> (place, a.3, b.3, b.1 - a.1), arrayPopBack(path), arrayPopFront(path), arrayEnumerate(arrayPopFront(path))))`;
  const limit = plan.edgeLimit === null ? "" : `LIMIT ${plan.edgeLimit}`;
  const found = await asking.connection.rows<[string, string, number, number]>(
    `SELECT concat(toString(edge.1), '_', edge.2) AS source, concat(toString(edge.1 + 1), '_', edge.3) AS target, count() AS value, sum(edge.4)
     FROM (SELECT ${edge} AS edge FROM (${walksOf(plan, asking)}) WHERE length(path) > 1)
     GROUP BY edge.1, edge.2, edge.3 ${weighed(plan)} ORDER BY value DESC, source, target ${limit}`,
    asking,
  );
  const edges = found.map(([source, target, value, ms]): PathEdge => {
    return { source, target, value: Number(value), average_conversion_time: Number(ms) / Number(value) };
  });
  return { edges };
}

/** The persons whose paths are at a point. */
export async function pathActors({ plan, point, page, cohorts }: PathActorsPlan, asking: Asking): Promise<ActorPage> {
  const walks = walksOf({ ...plan, ...(cohorts !== undefined && { cohorts }) }, asking);
  const sql = `SELECT DISTINCT actor_key AS key FROM (${walks}) WHERE ${isAt(point)}`;
  return (await readActorPage({ sql, actors: { by: "persons" }, order: "keys", page }, asking)).page;
}

function isAt({ startKey, endKey, dropoffKey }: PathPoint): string {
  if (dropoffKey !== null) {
    const last = toPlace(dropoffKey);
    return `length(path) = ${last.step} AND ${isItem(last)}`;
  }
  const tests = ["notEmpty(path)"];
  const start = startKey === null ? null : toPlace(startKey);
  const end = endKey === null ? null : toPlace(endKey);
  if (start !== null) tests.push(`length(path) > ${start.step}`, isItem(start));
  if (end !== null) tests.push(`length(path) >= ${end.step}`, isItem(end));
  if (start !== null && end !== null) tests.push(start.step + 1 === end.step ? "1" : "0");
  return tests.join(" AND ");
}

/** A numbered item. Step 0 = no path comes there. */
function toPlace(key: string): { step: number; item: string } {
  const [, step = "0", item = ""] = /^([1-9]\d{0,8})_([^]*)$/.exec(key) ?? [];
  return { step: Number(step), item };
}

function isItem({ step, item }: { step: number; item: string }): string {
  return step === 0 ? "0" : `path[${step}].3 = ${literal(item)}`;
}

/** The paths of each person, as lists of steps: time, arrival, item. */
function walksOf(plan: PathsPlan, asking: Asking): string {
  if (plan.funnel !== null) unsupported("paths of a funnel");
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(plan.select);
  const item = itemOf(plan.items, rows);
  const actor = rows.actor({ by: "persons" });
  const takesPart = [test, hasActor({ by: "persons" }, actor), isIncluded(plan.include)].join(" AND ");
  const steps = `SELECT ${actor} AS actor_key, ms, seq, ${item} AS item FROM ${rows.from(plan.range)} WHERE ${takesPart}`;
  const excluded =
    plan.items.exclude.length === 0 ? "" : `WHERE item NOT IN (${plan.items.exclude.map(literal).join(",")})`;
  const lists = `SELECT actor_key, arraySort(groupArray((ms, seq, item))) AS done FROM (${steps}) ${excluded} GROUP BY actor_key`;
  const sessions = `SELECT actor_key, arrayJoin(arraySplit((step, passed) -> passed >= ${plan.gapMs}, done, arrayDifference(done.1))) AS session FROM (${lists})`;
  // The last of equal items in a row stays; an empty item at the end does not count.
  const merged = `SELECT actor_key, arrayFilter((step, next) -> step.3 != next, session, arrayPushBack(arrayPopFront(session.3), '')) AS merged FROM (${sessions})`;
  return cut(plan, merged);
}

/** The item of an event, before items are left out. */
function itemOf({ translations, replacements, groupings }: PathItems, rows: Rows): string {
  if (replacements.length > 0 || groupings.length > 0) unsupported("items by patterns");
  const choices = translations.flatMap(({ event, key, trimSlash }) => {
    const text = rows.value({ type: "event", key, as: "text" });
    const trimmed = `if(length(${text}) > 1 AND endsWith(${text}, '/'), substring(${text}, 1, length(${text}) - 1), ${text})`;
    return [`event = ${literal(event)}`, trimSlash ? trimmed : text];
  });
  return choices.length === 0 ? "toString(event)" : `multiIf(${choices.join(", ")}, toString(event))`;
}

function isIncluded(include: PathNames | null): string {
  if (include === null) return "1";
  const tests = include.names.length === 0 ? [] : [`event IN (${include.names.map(literal).join(",")})`];
  if (include.custom) tests.push("NOT startsWith(toString(event), '$')");
  return `(${tests.join(" OR ") || "0"})`;
}

/** The kept part of each session, as `path`; sessions without the points have none. */
function cut({ startPoint, endPoint, stepLimit }: PathsPlan, merged: string): string {
  const first = startPoint === null ? "1" : `arrayFirstIndex(step -> step.3 = ${literal(startPoint)}, merged)`;
  const started =
    startPoint === null
      ? `SELECT actor_key, merged AS started FROM (${merged})`
      : `SELECT actor_key, arraySlice(merged, ${first}) AS started FROM (${merged}) WHERE ${first} > 0`;
  if (endPoint === null) return `SELECT actor_key, arraySlice(started, 1, ${stepLimit}) AS path FROM (${started})`;
  const least = startPoint === null ? 0 : 1;
  const last = `arrayFirstIndex((step, place) -> step.3 = ${literal(endPoint)} AND place > ${least}, started, arrayEnumerate(started))`;
  const ended = `SELECT actor_key, arraySlice(started, 1, ${last}) AS ended FROM (${started}) WHERE ${last} > 0`;
  if (startPoint === null) return `SELECT actor_key, arraySlice(ended, -${stepLimit}) AS path FROM (${ended})`;
  const half = Math.floor(stepLimit / 2);
  // The gap has the time of the first item that it replaces.
  const gap = `[(ended[${half + 1}].1, toInt64(0), '${GAP}')]`;
  const halves = `arrayConcat(arraySlice(ended, 1, ${half}), ${gap}, arraySlice(ended, length(ended) - ${half} + 1))`;
  return `SELECT actor_key, if(length(ended) <= ${stepLimit}, ended, ${halves}) AS path FROM (${ended})`;
}

function weighed({ minWeight, maxWeight }: PathsPlan): string {
  const bounds = [
    ...(minWeight === null ? [] : [`value >= ${minWeight}`]),
    ...(maxWeight === null ? [] : [`value <= ${maxWeight}`]),
  ];
  return bounds.length === 0 ? "" : `HAVING ${bounds.join(" AND ")}`;
}
