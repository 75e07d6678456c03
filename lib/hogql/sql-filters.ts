import type { ElementFilter, ValueFilter } from "../events/filters/index.ts";

/** A property filter as a condition on a row. */
export type SqlCondition =
  | { type: "AND" | "OR"; values: SqlCondition[] }
  /** A filter on a property of the event, its person, a group (`group_0`) or a column of its session. */
  | { type: "test"; on: string; filter: ValueFilter }
  | { type: "element"; filter: ElementFilter }
  | { type: "cohort"; ids: number[]; isNot: boolean }
  /** A filter of type hogql. */
  | { type: "hogql"; expression: string };

/** The dates and conditions behind `{filters}`. */
export interface SqlFilters {
  /** Epoch ms, inclusive; null = no bound. */
  fromMs: number | null;
  /** Epoch ms, exclusive; null = no bound. */
  untilMs: number | null;
  condition: SqlCondition;
  /** Also filters a SELECT over `persons`, as tables of persons need it; HogQL itself has no such filters. @default false */
  isOfPersons?: boolean;
}
