import type { Expression, Query } from "../language/tree.ts";
import type { Scope } from "./scope.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

/** A compiled SELECT, UNION or VALUES. */
export interface CompiledQuery {
  sql: string;
  columns: { name: string; type: Type }[];
}

/** Bounds of the times of events that a SELECT reads: SQL of instants without names of columns, inclusive; null = none. */
export interface TimeBounds {
  low: string | null;
  high: string | null;
}

/** The compilers that all others call, and the state of one statement. */
export interface Compilation {
  /** IANA name of the project's zone. */
  timezone: string;
  /** The author's text. */
  text: string;
  expression(scope: Scope, node: Expression): Value;
  query(scope: Scope | null, node: Query): CompiledQuery;
  placeholder(scope: Scope, path: readonly string[]): Value;
  /** The values with one type that they have in common: text where they have none. */
  unify(values: readonly Value[]): { type: Type; sql: string[] };
  /** A value that the statement is run with; returns its name in the SQL. */
  bind(value: string | number | bigint | null): string;
  /** Notes that the statement reads sessions. @param column a column of them that it names */
  readSession(column?: string): void;
  /** Notes that a SELECT reads events of these times. */
  readEvents(times: TimeBounds): void;
  /** A name that no other part of the statement has. */
  unique(): string;
  /** Do rows of events say by a column `events` how many they are? */
  areEventsCounted: boolean;
  /** Do rows of events say by a column `cohorts` in which cohorts their persons are? It is JSON: `{"2": 1, "name": 0}`. */
  haveEventsCohorts: boolean;
}
