import type { Context } from "../context.ts";
import { parseElements } from "../../events/elements/index.ts";
import { groupLookup, propertyText, storedValue } from "../../events/filters/index.ts";
import type { FilterRow, Properties } from "../../events/filters/index.ts";
import { checkBody } from "../event-sums.ts";
import { parseOfEvent } from "../damaged-event.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { SummedBody } from "../event-sums.ts";

/** A row of the event log with its current person. */
export interface StoredEvent extends SummedBody {
  person_id: number | null;
  event: string;
}

/**
 * Creates the view of events that filters test. It reads persons and groups when a filter needs them, and caches them:
 * create a new reader for each walk. The reader throws `corrupt` for a damaged event.
 */
export function eventRowReader(
  db: Context["db"],
  projectId: number,
): (event: StoredEvent) => FilterRow & { event: string } {
  const persons = db
    .sql(`SELECT ${sound("persons", "p", "properties")} FROM persons p WHERE id = ? AND project_id = ?`)
    .pluck();
  const groups = groupLookup(db, projectId);
  const known = new Map<number | null, Properties>();
  const propertiesOf = (personId: number | null): Properties => {
    const properties =
      known.get(personId) ?? parseStored<Properties>("person", personId, persons.get(personId, projectId) ?? "{}");
    known.set(personId, properties);
    return properties;
  };

  return (row) => {
    checkBody(db, row);
    const { seq, person_id: personId, event, properties: text, elements } = row;
    const properties = parseOfEvent<Properties>(db, seq, text);
    return {
      event,
      properties,
      personId,
      get personProperties() {
        return propertiesOf(personId);
      },
      groupProperties: (index) => groups(index, propertyText(storedValue(properties, `$group_${index}`))),
      elements: () => parseElements(elements),
    };
  };
}
