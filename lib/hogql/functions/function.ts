import type { Type } from "../compile/type.ts";
import type { SessionCell, SessionSource } from "../session-table.ts";
import type { Value } from "../compile/value.ts";

/** The sessions of a statement, by their places and by their ids. */
export interface SessionValues {
  count: number;
  /** The value of a session at a place. @throws when the statement was not given the column */
  at(place: number, source: string): SessionCell;
  /** The value of a session by its id; null = there is none. @throws as `at` */
  of(id: string, source: SessionSource): SessionCell;
}

/** The inputs of the functions besides their arguments: the project of the question, and its time. */
export interface Surroundings {
  projectId: number;
  /** IANA name; days begin in this zone. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** The name of a person record. @param properties JSON text @param distinctIds a JSON list */
  personName(id: number, properties: unknown, distinctIds: string): string;
  /** Is a person in a cohort that is tested, since its members are not stored? @param properties JSON text */
  isInCohort(cohortId: number, personId: number, properties: string): boolean;
  nowMs: number;
  /** The sessions that the statement reads. */
  sessions: SessionValues;
}

/** A function of ClickHouse that gives one value for the arguments of one row. */
export interface ScalarFunction {
  /**
   * The arguments, one word each: `s` text, `n` number, `t` instant or date, `c` condition, `a` array, `x` anything,
   * `z` the name of a time zone (when it is absent, the zone of the first instant); `?` = may be absent, `*` = any
   * number. An argument that does not fit is refused, except that a property becomes what is wanted.
   */
  takes: string;
  /** The type of the result; it is Nullable when an argument is, unless the function takes NULL itself. */
  gives: Type | ((args: readonly Value[]) => Type);
  /** As SQLite's SQL … */
  sql?: (...args: string[]) => string;
  /** … or as a function of the query process. NULL gives NULL unless `takesNull`. */
  run?: (...args: never[]) => unknown;
  /** The function needs the project's settings and the time, as its first argument. */
  isSurrounded?: true;
  takesNull?: true;
  /** The same arguments may give another result. */
  isRandom?: true;
}

export type ScalarFunctions = Readonly<Record<string, ScalarFunction>>;
