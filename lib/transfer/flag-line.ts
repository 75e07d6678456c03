import { FLAG_SETTINGS, NEW_FLAG } from "../flags/evaluation/index.ts";
import { and, eq, fromColumns, gt, lte, query } from "../storage/queries/index.ts";
import { featureFlags } from "../storage/tables/index.ts";

/** The flags of a project with ids after `from` and up to `to`, without deleted ones. */
export const flagsBetween = query((db, given: { projectId: number; from: number; to: number }) =>
  db
    .select()
    .from(featureFlags)
    .where(
      and(
        gt(featureFlags.id, given.from),
        lte(featureFlags.id, given.to),
        eq(featureFlags.projectId, given.projectId),
        eq(featureFlags.deleted, 0),
      ),
    )
    .orderBy(featureFlags.id),
);

/** A flag's line without its `kind`: `active`, and settings that differ from a new flag's. */
export function toFlagLine(row: typeof featureFlags.$inferSelect): object {
  const settings = fromColumns(row, NEW_FLAG);
  const isTold = (name: keyof typeof NEW_FLAG) =>
    name === "active" || JSON.stringify(settings[name]) !== JSON.stringify(NEW_FLAG[name]);
  const told = Object.fromEntries(FLAG_SETTINGS.filter(isTold).map((name) => [name, settings[name]]));
  return { id: row.id, key: row.key, name: told["name"], filters: JSON.parse(row.filters) as object, ...told };
}
