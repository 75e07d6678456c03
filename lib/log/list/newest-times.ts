import type { Context } from "../context.ts";
import { completeIndex } from "./event-index.ts";

/**
 * The last event time of each distinct id's person, if there is one.
 * @throws HogletError 503 when the database cannot be written to
 */
export async function newestTimes(
  ctx: Pick<Context, "db">,
  projectId: number,
  distinctIds: readonly string[],
): Promise<Map<string, number>> {
  await completeIndex(ctx);
  // Indexes distinct_ids_by_text, distinct_ids_by_person, event_index_by_distinct_id. Without CROSS, SQLite compares
  // all of the project's ids with all asked for.
  const rows = ctx.db
    .sql<{ id: string; newest: number | null }>(
      `SELECT d.distinct_id AS id,
         max((SELECT max(i.timestamp) FROM event_index i WHERE i.distinct_id_id = other.id)) AS newest
       FROM json_each(?) asked
         CROSS JOIN distinct_ids d ON d.project_id = ? AND d.distinct_id = asked.value
         CROSS JOIN distinct_ids other ON other.person_id = d.person_id
       GROUP BY d.distinct_id`,
    )
    .all(JSON.stringify(distinctIds), projectId);
  return new Map(rows.flatMap(({ id, newest }) => (newest === null ? [] : [[id, newest]])));
}
