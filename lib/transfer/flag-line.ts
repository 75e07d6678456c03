import type { RowOf } from "../storage/index.ts";
import type { featureFlags } from "../storage/tables/index.ts";
import type { Context } from "./context.ts";

type FlagRow = Omit<
  RowOf<typeof featureFlags>,
  | "project_id"
  | "deleted"
  | "version"
  | "created_at"
  | "created_by"
  | "updated_at"
  | "last_modified_by"
  | "last_called_at"
>;

/** The flags of a project with ids after `from` and up to `to`, without deleted ones. */
export function readFlags(
  { db }: Pick<Context, "db">,
  projectId: number,
  { from, to }: { from: number; to: number },
): FlagRow[] {
  return db
    .sql<FlagRow>(
      `SELECT id, key, name, filters, active, archived, ensure_experience_continuity, evaluation_runtime,
         bucketing_identifier, is_remote_configuration, tags, evaluation_tags
       FROM feature_flags NOT INDEXED WHERE id > ? AND id <= ? AND project_id = ? AND deleted = 0 ORDER BY id`,
    )
    .all(from, to, projectId);
}

/** The line of a flag without its kind: fields that a new flag has anyway are left out. */
export function toFlagLine(row: FlagRow): object {
  return {
    id: row.id,
    key: row.key,
    name: row.name || undefined,
    filters: JSON.parse(row.filters) as object,
    active: row.active === 1,
    archived: row.archived === 1 || undefined,
    ensure_experience_continuity: row.ensure_experience_continuity === 1 || undefined,
    evaluation_runtime: row.evaluation_runtime === "all" ? undefined : row.evaluation_runtime,
    bucketing_identifier: row.bucketing_identifier === "distinct_id" ? undefined : row.bucketing_identifier,
    is_remote_configuration: row.is_remote_configuration === 1 || undefined,
    tags: row.tags === "[]" ? undefined : (JSON.parse(row.tags) as string[]),
    evaluation_tags: row.evaluation_tags === "[]" ? undefined : (JSON.parse(row.evaluation_tags) as string[]),
  };
}
