import type { Context } from "../context.ts";
import { and, eq, gt, isListed, query, sql } from "../../storage/queries/index.ts";
import { pluginMetrics } from "../../storage/tables/index.ts";

const DAY_MS = 86_400_000;

const good = sql<number>`sum(${pluginMetrics.successes} + ${pluginMetrics.successesOnRetry})`;
const failed = sql<number>`sum(${pluginMetrics.failures})`;

/** `configIds` is a JSON list. */
const totals = query((db, given: { projectId: number; afterMs: number; configIds: string }) =>
  db
    .select({ id: pluginMetrics.configId, good, failed })
    .from(pluginMetrics)
    .where(
      and(
        eq(pluginMetrics.projectId, given.projectId),
        gt(pluginMetrics.hour, given.afterMs),
        isListed(pluginMetrics.configId, given.configIds),
      ),
    )
    .groupBy(pluginMetrics.configId),
);

/**
 * The share of successful calls into each config in the last 24 whole hours, 0 to 1; 1 without countable calls. Configs
 * without records are absent (reference/plugins.md 9).
 */
export function deliveryRates(
  { db, clock }: Pick<Context, "db" | "clock">,
  projectId: number,
  configIds: readonly number[],
): Map<number, number> {
  const given = { projectId, afterMs: clock.now() - DAY_MS, configIds: JSON.stringify(configIds) };
  const rows = totals.all(db, given);
  return new Map(rows.map((row) => [row.id, row.good + row.failed === 0 ? 1 : row.good / (row.good + row.failed)]));
}
