import type { Context } from "../context.ts";
import { eventIndex } from "./event-index.ts";

/** The time of the last event of the person of each distinct id; those without a person or an event are left out. */
export async function newestTimes(
  ctx: Pick<Context, "db">,
  projectId: number,
  distinctIds: readonly string[],
): Promise<Map<string, number>> {
  const table = await eventIndex(ctx);
  // Index event_index_by_distinct_id, distinct_ids_by_person.
  const rows = ctx.db
    .sql<{ id: string; newest: number | null }>(
      `SELECT d.distinct_id AS id,
         max((SELECT max(i.timestamp) FROM ${table} i WHERE i.distinct_id_id = other.id)) AS newest
       FROM json_each(?) asked
         JOIN distinct_ids d ON d.project_id = ? AND d.distinct_id = asked.value
         JOIN distinct_ids other ON other.person_id = d.person_id
       GROUP BY d.distinct_id`,
    )
    .all(JSON.stringify(distinctIds), projectId);
  return new Map(rows.flatMap(({ id, newest }) => (newest === null ? [] : [[id, newest]])));
}
