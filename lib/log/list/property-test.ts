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
import { checkBody, damagedHead, headFault, ofProject } from "../event-sums.ts";
import { countDeletions } from "../newest-seq.ts";
import { elementsOf, propertiesOf } from "../event-texts.ts";
import { eventAt } from "../event-rows.ts";
import { parseOfEvent } from "../damaged-event.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { SummedBody } from "../event-sums.ts";
import type { Db } from "../../storage/index.ts";
import { readEvent } from "../read-event.ts";
import { toRecord } from "./record.ts";

/** Does the event with this `seq` pass the filters? @throws corrupt when it is damaged, or lost without a deletion */
export type SeqTest = (seq: number) => boolean;

interface StoredRow extends SummedBody {
  person_id: number | null;
  is_personless: number;
  person_properties: string | null;
}

/**
 * Compiles property filters into a test of stored events, on the event, its current person, its groups and the person's
 * cohorts. Create a new test for each question: groups and cohorts are read once.
 */
export function createPropertyTest(
  { db, clock }: { db: Db; clock: Clock },
  projectId: number,
  filter: FilterGroup,
): SeqTest {
  const passes = compileFilter(withDates(filter, clock.now()), cohortLookup({ db, clock }, projectId));
  const mustHavePerson = needsPerson(filter);
  const groups = groupLookup(db, projectId);
  const read = db.sql(
    `SELECT e.seq, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, e.text_sum, ${headFault("e")} AS head_fault,
       ${sound("distinct_ids", "d", "person_id")} AS person_id, d.is_personless, ${sound("persons", "p", "properties")} AS person_properties
     FROM ${eventAt("@seq")} e
       LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
       LEFT JOIN persons p ON p.id = d.person_id
     WHERE ${ofProject("e")}`,
  );

  const deletions = countDeletions(db);

  return (seq) => {
    const row = read.get({ seq, projectId }) as StoredRow | undefined;
    if (row === undefined) {
      if (countDeletions(db) === deletions) throw damagedHead(db, seq);
      return false;
    }
    checkBody(db, row);
    if (mustHavePerson && row.person_id === null && row.is_personless === 0) return false;
    const properties = parseOfEvent<Properties>(db, seq, row.properties);
    return passes({
      properties,
      personId: row.person_id,
      // Read on demand: most filters test only the event, and parsing would double their time.
      get personProperties() {
        return row.person_properties === null
          ? {}
          : parseStored<Properties>("person", row.person_id, row.person_properties);
      },
      column: (key) => {
        const head = readEvent(db, projectId, seq);
        return head === undefined ? null : toRecord(db, projectId, head)[key];
      },
      groupProperties: (index) => groups(index, propertyText(storedValue(properties, `$group_${index}`))),
    });
  };
}
