import type { Type } from "../compile/type.ts";
import type { SessionCell, SessionSource } from "../session-table.ts";
import type { Value } from "../compile/value.ts";

/** A statement's sessions, by place and by id. */
export interface SessionValues {
  count: number;
  /** The value of a session at a place. @throws when the statement was not given the column */
  at(place: number, source: string): SessionCell;
  /** Null = no session has the id. @throws as `at` */
  of(id: string, source: SessionSource): SessionCell;
}

/** Inputs of functions besides their arguments. */
export interface Surroundings {
  projectId: number;
  /** IANA name; days begin in this zone. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** The name of a person record. @param properties JSON text @param distinctIds a JSON list */
  personName(id: number, properties: unknown, distinctIds: string): string;
  /** Is a person in a cohort whose members are not stored? @param properties JSON text */
  isInCohort(cohortId: number, personId: number, properties: string): boolean;
  nowMs: number;
  /** The sessions that the statement reads. */
  sessions: SessionValues;
}

/** A function of ClickHouse with one value a row. */
export interface ScalarFunction {
  /**
   * The arguments, one word each: `s` text, `n` number, `t` instant or date, `c` condition, `a` array, `x` anything,
   * `z` the name of a time zone (absent = the first instant's); `?` = may be absent, `*` = any number. An argument that
   * does not fit is refused, except that a property becomes what is wanted.
   */
  takes: string;
  /** Nullable where an argument is, unless the function takes NULL. */
  gives: Type | ((args: readonly Value[]) => Type);
  /** As SQLite's SQL … */
  sql?: (...args: string[]) => string;
  /** … or as a function of the query process. NULL gives NULL unless `takesNull`. */
  run?: (...args: never[]) => unknown;
  /** The project's settings and the time are the first argument. */
  isSurrounded?: true;
  takesNull?: true;
  /** The same arguments may give another result. */
  isRandom?: true;
}

export type ScalarFunctions = Readonly<Record<string, ScalarFunction>>;
