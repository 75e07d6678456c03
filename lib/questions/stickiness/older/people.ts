import * as v from "valibot";
import type { Asking } from "../../../base/call-options.ts";
import { invalid } from "../../../base/errors.ts";
import { peopleBehind, peoplePages } from "../../people/people-behind.ts";
import type { PeopleQuestion, PlainPeopleAnswer } from "../../people/people-behind.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import { PlainPeopleResponse } from "../../people/response.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asks } from "../../shared/answer.ts";
import { parseExactRange } from "../../shared/exact-range.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import { toPointEntity } from "../../shared/point-entity.ts";
import { Index, pointEntityEntries, questionRangeEntries } from "../../shared/point-entries.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { resolveEntities } from "../../shared/resolve-entities.ts";
import { toWholeNumber } from "../../shared/whole-number.ts";
import { stickinessRanges, toStickinessPlan } from "../answer.ts";
import type { StickinessActorList } from "../plan.ts";
import { readOlderStickiness, StickinessQuestion } from "./question.ts";

/** A number of a stickiness. Source: reference/insights.md 13.7. */
export const StickinessPoint = v.object({
  ...pointEntityEntries,
  /** Active in exactly this many intervals, from 1; required. */
  stickiness_days: Index,
  /** Another name of `stickiness_days`. */
  selected_interval: Index,
  ...questionRangeEntries,
});
export type StickinessPoint = v.InferInput<typeof StickinessPoint>;

export interface StickinessPeopleQuestion extends PeopleFields<StickinessQuestion, StickinessPoint> {}

export interface StickinessPeopleMethods {
  /** People of a stickiness: needs `stickiness_days`, and `entity_id` with `entity_type`, or `entity_order`. */
  stickiness(query: StickinessPeopleQuestion & Asking): Promise<PlainPeopleAnswer>;
}

const ACTORS: PeopleQuestion = {
  path: "stickiness",
  toList: olderStickinessActors,
  needs: { ...StickinessQuestion.entries, ...StickinessPoint.entries },
};

export const stickinessPeople: PeopleKind<StickinessPeopleMethods> = {
  path: ACTORS.path,
  verbs: ["GET"],
  summary:
    "Persons (or groups) active in exactly `stickiness_days` intervals. Needs `stickiness_days`, and `entity_id` with `entity_type` (or `entity_order`).",
  fields: v.object({ ...StickinessQuestion.entries, ...StickinessPoint.entries, ...peoplePageEntries }),
  example: { entity_id: "opened", entity_type: "events", stickiness_days: 3 },
  response: PlainPeopleResponse,
  async ask(ctx, project, input, origin) {
    const { results, next, total_count: total } = await peopleBehind(ctx, project, input, ACTORS, origin);
    return { results, next, ...(total !== undefined && { total_count: total }) };
  },
  pages: (ctx, project, input) => peoplePages(ctx, project, input, ACTORS),
};

/**
 * The actors who were active in exactly a number of buckets of a stickiness.
 * @param input the stickiness' fields; `stickiness_days` (or `selected_interval`); the entity by `entity_id` and
 * `entity_type`, or `entity_order`; the range by `question_range`, else by the dates
 * @returns null = no actors, since the entity's action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.7.
 */
export async function olderStickinessActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<StickinessActorList | null> {
  const { compare: _, ...fields } = input;
  const { query } = readOlderStickiness(fields);
  const asked = openQuestion(ctx, project, "");
  const field = isGiven(input["stickiness_days"]) ? "stickiness_days" : "selected_interval";
  if (!isGiven(input[field])) {
    throw invalid("stickiness_days", "The number of active intervals is missing.", "required");
  }
  const buckets = toWholeNumber(input[field], field, 1);
  const [resolved] = resolveEntities(ctx, project.id, [toPointEntity(input, query.entities)]) ?? [];
  if (resolved === undefined) return null;
  const range = parseExactRange(input, "question_range") ?? (await stickinessRanges(ctx, asked, query))[0];
  if (range === undefined) return null;
  return { kind: "stickiness-actors", plan: toStickinessPlan(asked, query, resolved, range), buckets };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
