import type { Context } from "./context.ts";
import type { Kind } from "./line.ts";

/** The kinds of line with ids: their tables, and their names in a message. */
const NAMES: Partial<Record<Kind, { table: "cohorts" | "actions" | "feature_flags"; noun: string }>> = {
  cohort: { table: "cohorts", noun: "a cohort" },
  action: { table: "actions", noun: "an action" },
  feature_flag: { table: "feature_flags", noun: "a feature flag" },
};

/**
 * The reason why a cohort, an action or a flag cannot have its id; null = the id is free. Ids are unique across all
 * projects of the file.
 */
export function takenReason({ db }: Pick<Context, "db">, { kind, id }: { kind: Kind; id: number }): string | null {
  const known = NAMES[kind];
  if (known === undefined) return null;
  const { table, noun } = known;
  const taken = db.sql(`SELECT 1 FROM ${table} WHERE id = ?`).get(id);
  return taken === undefined ? null : `id: There is already ${noun} ${id}.`;
}
