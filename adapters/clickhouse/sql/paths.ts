import type {
  ActorPage,
  PathActorsPlan,
  PathEdge,
  PathNames,
  PathPoint,
  PathsAnswer,
  PathsPlan,
} from "../../../lib/engine.ts";
import { readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { literal } from "./literals.ts";
import { pathSteps } from "./path-steps.ts";
import type { PathSteps } from "./path-steps.ts";
import { hasActor, openRows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/**
 * Each actor's steps in order, cut into sessions, equal neighbours merged, cut to points and limit; then their edges
 * are counted.
 */
export async function paths(plan: PathsPlan, asking: Asking): Promise<PathsAnswer> {
  const { steps, walks } = await openWalks(plan, asking);
  const edge = `(place, ${steps.item("a")}, ${steps.item("b")}, ${steps.time("b")} - ${steps.time("a")})`;
  const edges = `arrayJoin(arrayMap((a, b, place) -> ${edge}, arrayPopBack(path), arrayPopFront(path), arrayEnumerate(arrayPopFront(path))))`;
  const limit = plan.edgeLimit === null ? "" : `LIMIT ${plan.edgeLimit}`;
  const counted = `SELECT edge.1 AS place, edge.2 AS a, edge.3 AS b, count() AS value, sum(edge.4) AS ms FROM (SELECT ${edges} AS edge FROM (${walks}) WHERE length(path) > 1) GROUP BY place, a, b ${weighed(plan)}`;
  const found = await asking.connection.rows<[string, string, number, number]>(
    `SELECT concat(toString(place), '_', ${steps.text("a")}) AS source, concat(toString(place + 1), '_', ${steps.text("b")}) AS target, value, ms
     FROM (${counted}) ORDER BY value DESC, source, target ${limit}`,
    asking,
  );
  const toEdge = ([source, target, value, ms]: (typeof found)[number]): PathEdge => {
    return { source, target, value: Number(value), average_conversion_time: Number(ms) / Number(value) };
  };
  return { edges: found.map(toEdge) };
}

/** Persons whose paths are at a point. */
export async function pathActors({ plan, point, page, cohorts }: PathActorsPlan, asking: Asking): Promise<ActorPage> {
  const { steps, walks } = await openWalks({ ...plan, ...(cohorts !== undefined && { cohorts }) }, asking);
  const sql = `SELECT DISTINCT actor_key AS key FROM (${walks}) WHERE ${isAt(point, steps)}`;
  return (await readActorPage({ sql, actors: { by: "persons" }, order: "keys", page }, asking)).page;
}

function isAt({ startKey, endKey, dropoffKey }: PathPoint, steps: PathSteps): string {
  const isItem = ({ step, item }: ReturnType<typeof toPlace>) =>
    step === 0 ? "0" : isNamed(steps, `path[${step}]`, item);
  if (dropoffKey !== null) {
    const last = toPlace(dropoffKey);
    return `NOT goes_on AND length(path) = ${last.step} AND ${isItem(last)}`;
  }
  const tests = ["notEmpty(path)"];
  const start = startKey === null ? null : toPlace(startKey);
  const end = endKey === null ? null : toPlace(endKey);
  if (start !== null) tests.push(`length(path) > ${start.step}`, isItem(start));
  if (end !== null) tests.push(`length(path) >= ${end.step}`, isItem(end));
  if (start !== null && end !== null) tests.push(start.step + 1 === end.step ? "1" : "0");
  return tests.join(" AND ");
}

/** Step 0 = no path gets there. */
function toPlace(key: string): { step: number; item: string } {
  const [, step = "0", item = ""] = /^([1-9]\d{0,8})_([^]*)$/.exec(key) ?? [];
  return { step: Number(step), item };
}

function isNamed({ item, named }: PathSteps, step: string, text: string): string {
  const wanted = named(text);
  return wanted === null ? "0" : `${item(step)} = ${wanted}`;
}

/** Each person's paths: `actor_key`, `path` (a list of steps), and `goes_on`: the limit left later steps out. */
async function openWalks(plan: PathsPlan, asking: Asking): Promise<{ steps: PathSteps; walks: string }> {
  if (plan.funnel !== null) unsupported("paths of a funnel");
  const steps = await pathSteps(plan, asking);
  return { steps, walks: walksOf(plan, steps, asking) };
}

function walksOf(plan: PathsPlan, steps: PathSteps, asking: Asking): string {
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(plan.select);
  const item = steps.ofRow(rows);
  const actor = rows.actor({ by: "persons" });
  const takesPart = [test, hasActor({ by: "persons" }, actor), isIncluded(plan.include)].join(" AND ");
  const found = `SELECT ${actor} AS actor_key, ms, seq, ${item} AS item FROM ${rows.from(plan.range)} WHERE ${takesPart}`;
  const excluded = plan.items.exclude.flatMap((text) => steps.named(text) ?? []);
  const rest = excluded.length === 0 ? "" : `WHERE item NOT IN (${excluded.join(",")})`;
  const lists = `SELECT actor_key, ${steps.list} AS done FROM (${found}) ${rest} GROUP BY actor_key`;
  const times = `arrayMap(step -> ${steps.time("step")}, done)`;
  const sessions = `SELECT actor_key, arrayJoin(arraySplit((step, passed) -> passed >= ${plan.gapMs}, done, arrayDifference(${times}))) AS session FROM (${lists})`;
  // The last of equal neighbours stays; an empty item at the end does not count.
  const items = `arrayMap(step -> ${steps.item("step")}, session)`;
  const merged = `SELECT actor_key, arrayFilter((step, next) -> ${steps.item("step")} != next, session, arrayPushBack(arrayPopFront(${items}), ${steps.named("")})) AS merged FROM (${sessions})`;
  return cut(plan, steps, merged);
}

function isIncluded(include: PathNames | null): string {
  if (include === null) return "1";
  const tests = include.names.length === 0 ? [] : [`event IN (${include.names.map(literal).join(",")})`];
  if (include.custom) tests.push("NOT startsWith(toString(event), '$')");
  return `(${tests.join(" OR ") || "0"})`;
}

/** The kept part of each session, as `path`; sessions without the points have none. */
function cut({ startPoint, endPoint, stepLimit }: PathsPlan, steps: PathSteps, merged: string): string {
  const first = startPoint === null ? "1" : `arrayFirstIndex(step -> ${isNamed(steps, "step", startPoint)}, merged)`;
  const started =
    startPoint === null
      ? `SELECT actor_key, merged AS started FROM (${merged})`
      : `SELECT actor_key, arraySlice(merged, ${first}) AS started FROM (${merged}) WHERE ${first} > 0`;
  if (endPoint === null)
    return `SELECT actor_key, arraySlice(started, 1, ${stepLimit}) AS path, length(started) > ${stepLimit} AS goes_on FROM (${started})`;
  const least = startPoint === null ? 0 : 1;
  const last = `arrayFirstIndex((step, place) -> ${isNamed(steps, "step", endPoint)} AND place > ${least}, started, arrayEnumerate(started))`;
  const ended = `SELECT actor_key, arraySlice(started, 1, ${last}) AS ended FROM (${started}) WHERE ${last} > 0`;
  if (startPoint === null)
    return `SELECT actor_key, arraySlice(ended, -${stepLimit}) AS path, 0 AS goes_on FROM (${ended})`;
  const half = Math.floor(stepLimit / 2);
  // The gap has the time of the first item that it replaces.
  const gap = `[${steps.gap(`ended[${half + 1}]`)}]`;
  const halves = `arrayConcat(arraySlice(ended, 1, ${half}), ${gap}, arraySlice(ended, length(ended) - ${half} + 1))`;
  return `SELECT actor_key, if(length(ended) <= ${stepLimit}, ended, ${halves}) AS path, 0 AS goes_on FROM (${ended})`;
}

function weighed({ minWeight, maxWeight }: PathsPlan): string {
  const bounds = [
    ...(minWeight === null ? [] : [`value >= ${minWeight}`]),
    ...(maxWeight === null ? [] : [`value <= ${maxWeight}`]),
  ];
  return bounds.length === 0 ? "" : `HAVING ${bounds.join(" AND ")}`;
}
