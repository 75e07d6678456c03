import { printEventsSelect } from "../../hogql/index.ts";
import { BUCKETS, eventsToHogQL, instantToHogQL, MOST_ROWS } from "../shared/to-hogql.ts";
import type { LifecycleQuery } from "./node.ts";
import type { LifecyclePlan } from "./plan.ts";

/**
 * The statement of HogQL that has the numbers of a lifecycle: a row for each period and status that somebody has. Null = no single
 * statement says it.
 */
export function lifecycleToHogQL({ dates }: LifecycleQuery, plan: LifecyclePlan): string | null {
  const bucket = BUCKETS[dates.interval];
  const { actors = { by: "persons" }, edgesMs, range } = plan;
  const where = eventsToHogQL(range, plan.select);
  const [, firstMs] = edgesMs;
  const most = edgesMs.length * 4;
  // Exact dates may begin or end within a period.
  if (bucket === undefined || where === null || firstMs === undefined || most > MOST_ROWS) return null;
  if (actors.by !== "persons" || dates.isExplicit) return null;
  const { name, start, bound } = bucket;
  const step = `INTERVAL 1 ${name.toUpperCase()}`;
  const columns = ["person_id", `${start}(timestamp) AS ${name}`, `any(${start}(person.created_at)) AS created`];
  const active = printEventsSelect({ columns, where, keys: ["person_id", name], fill: null, limit: null });
  const beside = (words: string, column: string) =>
    `SELECT ${name}, created, ${words}(${name}) OVER (PARTITION BY person_id ORDER BY ${name}) AS ${column} FROM (\n${active}\n)`;
  const [first, until] = [firstMs, range.untilMs].map((ms) => `${bound}(${instantToHogQL(ms)})`);
  return [
    `SELECT ${name}, status, total FROM (`,
    `SELECT ${name}, multiIf(created = ${name}, 'new', before = ${name} - ${step}, 'returning', 'resurrecting') AS status, count() AS total`,
    `FROM (\n${beside("lag", "before")}\n)\nWHERE ${name} >= ${first}\nGROUP BY ${name}, status`,
    "UNION ALL",
    `SELECT ${name} + ${step} AS next, 'dormant' AS status, 0 - count() AS total`,
    `FROM (\n${beside("lead", "after")}\n)\nWHERE (after IS NULL OR after > ${name} + ${step}) AND ${name} + ${step} < ${until}\nGROUP BY next, status`,
    `)\nORDER BY ${name}, status\nLIMIT ${most}`,
  ].join("\n");
}
