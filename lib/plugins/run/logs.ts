import { write } from "../../storage/index.ts";
import { openBudget, rowBytes } from "./budget.ts";
import type { Budget } from "./budget.ts";
import type { ConfigKey, Parts } from "./parts.ts";

export type LogSource = "SYSTEM" | "PLUGIN" | "CONSOLE";
export type LogType = "DEBUG" | "LOG" | "INFO" | "WARN" | "ERROR";

/** The log of plugin configs, written at intervals. */
export interface PluginLogs {
  /** Id of this process, in entries and life-cycle messages. */
  readonly instanceId: string;
  add(config: ConfigKey, source: LogSource, type: LogType, message: string): void;
  /** Call it inside a transaction. */
  flush(): void;
  hasNews(): boolean;
}

const MAX_MESSAGE_CHARS = 16_384;
/** Entries of a config; older ones are deleted. */
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

/** Opens the log. @param onFull called when so many entries wait that they should be written now */
export function createLogs({ db, clock, ids, options }: Parts, onFull: () => void): PluginLogs {
  const instanceId = ids.uuid(clock.now());
  let waiting: Entry[] = [];
  const toEntry = (config: ConfigKey, source: LogSource, type: LogType, message: string): Entry => {
    const timestampMs = clock.now();
    const text = message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message;
    return { config, id: ids.uuid(timestampMs), timestampMs, source, type, message: text.toWellFormed() };
  };
  const insert = ({ config, id, timestampMs, source, type, message }: Entry) => {
    db.sql(
      `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(id, config.projectId, config.pluginId, config.id, timestampMs, source, type, message, instanceId);
  };
  return {
    instanceId,
    add(config, source, type, message) {
      waiting.push(toEntry(config, source, type, message));
      if (waiting.length >= MANY) onFull();
    },
    hasNews: () => waiting.length > 0,
    flush() {
      const entries = waiting;
      waiting = [];
      for (const [config, own] of groupByConfig(entries)) {
        const budget = openBudget({ db, options }, config.id);
        const { kept, dropped } = fit(own, budget.left());
        for (const entry of kept) insert(entry);
        if (dropped > 0) {
          const message = `${dropped} lines were dropped: the config's budget for storage, cache, jobs and logs is used up.`;
          insert(toEntry(config, "SYSTEM", "WARN", message));
        }
        forgetOld({ db, clock }, config);
        forgetExcess(db, config, budget);
      }
    },
  };
}

/** Waiting entries that are written at once. */
const MANY = 1000;

function groupByConfig(entries: readonly Entry[]): [ConfigKey, Entry[]][] {
  const groups = new Map<number, [ConfigKey, Entry[]]>();
  for (const entry of entries) {
    const group = groups.get(entry.config.id) ?? [entry.config, []];
    group[1].push(entry);
    groups.set(entry.config.id, group);
  }
  return [...groups.values()];
}

/** The runtime's own entries are always kept. */
function fit(entries: readonly Entry[], leftBytes: number): { kept: Entry[]; dropped: number } {
  let left = leftBytes;
  const kept = entries.filter(({ source, message }) => {
    const bytes = rowBytes(message);
    if (source !== "SYSTEM" && bytes > left) return false;
    left -= bytes;
    return true;
  });
  return { kept, dropped: entries.length - kept.length };
}

/** Deletes the oldest entries beyond the log's share. (Index plugin_logs_by_config.) */
function forgetExcess(db: Parts["db"], { projectId, id }: ConfigKey, budget: Budget): void {
  let excess = budget.logExcess();
  if (excess === 0) return;
  const read = db.sql(
    `SELECT seq, octet_length(message) AS bytes FROM plugin_logs WHERE project_id = ? AND config_id = ?
     ORDER BY timestamp, seq LIMIT 1`,
  );
  const remove = db.sql("DELETE FROM plugin_logs WHERE seq = ?");
  while (excess > 0) {
    const oldest = read.get(projectId, id) as { seq: number; bytes: number } | undefined;
    if (oldest === undefined) return;
    remove.run(oldest.seq);
    excess -= oldest.bytes + rowBytes();
  }
}

/** Deletes by age, and by number: entries of one config come in order. (Index plugin_logs_by_config.) */
function forgetOld({ db, clock }: Pick<Parts, "db" | "clock">, { projectId, id: configId }: ConfigKey): void {
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

export async function flushAll(
  db: Parts["db"],
  stores: readonly Pick<PluginLogs, "flush" | "hasNews">[],
): Promise<void> {
  if (!stores.some((store) => store.hasNews())) return;
  await write(db, () => {
    for (const store of stores) store.flush();
  });
}
