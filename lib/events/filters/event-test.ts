import { compileFilter } from "./compile.ts";
import type { CohortLookup, FilterRow } from "./compile.ts";
import type { FilterGroup } from "./schema.ts";

/** One way to be the wanted event: by name and by filters, both. */
export interface EventTest {
  /** Null = any event. */
  event: string | null;
  filter: FilterGroup;
}

/** Makes one test of rows out of alternatives: a row passes when any of them does, so none at all lets nothing pass. */
export function compileEventTests(
  anyOf: readonly EventTest[],
  cohorts: CohortLookup,
): (row: FilterRow & { event: string }) => boolean {
  const tests = anyOf.map(({ event, filter }) => ({ event, passes: compileFilter(filter, cohorts) }));
  return (row) => tests.some(({ event, passes }) => (event === null || event === row.event) && passes(row));
}
