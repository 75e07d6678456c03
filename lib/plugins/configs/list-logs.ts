import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import type { Page } from "../../base/page.ts";
import type { PluginLogQuery } from "./input.ts";

/** A log line of a config, or of the runtime about it (docs/contract.md). */
export interface PluginLogRecord {
  id: string;
  team_id: number;
  plugin_id: number;
  plugin_config_id: number;
  /** ISO text. */
  timestamp: string;
  /** SYSTEM, PLUGIN or CONSOLE. */
  source: string;
  /** DEBUG, LOG, INFO, WARN or ERROR. */
  type: string;
  message: string;
  /** Id of the process. */
  instance_id: string;
}

/** The log of a config, newest first. An unknown config has an empty list. */
export function listPluginLogs(
  { db }: Pick<Context, "db">,
  projectId: number,
  configId: number,
  { limit, offset, ...query }: PluginLogQuery,
): Page<PluginLogRecord> {
  const { where, values } = toCondition(query);
  // Index plugin_logs_by_config.
  const from = `FROM plugin_logs WHERE project_id = ? AND config_id = ?${where}`;
  const rows = db
    .sql(
      `SELECT id, project_id AS team_id, plugin_id, config_id AS plugin_config_id, timestamp, source, type, message,
         instance_id ${from} ORDER BY timestamp DESC, seq DESC LIMIT ? OFFSET ?`,
    )
    .all(projectId, configId, ...values, limit, offset) as LogRow[];
  const count = db
    .sql(`SELECT count(*) ${from}`)
    .pluck()
    .get(projectId, configId, ...values);
  return { count: Number(count), results: rows.map(toRecord) };
}

interface LogRow extends Omit<PluginLogRecord, "timestamp"> {
  timestamp: number;
}

function toRecord({ timestamp, ...row }: LogRow): PluginLogRecord {
  const { id, team_id, plugin_id, plugin_config_id, ...rest } = row;
  return { id, team_id, plugin_id, plugin_config_id, timestamp: toIso(timestamp), ...rest };
}

function toCondition({ after, before, search, type_filter: types }: Omit<PluginLogQuery, "limit" | "offset">) {
  const parts: [sql: string, value: string | number][] = [];
  if (after !== undefined) parts.push(["timestamp > ?", after]);
  if (before !== undefined) parts.push(["timestamp < ?", before]);
  if (search) parts.push(["instr(hoglet_lower(message), ?) > 0", search.toLowerCase()]);
  if (types !== undefined && types.length > 0) {
    parts.push(["type IN (SELECT value FROM json_each(?))", JSON.stringify(types)]);
  }
  return { where: parts.map(([sql]) => ` AND ${sql}`).join(""), values: parts.map(([, value]) => value) };
}
