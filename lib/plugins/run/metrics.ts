import type { ConfigKey, Parts } from "./parts.ts";

/** A call's purpose in `plugin_metrics` (reference/plugins.md 9). */
export type Category = "processEvent" | "onEvent" | "exportEvents" | "scheduledTask" | "composeWebhook";

export type Count = "successes" | "successesOnRetry" | "failures";

/** Results of calls by hour, written at intervals. */
export interface PluginMetrics {
  add(config: ConfigKey, category: Category, count: Count, by?: number): void;
  /** Call it inside a transaction. */
  flush(): void;
  hasNews(): boolean;
}

const HOUR_MS = 3_600_000;

type Row = Record<Count, number> & { config: ConfigKey; hourMs: number; category: Category };

export function createMetrics({ db, clock }: Parts): PluginMetrics {
  const rows = new Map<string, Row>();
  return {
    add(config, category, count, by = 1) {
      const nowMs = clock.now();
      const hourMs = nowMs - (nowMs % HOUR_MS);
      const key = `${config.id} ${hourMs} ${category}`;
      let row = rows.get(key);
      if (row === undefined) {
        row = { config, hourMs, category, successes: 0, successesOnRetry: 0, failures: 0 };
        rows.set(key, row);
      }
      row[count] += by;
    },
    hasNews: () => rows.size > 0,
    flush() {
      for (const { config, hourMs, category, successes, successesOnRetry, failures } of rows.values()) {
        db.sql(
          `INSERT INTO plugin_metrics (project_id, config_id, hour, category, successes, successes_on_retry, failures)
           VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (config_id, hour, category) DO UPDATE SET successes = successes + excluded.successes,
             successes_on_retry = successes_on_retry + excluded.successes_on_retry,
             failures = failures + excluded.failures`,
        ).run(config.projectId, config.id, hourMs, category, successes, successesOnRetry, failures);
      }
      rows.clear();
    },
  };
}
