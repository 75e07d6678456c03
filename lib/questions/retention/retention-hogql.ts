import { printEventsSelect } from "../../hogql/index.ts";
import { BUCKETS, eventsToHogQL, instantToHogQL, MOST_ROWS } from "../shared/to-hogql.ts";
import type { Bucket } from "../shared/to-hogql.ts";
import type { RetentionQuery } from "./node.ts";
import type { RetentionPlan } from "./plan.ts";

const HOUR_MS = 3_600_000;

/**
 * The statement of HogQL that has the counts of a retention: a row for each start and distance that somebody has; distance 0 counts
 * all who started. Null = no single statement says it.
 */
export function retentionToHogQL(query: RetentionQuery, plan: RetentionPlan): string | null {
  const { breakdown, cohorts, brackets, isCumulative, returns, aggregate, intervals } = query;
  const bucket = BUCKETS[query.interval];
  const isPlain = breakdown === null && cohorts === null && brackets === null && !isCumulative && aggregate === null;
  if (bucket === undefined || !isPlain || returns?.isRolling === true || plan.actors.by !== "persons") return null;
  // Where clocks turn by half an hour, dateDiff does not count the hours that the project's clock shows.
  const edgesMs = query.interval === "hour" ? [...plan.periodEdgesMs, plan.range.untilMs] : [];
  if (edgesMs.some((ms) => (ms - plan.range.fromMs) % HOUR_MS !== 0)) return null;
  const started = startedToHogQL(plan, bucket);
  const where = eventsToHogQL(plan.range, plan.returning);
  const most = (plan.rowEdgesMs.length - 1) * intervals;
  if (started === null || where === null || most > MOST_ROWS) return null;
  const { name, start } = bucket;
  const later = `${name}s_later`;
  const columns = ["person_id", `${start}(timestamp) AS returned`];
  const back = printEventsSelect({ columns, where, keys: ["person_id", "returned"], fill: null, limit: null });
  const minimum = returns === null ? "" : `\nHAVING count() >= ${returns.minimum}`;
  return [
    `WITH started AS (\n${started}\n), back AS (\n${back}${minimum}\n)`,
    `SELECT ${name}, ${later}, count() AS total FROM (`,
    `SELECT ${name}, 0 AS ${later} FROM started`,
    "UNION ALL",
    `SELECT ${name}, dateDiff('${name}', ${name}, returned) AS ${later}`,
    `FROM started JOIN back ON back.person_id = started.person_id\nWHERE returned > ${name}`,
    `)\nWHERE ${later} < ${intervals}\nGROUP BY ${name}, ${later}\nORDER BY ${name}, ${later}\nLIMIT ${most}`,
  ].join("\n");
}

/** The persons and the buckets that they started in; null = a part has no SQL. */
function startedToHogQL({ range, rowEdgesMs, firstTime, target }: RetentionPlan, bucket: Bucket): string | null {
  const { name, start } = bucket;
  const { fromMs, untilMs } = firstTime ?? { fromMs: range.fromMs, untilMs: rowEdgesMs.at(-1) ?? range.untilMs };
  const where = eventsToHogQL({ fromMs: firstTime === null ? fromMs : -Infinity, untilMs }, target);
  if (where === null) return null;
  const time = firstTime === null ? "timestamp" : "min(timestamp)";
  const columns = ["person_id", `${start}(${time}) AS ${name}`];
  const keys = ["person_id", ...(firstTime === null ? [name] : [])];
  const select = printEventsSelect({ columns, where, keys, fill: null, limit: null });
  return firstTime === null ? select : `${select}\nHAVING min(timestamp) >= ${instantToHogQL(fromMs)}`;
}
