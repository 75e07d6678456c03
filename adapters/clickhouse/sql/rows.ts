import type { Cohort, EntityKind, FilterNode, Selection, ValueSource } from "../../../lib/engine.ts";
import type { Connection } from "../connection.ts";
import { literal } from "./literals.ts";
import { unsupported } from "./unsupported.ts";
import { numberOf, testOf } from "./value-test.ts";
import { within } from "./within.ts";
import type { SqlValue } from "./value-test.ts";

/** Rows beside the event that conditions need: only these are joined. */
interface Joins {
  ids: boolean;
  persons: boolean;
  /** Has an expression read more than the event since this was reset? */
  looksBeyond: boolean;
  /** SQL of each group's key, by type. */
  groups: Map<number, string>;
  columns: Set<string>;
  /** Columns computed with the events, by expression. */
  computed: Map<string, string>;
  /** Columns read for events of some names alone, by key, and these names. */
  ofNames: { columns: Map<string, string>; names: Set<string> };
}

/** The events that selections ask for. */
type Names = Set<string> | "any";

/**
 * A question's rows, and expressions over them. Columns: `seq`, `event`, `ms`, `ord`, `text`, `bare`; if needed, those
 * of properties and their numbers, `actor` (0 = none), `person_id` (0 = none), the person's `created`, and texts of the
 * person and of groups. Compile all expressions first, then call `from`.
 */
export interface Rows {
  /** SQL that is 0 or 1. @throws Unsupported */
  filter(node: FilterNode): string;
  selection(select: Selection): string;
  cohort(id: number): string;
  /** Missing = the empty text. */
  text(key: string): string;
  /**
   * `text` for events of a name; for others the empty text or the property's. A property without a column is read from
   * the map of all, by far the largest part of an event, for these events alone.
   */
  textOf(event: string, key: string): string;
  /** The number that a property spells, computed once a row; NULL = none. */
  number(key: string): string;
  /** Computed with the events if it needs nothing else: a join then carries its value instead of the texts. */
  early(compile: () => string): string;
  /** Rows are grouped by it; missing = the empty text. */
  value(source: ValueSource): string;
  /** A number, 0 = none; or a group's key or a text, empty = none. */
  actor(kind: EntityKind): string;
  /** The time at which the person was created, and whether there is one: joins persons. */
  created(): { ms: string; has: string };
  /** A subquery of rows in a range whose names some compiled selection has. */
  from(range: { fromMs: number; untilMs: number }): string;
}

/** Creates the rows of a project. @param cohorts those of the plan */
export function openRows(connection: Connection, projectId: number, cohorts: readonly Cohort[] = []): Rows {
  const joins: Joins = {
    ids: false,
    persons: false,
    looksBeyond: false,
    groups: new Map(),
    columns: new Set(),
    computed: new Map(),
    ofNames: { columns: new Map(), names: new Set() },
  };
  let names: Names = new Set();
  const { text, sourceOf, joinIds, joinPersons } = openProperties(connection, joins);
  const { filter, cohort } = openFilters({ connection, projectId, cohorts }, joins, sourceOf);

  const compute = (expression: string): string => {
    const name = joins.computed.get(expression) ?? `computed_${joins.computed.size}`;
    joins.computed.set(expression, name);
    return name;
  };
  const selection = (select: Selection): string => {
    if (select.firstOf !== undefined) unsupported("firstOf");
    if (select.needsSession) unsupported("sessions");
    const anyOf = select.anyOf.map(({ event, filter: own }) => {
      if (event === null) names = "any";
      else if (names !== "any") names.add(event);
      const isNamed = event === null ? "1" : `event = ${literal(event)}`;
      return `(${isNamed} AND ${filter(own)})`;
    });
    const tests = [`(${anyOf.join(" OR ") || "0"})`, filter(select.filter)];
    if (select.needsPerson) tests.push(hasActor({ by: "persons" }, actor({ by: "persons" })));
    return `(${tests.join(" AND ")})`;
  };
  const actor = (kind: EntityKind): string => {
    if (kind.by === "groups") return text(`$group_${kind.groupTypeIndex}`);
    if (kind.by === "values") return value(kind.source);
    joinIds();
    return "actor";
  };
  const value = (source: ValueSource): string => {
    if (source.type === "session" || source.type === "hogql") return unsupported(`breakdown by ${source.type}`);
    const { text: own } = sourceOf(source);
    if (source.as === "length") return `if(${own} = '', '', toString(length(${own})))`;
    if (source.as === "url") {
      const trimmed = `replaceRegexpOne(${own}, '[/?#]+$', '')`;
      return `if(${own} != '' AND ${trimmed} = '', '/', ${trimmed})`;
    }
    return own;
  };
  return {
    filter,
    selection,
    cohort,
    value,
    actor,
    text,
    textOf(event, key) {
      if (connection.propertyColumn(key) !== null) return text(key);
      const { columns, names: own } = joins.ofNames;
      own.add(event);
      const name = columns.get(key) ?? `property_${columns.size}`;
      columns.set(key, name);
      return name;
    },
    number: (key) => compute(numberOf(text(key))),
    early(compile) {
      joins.looksBeyond = false;
      const expression = compile();
      return joins.looksBeyond ? expression : compute(expression);
    },
    created() {
      joinPersons();
      return { ms: "created", has: "(has_person = 1)" };
    },
    from: (range) => joined(connection, { projectId, range, names }, joins),
  };
}

/** A property that a filter or a breakdown looks at. */
type PropertyOf =
  | { type: "event" | "person" | "event_metadata"; key: string }
  | { type: "group"; key: string; groupTypeIndex: number };

/** Values of properties; notes their joins. */
function openProperties(connection: Connection, joins: Joins) {
  const joinIds = () => {
    joins.ids = joins.looksBeyond = true;
  };
  const joinPersons = () => {
    joinIds();
    joins.persons = true;
  };
  const text = (key: string): string => {
    const column = connection.propertyColumn(key);
    if (column === null) return `text[${literal(key)}]`;
    joins.columns.add(column);
    return column;
  };
  const sourceOf = (of: PropertyOf): SqlValue => {
    switch (of.type) {
      case "event":
        return { ...property("text", "bare", of.key), text: text(of.key) };
      case "person":
        joinPersons();
        return property("p_text", "p_bare", of.key);
      case "group":
        joins.looksBeyond = true;
        joins.groups.set(of.groupTypeIndex, text(`$group_${of.groupTypeIndex}`));
        return property(`g${of.groupTypeIndex}_text`, `g${of.groupTypeIndex}_bare`, of.key);
      case "event_metadata":
        if (of.key === "event") return { text: "toString(event)", has: "1", bare: "0" };
        if (of.key !== "distinct_id") unsupported(`event_metadata ${of.key}`);
        joinIds();
        return { text: "distinct_id", has: "1", bare: "0" };
    }
  };
  return { text, sourceOf, joinIds, joinPersons };
}

/** Tests of filters and cohorts. */
function openFilters(
  { connection, projectId, cohorts }: { connection: Connection; projectId: number; cohorts: readonly Cohort[] },
  joins: Joins,
  sourceOf: (of: PropertyOf) => SqlValue,
) {
  const byId = new Map(cohorts.map((cohort) => [cohort.id, cohort]));
  const known = new Map<number, string>();
  const cohort = (id: number): string => {
    joins.looksBeyond = true;
    const found = known.get(id);
    if (found !== undefined) return found;
    // As in hoglet's own look-up, a cohort that refers to itself has no members there.
    known.set(id, "(0)");
    const own = byId.get(id);
    let sql = "(0)";
    if (own !== undefined) {
      joins.ids = true;
      const test =
        own.by === "members"
          ? `person_id IN (SELECT person_id FROM ${connection.table("members")} FINAL WHERE project_id = ${projectId} AND cohort_id = ${id})`
          : own.anyOf.map(filter).join(" OR ") || "0";
      sql = `(person_id != 0 AND (${test}))`;
    }
    known.set(id, sql);
    return sql;
  };
  const filter = (node: FilterNode): string => {
    switch (node.type) {
      case "AND":
      case "OR":
        return node.values.length === 0 ? "(1)" : `(${node.values.map(filter).join(` ${node.type} `)})`;
      case "cohort":
        return `((${node.value.map(cohort).join(" OR ") || "0"}) ${node.negation ? "= 0" : "= 1"})`;
      case "group":
        return negated(node, sourceOf({ type: "group", key: node.key, groupTypeIndex: node.group_type_index }));
      case "event":
      case "person":
      case "event_metadata":
        return negated(node, sourceOf({ type: node.type, key: node.key }));
      case "session":
      case "element":
      case "hogql":
        return unsupported(`filter ${node.type}`);
    }
  };
  return { filter, cohort };
}

function property(map: string, bare: string, key: string): SqlValue {
  return {
    text: `${map}[${literal(key)}]`,
    has: `mapContains(${map}, ${literal(key)})`,
    bare: `has(${bare}, ${literal(key)})`,
  };
}

/** Tests whether a key is an actor's. */
export function hasActor(kind: EntityKind, key: string): string {
  if (kind.by === "persons") return `(${key} != 0)`;
  return `(${key} != '')`;
}

function negated(node: Extract<FilterNode, { operator: unknown }>, value: SqlValue): string {
  const test = testOf(node.operator, node.value, value);
  return node.negation ? `(NOT ${test})` : test;
}

function joined(
  connection: Connection,
  { projectId, range, names }: { projectId: number; range: { fromMs: number; untilMs: number }; names: Names },
  { ids, persons, groups, columns, computed, ofNames }: Joins,
): string {
  const state = (table: string) => `${connection.table(table)} FINAL WHERE project_id = ${projectId}`;
  const isNamed = names === "any" ? "" : ` AND event IN (${[...names].map(literal).join(",") || "''"})`;
  const own = [...computed].map(([expression, name]) => `${expression} AS ${name}`);
  const stored = (named: string[], test: string) =>
    `SELECT ${["seq", "event", "ms", "ord", "text", "bare", ...columns, ...named, ...own].join(", ")} FROM ${connection.table("events")} WHERE project_id = ${projectId} AND ${within(range)}${isNamed}${test}`;
  let sql = `(${stored([], "")})`;
  if (ofNames.names.size > 0) {
    const properties = [...ofNames.columns];
    const those = `IN (${[...ofNames.names].map(literal).join(",")})`;
    const others = stored(
      properties.map(([, name]) => `'' AS ${name}`),
      ` AND event NOT ${those}`,
    );
    const found = stored(
      properties.map(([key, name]) => `text[${literal(key)}] AS ${name}`),
      ` AND event ${those}`,
    );
    sql = `(${others} UNION ALL ${found})`;
  }
  if (ids) {
    const found = `SELECT id AS ord, distinct_id, person_id, if(person_id != 0, person_id, if(is_personless = 1, -id, 0)) AS actor FROM ${state("distinct_ids")}`;
    sql = `(SELECT * FROM ${sql} AS e LEFT ANY JOIN (${found}) AS d USING (ord))`;
  }
  if (persons) {
    const found = `SELECT id AS person_id, created, text AS p_text, bare AS p_bare, 1 AS has_person FROM ${state("persons")}`;
    sql = `(SELECT * FROM ${sql} AS e LEFT ANY JOIN (${found}) AS p USING (person_id))`;
  }
  for (const [index, groupKey] of groups) {
    const key = `g${index}_key`;
    const found = `SELECT key AS ${key}, text AS g${index}_text, bare AS g${index}_bare FROM ${state("groups")} AND idx = ${index}`;
    sql = `(SELECT * FROM (SELECT *, ${groupKey} AS ${key} FROM ${sql}) AS e LEFT ANY JOIN (${found}) AS g USING (${key}))`;
  }
  return sql;
}
