import type { Clock } from "../../base/clock.ts";
import {
  cohortLookup,
  compileFilter,
  groupLookup,
  needsPerson,
  propertyText,
  storedValue,
  withDates,
} from "../../events/filters/index.ts";
import type { FilterGroup, Properties } from "../../events/filters/index.ts";
import { parseOfEvent } from "../damaged-event.ts";
import { parseStored } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { StoredEvent } from "../read-event.ts";
import { toRecord } from "./record.ts";

/** Does the event pass the filters? @throws corrupt when its properties cannot be read */
export type EventTest = (event: StoredEvent) => boolean;

/**
 * Compiles property filters into a test of stored events, on the event, its current person, its groups and the person's
 * cohorts. Create a new test for each question: groups and cohorts are read once.
 */
export function createPropertyTest(
  { db, clock }: { db: Db; clock: Clock },
  projectId: number,
  filter: FilterGroup,
): EventTest {
  const passes = compileFilter(withDates(filter, clock.now()), cohortLookup({ db, clock }, projectId));
  const mustHavePerson = needsPerson(filter);
  const groups = groupLookup(db, projectId);

  return (event) => {
    if (mustHavePerson && event.person_id === null && event.is_personless === 0) return false;
    const properties = parseOfEvent<Properties>(db, event.seq, event.properties);
    return passes({
      properties,
      // Read on demand: most filters test only the event, and finding and parsing its person would triple their time.
      get personId() {
        return event.person_id;
      },
      get personProperties() {
        const { person_id: personId, person_properties: text } = event;
        return text === null ? {} : parseStored<Properties>("person", personId, text);
      },
      column: (key) => toRecord(db, projectId, event)[key],
      groupProperties: (index) => groups(index, propertyText(storedValue(properties, `$group_${index}`))),
    });
  };
}
