import * as v from "valibot";
import { Id, Instant, Uuid } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import type { Page } from "../../base/page.ts";
import type { PluginLogQuery } from "./input.ts";
import { and, desc, eq, gt, isListed, lt, pages, sql } from "../../storage/queries/index.ts";
import { pluginLogs } from "../../storage/tables/index.ts";

/** A log line of a config, or of the runtime about it (docs/contract.md). */
export const PluginLogRecord = v.pipe(
  v.object({
    id: Uuid,
    team_id: Id,
    plugin_id: Id,
    plugin_config_id: Id,
    /** ISO text. */
    timestamp: Instant,
    /** SYSTEM, PLUGIN or CONSOLE. */
    source: v.string(),
    /** DEBUG, LOG, INFO, WARN or ERROR. */
    type: v.string(),
    message: v.string(),
    /** Id of the process. */
    instance_id: Uuid,
  }),
  v.examples([
    {
      id: "018f2a77-0d10-7000-8000-0000000000aa",
      team_id: 7,
      plugin_id: 4,
      plugin_config_id: 15,
      timestamp: "2024-05-02T10:00:00.000123Z",
      source: "SYSTEM",
      type: "DEBUG",
      message: "setupPlugin finished",
      instance_id: "018f2a77-0d10-7000-8000-0000000000bb",
    },
  ]),
);
export interface PluginLogRecord extends v.InferOutput<typeof PluginLogRecord> {}

interface Wanted {
  projectId: number;
  configId: number;
  /** Epoch ms; both bounds are exclusive. */
  after: number;
  before: number;
  /** Text to search for in messages, in lower case; empty = any message. */
  search: string;
  /** JSON list; null = any. */
  types: string | null;
}

// Index plugin_logs_by_config.
const isWanted = ({ projectId, configId, after, before, search, types }: Wanted) =>
  and(
    eq(pluginLogs.projectId, projectId),
    eq(pluginLogs.configId, configId),
    gt(pluginLogs.timestamp, after),
    lt(pluginLogs.timestamp, before),
    sql`(${search} = '' OR instr(hoglet_lower(${pluginLogs.message}), ${search}) > 0)`,
    sql`(${types} IS NULL OR ${isListed(pluginLogs.type, types)})`,
  );

const logPages = pages(pluginLogs, isWanted, desc(pluginLogs.timestamp), desc(pluginLogs.seq));

/** Newest first. An unknown config has an empty list. */
export function listPluginLogs(
  { db }: Pick<Context, "db">,
  projectId: number,
  configId: number,
  { limit, offset, after, before, search, type_filter: types }: PluginLogQuery,
): Page<PluginLogRecord> {
  const wanted = {
    projectId,
    configId,
    after: after ?? Number.MIN_SAFE_INTEGER,
    before: before ?? Number.MAX_SAFE_INTEGER,
    search: search?.toLowerCase() ?? "",
    types: types === undefined || types.length === 0 ? null : JSON.stringify(types),
  };
  const { count, rows } = logPages(db, wanted, { limit, offset });
  return { count, results: rows.map(toLogRecord) };
}

function toLogRecord(row: typeof pluginLogs.$inferSelect): PluginLogRecord {
  return {
    id: row.id,
    team_id: row.projectId,
    plugin_id: row.pluginId,
    plugin_config_id: row.configId,
    timestamp: toIso(row.timestamp),
    source: row.source,
    type: row.type,
    message: row.message,
    instance_id: row.instanceId,
  };
}
