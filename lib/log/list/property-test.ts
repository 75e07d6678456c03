import {
  cohortLookup,
  compileFilter,
  groupLookup,
  needsPerson,
  propertyText,
  storedValue,
  withDates,
} from "../../events/filters/index.ts";
import type { FilterGroup, FilterNode, FilterRow, Properties } from "../../events/filters/index.ts";
import type { ExpressionTests } from "../../events/expression-tests.ts";
import type { ExpressionFilter } from "../../events/filters/filter-node.ts";
import { toUuidText } from "../../base/ids.ts";
import { parseOfEvent } from "../damaged-event.ts";
import { parseStored } from "../../storage/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Db } from "../../storage/index.ts";
import type { StoredEvent } from "../read-event.ts";
import { toEventRecord } from "./record.ts";

export interface Testing {
  db: Db;
  clock: Clock;
  expressions: ExpressionTests;
}

/** Does the event pass the filters? @throws corrupt when its properties cannot be read */
export type EventTest = (event: StoredEvent) => boolean;

/**
 * Compiles property filters into a test on the event, its current person, groups and cohorts. Create a new test for
 * each question: groups and cohorts are read once.
 */
export function createPropertyTest(
  { db, clock, expressions }: Testing,
  projectId: number,
  filter: FilterGroup,
): EventTest {
  requireExpressions(expressions, filter);
  const fulfils = expressions.open(projectId);
  const passes = compileFilter(withDates(filter, clock.now()), cohortLookup({ db, clock }, projectId));
  const mustHavePerson = needsPerson(filter);
  const groups = groupLookup(db, projectId);

  return (event) => {
    if (mustHavePerson && event.person_id === null && event.is_personless === 0) return false;
    const properties = parseOfEvent<Properties>(db, event.seq, event.properties);
    const row: FilterRow = {
      properties,
      // Read on demand: most filters test only the event, and finding and parsing its person would triple their time.
      get personId() {
        return event.person_id;
      },
      get personProperties() {
        const { person_id: personId, person_properties: text } = event;
        return text === null ? {} : parseStored<Properties>("person", personId, text);
      },
      column: (key) => toEventRecord(db, projectId, event)[key],
      groupProperties: (index) => groups(index, propertyText(storedValue(properties, `$group_${index}`))),
      get personCreatedMs() {
        return event.person_created_at;
      },
      elements: () => toEventRecord(db, projectId, event).elements,
      arrival: () => ({ uuid: toUuidText(event.uuid), receivedMs: event.received_at }),
      fulfils: (expression, lookup) => fulfils(row, expression, lookup),
    };
    return passes(row);
  };
}

/** Refuses a filter with an expression that cannot be compiled. @throws HogletError 400 */
export function requireExpressions(expressions: ExpressionTests, filter: FilterGroup): void {
  for (const expression of expressionsIn(filter)) expressions.require(expression, "properties");
}

function expressionsIn(filter: FilterNode): ExpressionFilter[] {
  if (filter.type === "AND" || filter.type === "OR") return filter.values.flatMap(expressionsIn);
  return filter.type === "hogql" ? [filter] : [];
}
