import type { Db } from "../storage/index.ts";
import type { Context } from "./context.ts";
import type { Kind } from "./line.ts";

/** Kinds of line with ids: whether an id is taken, and a noun for messages. */
const KINDS: Partial<Record<Kind, { find: (db: Db, id: number) => unknown; noun: string }>> = {
  cohort: { find: (db, id) => db.sql("SELECT 1 FROM cohorts WHERE id = ?").get(id), noun: "a cohort" },
  action: { find: (db, id) => db.sql("SELECT 1 FROM actions WHERE id = ?").get(id), noun: "an action" },
  feature_flag: {
    find: (db, id) => db.sql("SELECT 1 FROM feature_flags WHERE id = ?").get(id),
    noun: "a feature flag",
  },
};

/**
 * The reason why a cohort, an action or a flag cannot have its id; null = the id is free. Ids are unique across all
 * projects of the file.
 */
export function takenReason({ db }: Pick<Context, "db">, { kind, id }: { kind: Kind; id: number }): string | null {
  const known = KINDS[kind];
  return known?.find(db, id) === undefined ? null : `id: There is already ${known.noun} ${id}.`;
}
