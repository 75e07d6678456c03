import type { CohortLookup, FilterRow } from "./filters/compile.ts";
import type { ExpressionFilter } from "./filters/filter-node.ts";

export type ExpressionTest = (row: FilterRow, filter: ExpressionFilter, cohorts: CohortLookup) => boolean;

/** Tests rows by expressions of HogQL where no engine reads them: lists, actions, and the calculation of cohorts. */
export interface ExpressionTests {
  /** Opens the test of one question of a project: its expressions are compiled once, and may take 60 s in all. */
  open(projectId: number): ExpressionTest;
  /**
   * Refuses an expression that cannot be compiled, or needs more than these rows have. @throws HogletError 400 naming
   * the field
   */
  require(filter: ExpressionFilter, field: string): void;
}
