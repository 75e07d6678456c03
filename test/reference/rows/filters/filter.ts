import type { CohortLookup, ElementFilter, FilterNode, FilterRow, Json } from "../../../../lib/events/filters/index.ts";
import { toIso } from "../../../../lib/base/clock.ts";
import { isNegative, passesOperator } from "./operator.ts";
import { isSelected } from "./selector.ts";
import { propertyText, storedValue } from "./value.ts";

/** Does a row pass a filter? Expressions are tested by the row's reader. Source: reference/insights.md 5. */
export function passesFilter(filter: FilterNode, row: FilterRow, cohorts: CohortLookup): boolean {
  switch (filter.type) {
    case "AND":
      return filter.values.every((each) => passesFilter(each, row, cohorts));
    case "OR":
      return filter.values.length === 0 || filter.values.some((each) => passesFilter(each, row, cohorts));
    case "cohort":
      return filter.value.some((id) => cohorts(id)(row)) !== filter.negation;
    case "hogql":
      return row.fulfils?.(filter, cohorts) === true;
    case "element":
      return passesElements(filter, row) !== filter.negation;
    case "session": {
      const value = sessionValue(row, filter.key);
      // An event without a session passes no filter of sessions.
      return (
        value !== undefined && passesOperator(filter.operator, filter.value, value ?? undefined) !== filter.negation
      );
    }
    default:
      return passesOperator(filter.operator, filter.value, valueOf(filter, row)) !== filter.negation;
  }
}

type Valued = Exclude<FilterNode, { type: "AND" | "OR" | "cohort" | "hogql" | "element" | "session" }>;

function valueOf(filter: Valued, row: FilterRow): Json | undefined {
  switch (filter.type) {
    case "event_metadata":
      return row.column?.(filter.key) ?? undefined;
    case "event":
      return storedValue(row.properties, filter.key);
    case "person":
      return storedValue(row.personProperties, filter.key);
    case "group":
      return storedValue(row.groupProperties(filter.group_type_index), filter.key);
  }
}

type SessionKey = Parameters<NonNullable<FilterRow["sessionValue"]>>[0];

/** A property of the event's session, instants as ISO text; null = the session has none, undefined = there is no session. */
export function sessionValue(row: FilterRow, key: SessionKey): Json | undefined {
  const value = row.sessionValue?.(key);
  return typeof value === "number" && key.endsWith("_timestamp") ? toIso(value) : value;
}

/** One element is enough; negative operators must hold for all elements that have the attribute. */
function passesElements({ key, operator, value }: ElementFilter, row: FilterRow): boolean {
  const chain = row.elements?.() ?? [];
  if (key === "selector") {
    return [value].flat().some((each) => isSelected(chain, propertyText(each))) !== isNegative(operator);
  }
  const stored = chain.map((element) => element[key]).filter((text) => text !== undefined);
  const passes = (text: string) => passesOperator(operator, value, text);
  return isNegative(operator) ? stored.every(passes) : stored.some(passes);
}
