import * as v from "valibot";
import { Count, Link, Properties } from "../../../base/answer-scalars.ts";
import type { Asking } from "../../../base/call-options.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import type { Actor } from "../../people/read-people.ts";
import { ActorResponse, UNVALUED } from "../../people/response.ts";
import { listOf } from "../../shared/fields.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import { Index } from "../../shared/point-entries.ts";
import { readRetentionPages, readRetentionPeople } from "./read-people.ts";
import type { RetentionPeople, RetentionPeopleRow } from "./read-people.ts";
import { RetentionQuestion } from "./question.ts";

/** A cell of a retention, or a row of it. Source: reference/insights.md 13.6. */
export const RetentionPointFields = v.object({
  /** The row: its place from 0, or of a breakdown its values (required then). @default [0]; of a table `[selected_interval]` */
  breakdown_values: v.nullish(v.union([listOf(v.union([v.string(), v.number()])), v.string()])),
  /** The cell, from 0. @default 0 */
  selected_interval: Index,
  /** `ActionsTable` = the whole row, with when each came back. */
  display: v.nullish(v.picklist(["ActionsTable", "RetentionTable"])),
});
export type RetentionPointFields = v.InferInput<typeof RetentionPointFields>;

export interface RetentionPeopleQuestion extends PeopleFields<RetentionQuestion, RetentionPointFields> {}

export interface RetentionPeopleMethods {
  /**
   * People of a retention: `breakdown_values` names the row, `selected_interval` the cell; `display: "ActionsTable"` =
   * the row.
   */
  retention(
    query: RetentionPeopleQuestion & Asking & { display: "ActionsTable" },
  ): Promise<RetentionPeople<RetentionPeopleRow>>;
  retention(query?: RetentionPeopleQuestion & Asking & { display?: null | undefined }): Promise<RetentionPeople<Actor>>;
  retention(query?: RetentionPeopleQuestion & Asking): Promise<RetentionPeople>;
}

const Row = v.object({ person: ActorResponse, appearances: v.array(Count) });

/** People of a cell, or the table of a row. */
const RetentionPeopleResponse = v.pipe(
  v.object({
    result: v.array(v.union([ActorResponse, Row])),
    next: Link,
    missing_persons: Count,
    total_count: v.exactOptional(Count),
    filters: Properties,
  }),
  v.examples([{ result: [UNVALUED], next: null, missing_persons: 0, filters: { period: "Day" } }]),
);

export const retentionPeople: PeopleKind<RetentionPeopleMethods> = {
  path: "retention",
  verbs: ["GET"],
  summary:
    "Persons (or groups) in a cell of retention: `breakdown_values`, a list of the row's place or values ([0]), and `selected_interval` (0). `display=ActionsTable` gives those of a row, and when each came back.",
  fields: v.object({ ...RetentionQuestion.entries, ...RetentionPointFields.entries, ...peoplePageEntries }),
  example: { target_entity: { id: "signed up" }, period: "Week", breakdown_values: [2], selected_interval: 1 },
  response: RetentionPeopleResponse,
  ask: readRetentionPeople,
  pages: readRetentionPages,
};
