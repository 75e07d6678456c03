import type { Context } from "../context.ts";
import { parseElements } from "../elements/index.ts";
import { propertyText, storedValue } from "../filters/index.ts";
import type { FilterRow, Properties } from "../filters/index.ts";

/** A row of the event log with the person it belongs to now; the last three only where they are asked for. */
export interface StoredEvent {
  person_id: number | null;
  event: string;
  properties: string;
  elements: string | null;
}

/**
 * Makes the view of events that filters have. Persons and groups are read when a filter looks at them, and remembered: use
 * a new one for each walk.
 */
export function rowReader(db: Context["db"], projectId: number): (event: StoredEvent) => FilterRow & { event: string } {
  const persons = db.sql("SELECT properties FROM persons WHERE id = ? AND project_id = ?").pluck();
  const groups = db
    .sql("SELECT properties FROM groups WHERE project_id = ? AND group_type_index = ? AND group_key = ?")
    .pluck();
  const known = new Map<string, Properties>();
  const recall = (key: string, read: () => unknown): Properties => {
    const properties = known.get(key) ?? (JSON.parse(String(read() ?? "{}")) as Properties);
    known.set(key, properties);
    return properties;
  };

  return ({ person_id: personId, event, properties: text, elements }) => {
    const properties = JSON.parse(text) as Properties;
    return {
      event,
      properties,
      personId,
      get personProperties() {
        return recall(`person ${personId}`, () => persons.get(personId, projectId));
      },
      groupProperties(index) {
        const key = propertyText(storedValue(properties, `$group_${index}`));
        return recall(`group ${index} ${key}`, () => groups.get(projectId, index, key));
      },
      elements: () => parseElements(elements),
    };
  };
}
