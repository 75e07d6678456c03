import type { Context } from "../context.ts";
import { toIso } from "../../base/clock.ts";
import { remember } from "../../base/recent.ts";
import { parseElements } from "../../events/elements/index.ts";
import { groupLookup, propertyText, storedValue } from "../../events/filters/index.ts";
import type { FilterRow, Properties } from "../../events/filters/index.ts";
import { checkBody } from "../event-sums.ts";
import { parseOfEvent } from "../damaged-event.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { SummedBody } from "../event-sums.ts";

export interface StoredEvent extends SummedBody {
  person_id: number | null;
  event: string;
  distinct_id: string;
  /** The time at which the event happened, epoch ms. */
  timestamp: number;
}

interface StoredPerson {
  properties: string;
  uuid: string;
  created_at: number;
}

/** Persons that a walk caches, a kilobyte each: a person's events are often neighbours. */
const MAX_PERSONS = 10_000;

/**
 * Creates the view of events that filters test. Reads persons and groups on demand and caches them: create a new reader
 * for each walk. Throws `corrupt` for a damaged event.
 */
export function eventRowReader(
  { db, expressions }: Pick<Context, "db" | "expressions">,
  projectId: number,
): (event: StoredEvent) => FilterRow & { event: string } {
  const persons = db.sql<StoredPerson>(
    `SELECT ${sound("persons", "p", "properties")} AS properties, uuid, created_at FROM persons p WHERE id = ? AND project_id = ?`,
  );
  const groups = groupLookup(db, projectId);
  const fulfils = expressions.open(projectId);
  const readPerson = remember(MAX_PERSONS, (personId: number | null) => persons.get(personId, projectId));
  const propertiesOf = remember(MAX_PERSONS, (personId: number | null) =>
    parseStored<Properties>("person", personId, readPerson(personId)?.properties ?? "{}"),
  );

  return (row) => {
    checkBody(db, row);
    const { seq, person_id: personId, event, properties: text, elements } = row;
    const properties = parseOfEvent<Properties>(db, seq, text);
    const columns = {
      event: () => event,
      distinct_id: () => row.distinct_id,
      person_id: () => readPerson(personId)?.uuid ?? null,
      timestamp: () => toIso(row.timestamp),
    };
    const seen: FilterRow & { event: string } = {
      event,
      properties,
      personId,
      get personProperties() {
        return propertiesOf(personId);
      },
      groupProperties: (index) => groups(index, propertyText(storedValue(properties, `$group_${index}`))),
      elements: () => parseElements(elements),
      get personCreatedMs() {
        return readPerson(personId)?.created_at ?? null;
      },
      column: (key) => columns[key](),
      fulfils: (filter, lookup) => fulfils(seen, filter, lookup),
    };
    return seen;
  };
}
