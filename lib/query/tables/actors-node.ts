import * as v from "valibot";
import { HogQLNode } from "../hogql-query.ts";
import { ActorsSource } from "./actor-sources.ts";
import type { TableAnswer } from "./run-table.ts";
import { Expressions, tableFields, TableFilters } from "./table-fields.ts";

const Filters = v.nullish(v.union([TableFilters, v.strictObject({ type: v.string(), values: v.array(v.unknown()) })]));

/** A list of persons, or of the persons or groups behind a number: a node of kind ActorsQuery. Source: reference/query.md 4.4. */
export const ActorsNode = v.strictObject({
  kind: v.literal("ActorsQuery"),
  /** The number, or SQL with a column of the persons' ids. @default all persons */
  source: v.nullish(v.union([ActorsSource, HogQLNode])),
  /** Expressions, or special columns such as `person`. @default ["person", "id", "person.$delete"] */
  select: Expressions,
  /** Part of an email, a name, an id or a distinct id. */
  search: v.nullish(v.pipe(v.string(), v.maxLength(1000))),
  /** Filters on persons: a list, or a group. */
  properties: Filters,
  fixedProperties: Filters,
  /** Expressions with ` ASC` or ` DESC`. */
  orderBy: Expressions,
  ...tableFields,
});
export type ActorsRead = v.InferOutput<typeof ActorsNode>;

export interface ActorsAnswer extends TableAnswer {
  /** The SQL that was run; empty = actors behind a number were read without SQL. */
  hogql: string;
  /** Actors without a row: personless ones, and groups that no `$groupidentify` described. */
  missing_actors_count: number;
}

export interface ActorsQueryTypes {
  kind: "ActorsQuery";
  node: v.InferInput<typeof ActorsNode>;
  answer: ActorsAnswer;
}
