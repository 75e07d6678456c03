import type {
  EventCount,
  EventValuesPlan,
  PropertyKey,
  PropertyKeysPlan,
  ValueCount,
} from "../../../lib/questions/definitions/catalogue-plan.ts";
import { propertyText, storedValue } from "./filters/value.ts";
import type { Json, Properties } from "../../../lib/events/filters/index.ts";
import { allEvents } from "../../../lib/log/event-rows.ts";
import { parseOfEvent } from "../../../lib/log/index.ts";
import { propertiesOf } from "../../../lib/log/event-texts.ts";
import type { Db } from "../../../lib/storage/index.ts";

/** The names that the project's events have. */
export function eventNames(db: Db, projectId: number): EventCount[] {
  return db
    .sql(
      `SELECT n.name, count(*) AS count, max(e.timestamp) AS lastMs FROM ${allEvents()} e JOIN event_names n ON n.id = e.event_name_id
       WHERE e.project_id = ? GROUP BY n.id`,
    )
    .all(projectId) as EventCount[];
}

/** Every key that properties of such events have. */
export function propertyKeys(db: Db, { projectId, event, valueLimit }: PropertyKeysPlan): PropertyKey[] {
  const found = new Map<string, Map<string, Json>>();
  for (const properties of walkProperties(db, projectId, event)) {
    for (const [key, value] of Object.entries(properties)) {
      const values = found.get(key) ?? new Map<string, Json>();
      found.set(key, values);
      if (value !== null && values.size < valueLimit) values.set(JSON.stringify(value), value);
    }
  }
  return [...found].map(([key, values]) => ({ key, values: [...values.values()] }));
}

/** The most frequent values of a property. */
export function eventValues(db: Db, { projectId, event, key, contains, limit }: EventValuesPlan): ValueCount[] {
  const counts = new Map<string, number>();
  for (const properties of walkProperties(db, projectId, event)) {
    const name = propertyText(storedValue(properties, key));
    if (name !== "" && name.toLowerCase().includes(contains)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

function* walkProperties(db: Db, projectId: number, event: string | null): Generator<Properties> {
  const rows = db
    .sql(
      `SELECT e.seq, ${propertiesOf("e")} FROM ${allEvents()} e JOIN event_names n ON n.id = e.event_name_id
       WHERE e.project_id = @projectId AND (@event IS NULL OR n.name = @event) ORDER BY e.seq DESC`,
    )
    .raw(true)
    .iterate({ projectId, event }) as IterableIterator<[number, string]>;
  for (const [seq, text] of rows) yield parseOfEvent<Properties>(db, seq, text);
}
