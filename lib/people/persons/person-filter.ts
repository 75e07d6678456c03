import { cohortLookup, compileFilter, withDates } from "../../events/filters/index.ts";
import type {
  CohortFilter,
  FilterGroup,
  FilterNode,
  FilterRow,
  Properties,
  ValueFilter,
} from "../../events/filters/index.ts";
import type { ExpressionTest } from "../../events/expression-tests.ts";
import type { ExpressionFilter } from "../../events/filters/filter-node.ts";
import { invalid } from "../../base/errors.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { NOBODY } from "./property-column.ts";
import type { PropertyColumn } from "./property-column.ts";
import type { Context } from "../context.ts";

/** A compiled filter on persons. */
export interface PersonFilter {
  /** False for ids outside the project, unless `ids` is null. */
  test(id: number): boolean;
  /** All matching ids, ascending; null = a part of the filter has no index, so persons must be tested one by one. */
  ids: (() => number[]) | null;
}

type PersonNode = FilterGroup | ValueFilter | CohortFilter | ExpressionFilter;

/**
 * Compiles property filters. A property's test runs once for each distinct value (`property-index.ts`), with the
 * operators of all filters; a cohort's or expression's for each person. Use the result before awaiting anything else.
 * @throws invalid for filters that do not test persons
 */
export async function compilePersonFilter(
  { db, properties, clock, expressions }: Pick<Context, "db" | "properties" | "clock" | "expressions">,
  projectId: number,
  wanted: FilterGroup,
): Promise<PersonFilter> {
  const filter = withDates(wanted, clock.now());
  const nodes = requirePersonNodes(filter);
  for (const node of nodes) if (node.type === "hogql") expressions.require(node, "properties");
  const keys = new Set(nodes.flatMap((node) => (node.type === "person" ? [node.key] : [])));
  const columns = await properties.columns(projectId, keys);
  const readRow = rowReader(db, projectId, expressions.open(projectId));
  const cohorts = cohortLookup({ db, clock }, projectId);

  const compile = (node: FilterNode): ((id: number) => boolean) => {
    if (node.type === "AND" || node.type === "OR") return combine(node.type, node.values.map(compile));
    const column = node.type === "person" ? columns.get(node.key) : undefined;
    if (column !== undefined && node.type === "person") return compileValue(node, column);
    const passes = compileFilter(node, cohorts);
    return (id) => passes(readRow(id));
  };
  const test = compile(filter);
  const [first] = columns.values();
  const isIndexed = first !== undefined && nodes.every((node) => node.type === "person");
  return { test, ids: isIndexed ? () => collect(first, test) : null };
}

/** The tests of a filter from all its groups. */
function requirePersonNodes(filter: FilterGroup): Exclude<PersonNode, FilterGroup>[] {
  return filter.values.flatMap((node) => {
    if (node.type === "AND" || node.type === "OR") return requirePersonNodes(node);
    if (node.type === "person" || node.type === "cohort" || node.type === "hogql") return [node];
    throw invalid(
      "properties",
      `Persons are filtered by person properties, cohorts and expressions, not by type "${node.type}".`,
    );
  });
}

function combine(type: "AND" | "OR", tests: ((id: number) => boolean)[]): (id: number) => boolean {
  if (tests.length === 0) return () => true;
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return type === "AND" ? (id) => tests.every((test) => test(id)) : (id) => tests.some((test) => test(id));
}

function compileValue(filter: ValueFilter, { codes, values }: PropertyColumn): (id: number) => boolean {
  const passes = compileFilter(filter, () => () => false);
  // One object for all values, which may be as many as persons. Defined, so that "__proto__" is a property.
  const personProperties = Object.defineProperty({} as Properties, filter.key, { writable: true, enumerable: true });
  const row = toRow(1, personProperties);
  const passing = new Uint8Array(values.length);
  for (let place = NOBODY + 1; place < values.length; place++) {
    const value = values[place];
    if (value === undefined) {
      passing[place] = passes(toRow(1, {})) ? 1 : 0;
      continue;
    }
    personProperties[filter.key] = value;
    passing[place] = passes(row) ? 1 : 0;
  }
  return (id) => passing[codes[id] ?? NOBODY] === 1;
}

function collect({ codes }: PropertyColumn, test: (id: number) => boolean): number[] {
  const ids: number[] = [];
  for (let id = 1; id < codes.length; id++) if (codes[id] !== NOBODY && test(id)) ids.push(id);
  return ids;
}

/** Properties are read when a test needs them. */
function rowReader(db: Db, projectId: number, fulfils: ExpressionTest): (id: number) => FilterRow {
  const read = db.sql<Stored>(
    `SELECT ${sound("persons", "p", "properties")} AS properties, uuid, created_at AS createdMs
       FROM persons p WHERE id = ? AND project_id = ?`,
  );
  return (id) => {
    let stored: Stored | undefined;
    let known: Properties | undefined;
    const found = () => (stored ??= read.get(id, projectId));
    const row: FilterRow = {
      ...toRow(id, {}),
      get personProperties() {
        known ??= parseStored<Properties>("person", id, found()?.properties ?? "{}");
        return known;
      },
      get personCreatedMs() {
        return found()?.createdMs ?? null;
      },
      column: (key) => (key === "person_id" ? (found()?.uuid ?? null) : null),
      fulfils: (filter, lookup) => fulfils(row, filter, lookup),
    };
    return row;
  };
}

/** The columns of a person that filters read. */
type Stored = { properties: string; uuid: string; createdMs: number };

function toRow(personId: number, personProperties: Properties): FilterRow {
  return { properties: {}, personId, personProperties, groupProperties: () => ({}) };
}
