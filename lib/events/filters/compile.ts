import type { Element } from "../elements/index.ts";
import { toIso } from "../../base/clock.ts";
import { invalid } from "../../base/errors.ts";
import { compileElementFilter } from "./element-test.ts";
import { operators } from "./operators.ts";
import { storedValue } from "./property-text.ts";
import type { Json, Properties } from "./property-text.ts";
import type {
  CohortFilter,
  ElementFilter,
  ExpressionFilter,
  FilterNode,
  GroupFilter,
  MetadataFilter,
  MetadataKey,
  SessionFilter,
  ValueFilter,
} from "./filter-node.ts";
import { isSessionTime } from "../sessions/index.ts";
import type { SessionKey, SessionValue } from "../sessions/index.ts";

/** An event with its current person and groups, to be tested. */
export interface FilterRow {
  properties: Properties;
  /** Null = no person has the event's distinct id. */
  personId: number | null;
  /** Empty without a person. */
  personProperties: Properties;
  /** Properties of the event's group of this type; empty without a group. */
  groupProperties(groupTypeIndex: number): Properties;
  /** Innermost first. Absent = element filters are refused. */
  elements?(): readonly Element[];
  /** Undefined = the event has no session. Absent = session filters are refused. */
  sessionValue?(key: SessionKey): SessionValue | undefined;
  /** Epoch ms; null = there is no person, absent = the row's reader does not know it. */
  personCreatedMs?: number | null;
  /** Does the row fulfil an expression? Absent = expressions are refused. */
  fulfils?(filter: ExpressionFilter, cohorts: CohortLookup): boolean;
  /** Uuid, and time of arrival in epoch ms. Absent as `sessionValue`. */
  arrival?(): { uuid: string; receivedMs: number };
  /** A column of the event; null = it has none. Absent for rows that are no events: filters on columns are refused there. */
  column?(key: MetadataKey): string | null;
}

export type RowPredicate = (row: FilterRow) => boolean;

/** Tests membership; a cohort that does not exist has no members. */
export type CohortLookup = (id: number) => RowPredicate;

/** Compiles a filter in normal form into a test of rows. Source: reference/insights.md 5. */
export function compileFilter(filter: FilterNode, cohorts: CohortLookup): RowPredicate {
  switch (filter.type) {
    case "AND":
    case "OR":
      return compileGroup(filter.type, filter.values, cohorts);
    case "cohort":
      return compileCohort(filter, cohorts);
    case "session":
      return compileSession(filter);
    case "event_metadata":
      return compileMetadata(filter);
    case "element":
      return compileElements(filter);
    case "hogql":
      return (row) => {
        if (row.fulfils === undefined) throw notHere("hogql");
        return row.fulfils(filter, cohorts);
      };
    case "event":
    case "person":
    case "group":
      return compileValue(filter);
  }
}

/**
 * Then an event without a person never passes, even for `is_not_set` (persons are joined by an inner join:
 * reference/insights.md 2).
 */
export function needsPerson(filter: FilterNode): boolean {
  if (filter.type === "AND" || filter.type === "OR") return filter.values.some(needsPerson);
  return filter.type === "person" || filter.type === "cohort";
}

/** Then an event without a session never passes, even for `is_not` (5.5). */
export function needsSession(filter: FilterNode): boolean {
  if (filter.type === "AND" || filter.type === "OR") return filter.values.some(needsSession);
  return filter.type === "session";
}

function compileGroup(type: "AND" | "OR", values: FilterNode[], cohorts: CohortLookup): RowPredicate {
  if (values.length === 0) return () => true;
  const tests = values.map((value) => compileFilter(value, cohorts));
  return type === "AND" ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
}

function compileCohort({ value, negation }: CohortFilter, cohorts: CohortLookup): RowPredicate {
  const tests = value.map(cohorts);
  return (row) => tests.some((test) => test(row)) !== negation;
}

function compileSession(filter: SessionFilter): RowPredicate {
  const test = operators[filter.operator].compile(filter.value);
  return (row) => {
    if (row.sessionValue === undefined) throw notHere("session");
    const value = row.sessionValue(filter.key);
    return value !== undefined && test(sessionJson(filter.key, value)) !== filter.negation;
  };
}

/** A session's property as filters and breakdowns see it: instants are ISO text; undefined = the session has none. */
export function sessionJson(key: SessionKey, value: SessionValue): Json | undefined {
  if (value === null) return undefined;
  return isSessionTime(key) ? toIso(Number(value)) : value;
}

function compileMetadata(filter: MetadataFilter): RowPredicate {
  const test = operators[filter.operator].compile(filter.value);
  return (row) => {
    if (row.column === undefined) throw notHere("event_metadata");
    return test(row.column(filter.key) ?? undefined) !== filter.negation;
  };
}

function compileElements(filter: ElementFilter): RowPredicate {
  const test = compileElementFilter(filter);
  return (row) => {
    if (row.elements === undefined) throw notHere("element");
    return test(row.elements()) !== filter.negation;
  };
}

/** An answer without the filter would look right and be wrong. */
function notHere(type: string): Error {
  return invalid("properties", `Filters of type "${type}" are for insights; they cannot be used here.`, "unsupported");
}

function compileValue(filter: ValueFilter | GroupFilter): RowPredicate {
  const test = operators[filter.operator].compile(filter.value);
  const propertiesOf = toSource(filter);
  return (row) => test(storedValue(propertiesOf(row), filter.key)) !== filter.negation;
}

function toSource(filter: ValueFilter | GroupFilter): (row: FilterRow) => Properties {
  switch (filter.type) {
    case "event":
      return (row) => row.properties;
    case "person":
      return (row) => row.personProperties;
    case "group":
      return (row) => row.groupProperties(filter.group_type_index);
  }
}
