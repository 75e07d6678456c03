import type { Context } from "./context.ts";

/**
 * The reason why a cohort or action cannot have its id; null = the id is free. Ids are unique across all projects of
 * the file.
 */
export function takenReason({ db }: Pick<Context, "db">, line: { kind: string; id: number }): string | null {
  const taken =
    line.kind === "cohort"
      ? db.sql("SELECT 1 FROM cohorts WHERE id = ?").get(line.id)
      : db.sql("SELECT 1 FROM actions WHERE id = ?").get(line.id);
  return taken === undefined
    ? null
    : `id: There is already ${line.kind === "cohort" ? "a cohort" : "an action"} ${line.id}.`;
}
