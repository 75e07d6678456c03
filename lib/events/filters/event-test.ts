import { compileFilter } from "./compile.ts";
import type { CohortLookup, FilterRow } from "./compile.ts";
import type { FilterGroup } from "./filter-node.ts";

/** A kind of event: name and filters must match. */
export interface EventTest {
  /** Null = any event. */
  event: string | null;
  filter: FilterGroup;
}

/** A row passes when any test matches; an empty list lets nothing pass. */
export function compileEventTests(
  anyOf: readonly EventTest[],
  cohorts: CohortLookup,
): (row: FilterRow & { event: string }) => boolean {
  const tests = anyOf.map(({ event, filter }) => ({ event, passes: compileFilter(filter, cohorts) }));
  return (row) => tests.some(({ event, passes }) => (event === null || event === row.event) && passes(row));
}
