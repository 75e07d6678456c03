import { compileFilter } from "./compile.ts";
import type { CohortLookup, FilterRow } from "./compile.ts";
import type { FilterGroup } from "./schema.ts";

/** One kind of wanted event: its name and its filters must both match. */
export interface EventTest {
  /** Null = any event. */
  event: string | null;
  filter: FilterGroup;
}

/**
 * Compiles alternatives into one test of rows: a row passes when any alternative matches. An empty list lets nothing
 * pass.
 */
export function compileEventTests(
  anyOf: readonly EventTest[],
  cohorts: CohortLookup,
): (row: FilterRow & { event: string }) => boolean {
  const tests = anyOf.map(({ event, filter }) => ({ event, passes: compileFilter(filter, cohorts) }));
  return (row) => tests.some(({ event, passes }) => (event === null || event === row.event) && passes(row));
}
