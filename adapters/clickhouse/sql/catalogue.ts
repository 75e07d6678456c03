import type {
  EarliestEventPlan,
  EventCount,
  EventNamesPlan,
  EventValuesPlan,
  PropertyKey,
  PropertyKeysPlan,
  ValueCount,
} from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { literal } from "./literals.ts";

export async function eventNames({ projectId }: EventNamesPlan, asking: Asking): Promise<EventCount[]> {
  const { connection } = asking;
  const sql = `SELECT event, count(), max(ms) FROM ${connection.table("events")} WHERE project_id = ${projectId} GROUP BY event`;
  const found = await connection.rows<[string, number, number]>(sql, asking);
  return found.map(([name, count, lastMs]) => ({ name, count: Number(count), lastMs: Number(lastMs) }));
}

/** Time of the first event after an instant. */
export async function earliestEvent({ projectId, afterMs }: EarliestEventPlan, asking: Asking): Promise<number | null> {
  const { connection } = asking;
  const sql = `SELECT count(), min(ms) FROM ${connection.table("events")} WHERE project_id = ${projectId} AND ms > ${afterMs}`;
  const [row] = await connection.rows<[number, number]>(sql, asking);
  return row !== undefined && row[0] > 0 ? Number(row[1]) : null;
}

/** Every key of such events' properties, with some values. */
export async function propertyKeys(
  { projectId, event, valueLimit }: PropertyKeysPlan,
  asking: Asking,
): Promise<PropertyKey[]> {
  const { connection } = asking;
  const values = `groupUniqArrayIf(${Math.max(1, valueLimit)})((text[name], has(bare, name)), mapContains(text, name))`;
  const keys = "arrayDistinct(arrayConcat(mapKeys(text), bare))";
  const rows = `SELECT text, bare, arrayJoin(${keys}) AS name FROM ${eventsOf(asking, projectId, event)}`;
  const found = await connection.rows<[string, [string, number][]]>(
    `SELECT name, ${values} FROM (${rows}) GROUP BY name`,
    asking,
  );
  return found.map(([key, texts]) => ({
    key,
    values: texts.slice(0, valueLimit).map(([text, isBare]) => (isBare === 0 ? text : JSON.parse(text))),
  }));
}

/** The most frequent values of a property. Texts are compared here, since lower case is hoglet's. */
export async function eventValues(plan: EventValuesPlan, asking: Asking): Promise<ValueCount[]> {
  const { projectId, event, key, contains, limit } = plan;
  const { connection } = asking;
  // All that tie with the last are read, since hoglet's order of texts decides between them.
  const page = contains === "" ? `ORDER BY counted DESC LIMIT ${limit} WITH TIES` : "";
  const text = connection.propertyColumn(key) ?? `text[${literal(key)}]`;
  const sql = `SELECT ${text} AS name, count() AS counted FROM ${eventsOf(asking, projectId, event)} AND name != '' GROUP BY name ${page}`;
  const found: ValueCount[] = [];
  await connection.stream(
    sql,
    (rows) => {
      for (const [name, count] of rows as [string, number][]) {
        if (name.toLowerCase().includes(contains)) found.push({ name, count: Number(count) });
      }
    },
    asking,
  );
  return found.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
}

function eventsOf({ connection }: Asking, projectId: number, event: string | null): string {
  const isNamed = event === null ? "" : `AND event = ${literal(event)}`;
  return `${connection.table("events")} WHERE project_id = ${projectId} ${isNamed}`;
}
