import * as v from "valibot";
import { idleEntries } from "../../questions/index.ts";

// Fields of tables' nodes (reference/query.md 4.3, 4.4). Null means absent.

/** Characters of an expression. */
const MAX_CHARS = 20_000;
/** Expressions of one list. */
const MAX_EXPRESSIONS = 200;

export const Expressions = v.nullish(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_CHARS))), v.maxLength(MAX_EXPRESSIONS)),
);

/**
 * Property filters: a list, in which `{}` does nothing. Filters of the types `hogql`, `session` and `event_metadata`
 * too.
 */
export const TableFilters = v.nullish(v.array(v.record(v.string(), v.unknown())));

/** A number of rows; 0 and less mean the default. */
const Rows = v.nullish(v.pipe(v.number(), v.integer()));

export const pageFields = {
  /** Most rows, at most 50000. @default 100 */
  limit: Rows,
  /** Rows to leave out. @default 0 */
  offset: Rows,
};

export const tableFields = { ...pageFields, ...idleEntries };

export const tableAnswer = {
  results: v.array(v.array(v.unknown())),
  columns: v.array(v.string()),
  types: v.array(v.string()),
  hasMore: v.boolean(),
  limit: v.number(),
  offset: v.number(),
};

/** The filters that are not empty (`{}`). */
export function filled(filters: readonly Record<string, unknown>[] | null | undefined): Record<string, unknown>[] {
  return (filters ?? []).filter((filter) => Object.keys(filter).length > 0);
}
