import type { Context } from "../context.ts";

const DAY_MS = 86_400_000;

/**
 * The share of successful calls into each config in the last 24 whole hours: 0 to 1; 1 without countable calls. Configs
 * without records are absent (reference/plugins.md 9).
 */
export function deliveryRates(
  { db, clock }: Pick<Context, "db" | "clock">,
  projectId: number,
  configIds: readonly number[],
): Map<number, number> {
  const rows = db
    .sql(
      `SELECT config_id AS id, sum(successes + successes_on_retry) AS good,
         sum(successes + successes_on_retry + failures) AS total
       FROM plugin_metrics
       WHERE project_id = ? AND hour > ? AND config_id IN (SELECT value FROM json_each(?)) GROUP BY config_id`,
    )
    .all(projectId, clock.now() - DAY_MS, JSON.stringify(configIds)) as { id: number; good: number; total: number }[];
  return new Map(rows.map(({ id, good, total }) => [id, total === 0 ? 1 : good / total]));
}
