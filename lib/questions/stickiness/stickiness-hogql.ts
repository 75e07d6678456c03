import { printEventsSelect } from "../../hogql/index.ts";
import { BUCKETS, eventsToHogQL, MOST_ROWS } from "../shared/to-hogql.ts";
import type { StickinessQuery } from "./node.ts";
import type { StickinessPlan } from "./plan.ts";

/**
 * A row for each number of intervals in which somebody did it. Null = no single statement of HogQL has these numbers.
 */
export function stickinessToHogQL(query: StickinessQuery, plan: StickinessPlan): string | null {
  const bucket = BUCKETS[query.dates.interval];
  const where = eventsToHogQL(plan.range, plan.select);
  const isPlain = query.intervals === 1 && query.criterion === null && !query.isCumulative && !query.dates.isExplicit;
  if (bucket === undefined || where === null || !isPlain || plan.actors.by !== "persons") return null;
  if (plan.edgesMs.length > MOST_ROWS) return null;
  const intervals = `${bucket.name}s`;
  const columns = ["person_id", `count(DISTINCT ${bucket.start}(timestamp)) AS ${intervals}`];
  const persons = printEventsSelect({ columns, where, keys: ["person_id"], fill: null, limit: null });
  return [
    `SELECT ${intervals}, count() AS total FROM (`,
    persons,
    `)\nGROUP BY ${intervals}\nORDER BY ${intervals}\nLIMIT ${plan.edgesMs.length}`,
  ].join("\n");
}
