import type { EarliestEventPlan, EventCount, EventNamesPlan } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";

/** The names of a project's events. */
export async function eventNames({ projectId }: EventNamesPlan, asking: Asking): Promise<EventCount[]> {
  const { connection } = asking;
  const sql = `SELECT event, count(), max(ms) FROM ${connection.table("events")} WHERE project_id = ${projectId} GROUP BY event`;
  const found = await connection.rows<[string, number, number]>(sql, asking);
  return found.map(([name, count, lastMs]) => ({ name, count: Number(count), lastMs: Number(lastMs) }));
}

/** The time of the first event after an instant. */
export async function earliestEvent({ projectId, afterMs }: EarliestEventPlan, asking: Asking): Promise<number | null> {
  const { connection } = asking;
  const sql = `SELECT count(), min(ms) FROM ${connection.table("events")} WHERE project_id = ${projectId} AND ms > ${afterMs}`;
  const [row] = await connection.rows<[number, number]>(sql, asking);
  return row !== undefined && row[0] > 0 ? Number(row[1]) : null;
}
