import type { StickinessActorsPlan } from "./stickiness-plan.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion, toRangeContext } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { parseEntityQuery } from "../shared/entity-query.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveRange } from "../shared/range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toStickinessPlan } from "./stickiness.ts";
import { parseExactRange } from "../shared/exact-range.ts";
import { toPointEntity } from "../shared/point-entity.ts";
import { toWholeNumber } from "../shared/whole-number.ts";

/**
 * Who was active in exactly so many buckets of a stickiness.
 * @param input the stickiness' fields; `stickiness_days` (or `selected_interval`); the entity by `entity_id` and
 * `entity_type`, or `entity_order`; the range by `question_range`, else by the dates
 * @returns null = nobody, since the entity's action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.7.
 */
export async function stickinessActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<StickinessActorsPlan | null> {
  const { compare: _, ...fields } = input;
  const query = parseEntityQuery(fields, "STICKINESS");
  const asked = openQuestion(ctx, project, "");
  const field = isGiven(input["stickiness_days"]) ? "stickiness_days" : "selected_interval";
  if (!isGiven(input[field])) {
    throw invalid("stickiness_days", "The number of active intervals is missing.", "required");
  }
  const buckets = toWholeNumber(input[field], field, 1);
  const [resolved] = resolveEntities(ctx, project.id, [toPointEntity(input, query.entities)]) ?? [];
  if (resolved === undefined) return null;
  const range =
    parseExactRange(input, "question_range") ?? resolveRange(query, await toRangeContext(ctx, asked, query));
  return { kind: "stickiness-actors", plan: toStickinessPlan(asked, query, resolved, range), buckets };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
