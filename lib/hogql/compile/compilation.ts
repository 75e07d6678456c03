import type { Expression, Query } from "../language/tree.ts";
import type { Scope } from "./scope.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

/** A compiled SELECT, UNION or VALUES. */
export interface CompiledQuery {
  sql: string;
  columns: { name: string; type: Type }[];
}

/** Bounds of the times of events that a SELECT reads, inclusive, as SQL without columns; null = none. */
export interface TimeBounds {
  low: string | null;
  high: string | null;
}

/** The compilers, which call each other, and the state of one statement. */
export interface Compilation {
  /** IANA name of the project's zone. */
  timezone: string;
  /** The author's text. */
  text: string;
  expression(scope: Scope, node: Expression): Value;
  query(scope: Scope | null, node: Query): CompiledQuery;
  placeholder(scope: Scope, path: readonly string[]): Value;
  /** The values in their common type, or as text. */
  unify(values: readonly Value[]): { type: Type; sql: string[] };
  /** Binds a value; returns its name in the SQL. */
  bind(value: string | number | bigint | null): string;
  /** Notes that the statement reads sessions. @param column that it names */
  readSession(column?: string): void;
  /** Notes the times of the events that a SELECT reads. */
  readEvents(times: TimeBounds): void;
  /** A name that is new in the statement. */
  unique(): string;
  /** Have rows of events a column `events`, the number of events that they stand for? */
  areEventsCounted: boolean;
  /** Have rows of events a column `cohorts`, JSON of their persons' cohorts: `{"2": 1, "name": 0}`? */
  haveEventsCohorts: boolean;
}
