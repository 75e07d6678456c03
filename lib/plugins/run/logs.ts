import { write } from "../../storage/index.ts";
import type { ConfigKey, Parts } from "./parts.ts";

export type LogSource = "SYSTEM" | "PLUGIN" | "CONSOLE";
export type LogType = "DEBUG" | "LOG" | "INFO" | "WARN" | "ERROR";

/** The log of plugin configs, written from time to time. */
export interface PluginLogs {
  /** Of this process, in entries and in life-cycle messages. */
  readonly instanceId: string;
  add(config: ConfigKey, source: LogSource, type: LogType, message: string): void;
  /** For use inside a transaction. */
  flush(): void;
  hasNews(): boolean;
}

const MAX_MESSAGE_CHARS = 16_384;
/** Of one config; older ones are forgotten. */
const KEPT_ENTRIES = 10_000;
const KEPT_MS = 7 * 86_400_000;

interface Entry {
  config: ConfigKey;
  id: string;
  timestampMs: number;
  source: LogSource;
  type: LogType;
  message: string;
}

/** Opens the log. @param onFull is called when so much waits that it should be written now */
export function createLogs({ db, clock, ids }: Parts, onFull: () => void): PluginLogs {
  const instanceId = ids.uuid(clock.now());
  let waiting: Entry[] = [];
  return {
    instanceId,
    add(config, source, type, message) {
      const timestampMs = clock.now();
      const text = message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message;
      waiting.push({ config, id: ids.uuid(timestampMs), timestampMs, source, type, message: text.toWellFormed() });
      if (waiting.length >= MANY) onFull();
    },
    hasNews: () => waiting.length > 0,
    flush() {
      const entries = waiting;
      waiting = [];
      const configs = new Map<number, ConfigKey>();
      for (const { config, id, timestampMs, source, type, message } of entries) {
        configs.set(config.id, config);
        db.sql(
          `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(id, config.projectId, config.pluginId, config.id, timestampMs, source, type, message, instanceId);
      }
      for (const { projectId, id } of configs.values()) forgetOld({ db, clock }, projectId, id);
    },
  };
}

/** Entries that are not left to wait for others. */
const MANY = 1000;

/** By age, and by number: entries of one config come in order. (Index plugin_logs_by_config.) */
function forgetOld({ db, clock }: Pick<Parts, "db" | "clock">, projectId: number, configId: number): void {
  db.sql("DELETE FROM plugin_logs WHERE project_id = ? AND config_id = ? AND timestamp < ?").run(
    projectId,
    configId,
    clock.now() - KEPT_MS,
  );
  db.sql(
    `DELETE FROM plugin_logs WHERE project_id = ? AND config_id = ? AND seq <= (
       SELECT seq FROM plugin_logs WHERE project_id = ? AND config_id = ?
       ORDER BY timestamp DESC, seq DESC LIMIT 1 OFFSET ?)`,
  ).run(projectId, configId, projectId, configId, KEPT_ENTRIES);
}

/** Stores what waits in logs and metrics. */
export function flushAll(db: Parts["db"], stores: readonly Pick<PluginLogs, "flush" | "hasNews">[]): void {
  if (!stores.some((store) => store.hasNews())) return;
  write(db, () => {
    for (const store of stores) store.flush();
  });
}
