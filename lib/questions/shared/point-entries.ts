import * as v from "valibot";
import { writtenAs } from "../../base/written-as.ts";
import { listOf } from "./fields.ts";
import type { Math } from "./math.ts";

// Fields that name a number of an answer, as its links have them. Use cases read their values; these schemas list the
// known fields, for callers and the OpenAPI document.

/** A number, or its text. */
export const Index = v.nullish(v.union([v.number(), v.string()]));

/** A value of a breakdown, or the values of several. */
export const Line = v.union([v.string(), v.number(), listOf(v.union([v.string(), v.number()]))]);

/** A stretch of time as links carry it: epoch ms from and until. */
const ExactRange = v.nullish(
  v.union([writtenAs<readonly [fromMs: number, untilMs: number]>()(v.tuple([v.number(), v.number()])), v.string()]),
);

/** The time of the whole question. */
export const questionRangeEntries = { question_range: ExactRange };

/** The time of the number, and of the whole question. */
export const rangeEntries = { point_range: ExactRange, ...questionRangeEntries };

/** Which entity of a question; by its place, else by id and type. 400 when none is named. Source: reference/insights.md 13.1. */
export const pointEntityEntries = {
  /** Place among the question's `events` and `actions`, from 0. */
  entity_order: Index,
  /** Name of the event or id of the action; with `entity_type` it may be an entity that the question does not have. */
  entity_id: Index,
  /** An older name of `entity_id`. */
  entityId: Index,
  entity_type: v.nullish(v.picklist(["events", "actions"])),
  /** Tells two entities apart that differ by it alone. @default the entity that counts events */
  entity_math: v.nullish(writtenAs<Math>()(v.string())),
  /** 0 to 4; with math `unique_group` and an entity that the question does not have. */
  math_group_type_index: Index,
};
