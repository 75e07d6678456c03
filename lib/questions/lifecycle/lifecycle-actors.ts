import type { DateRange } from "../../port/range.ts";
import type { LifecycleActorsPlan, LifecycleStatus } from "./lifecycle-plan.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { fromWallClock, nextInterval, startOfInterval } from "../shared/calendar.ts";
import { parseDateText } from "../shared/date-text.ts";
import { parseEntityQuery } from "../shared/entity-query.ts";
import type { EntityQuery } from "../shared/entity-query.ts";
import { STATUSES, toLifecyclePlan, toLifecycleRange } from "./lifecycle.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { scalarText } from "../shared/scalar-text.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { parseExactRange } from "../shared/exact-range.ts";
import { toPointEntity } from "../shared/point-entity.ts";

/**
 * Who has a status of a lifecycle in one period.
 * @param input the lifecycle's fields; `lifecycle_type`; the period by `point_range`, else the one that holds `target_date`.
 * The entity is the first of the question, or what `entity_id` and `entity_type` name when it has none.
 * @returns null = nobody, since the entity's action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.5.
 */
export async function lifecycleActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<LifecycleActorsPlan | null> {
  const query = parseEntityQuery(input, "LIFECYCLE");
  const asked = openQuestion(ctx, project, "");
  const period = parseExactRange(input, "point_range") ?? toPeriod(asked, query, input["target_date"]);
  const status = toStatus(input["lifecycle_type"]);
  const [resolved] = resolveEntities(ctx, project.id, [query.entities[0] ?? toPointEntity(input, [])]) ?? [];
  if (resolved === undefined) return null;
  const plan = toLifecyclePlan(asked, query, resolved, [period.fromMs]);
  const range = parseExactRange(input, "question_range") ?? (await toQuestionRange(ctx, asked, query));
  return { kind: "lifecycle-actors", plan: { ...plan, sessionRange: toSessionRange(range) }, status };
}

function toStatus(value: unknown): LifecycleStatus {
  const found = STATUSES.find((status) => status === value);
  if (found !== undefined) return found;
  if (value === undefined || value === null || value === "") {
    throw invalid("lifecycle_type", "Must include lifecycle type.", "required");
  }
  const text = scalarText(value, "lifecycle_type");
  throw invalid("lifecycle_type", `Expected one of ${STATUSES.join(", ")} but received "${text}".`);
}

/** The period that holds a date, which is of the project's clock unless it is written with a `T`. */
function toPeriod({ calendar, nowMs }: Asked, { interval }: EntityQuery, value: unknown): DateRange {
  if (value === undefined || value === null || value === "") {
    throw invalid("target_date", "Must include specified date.", "required");
  }
  const text = scalarText(value, "target_date");
  const { wallMs } = parseDateText(text, nowMs, "target_date");
  const ms = fromWallClock(wallMs, text.includes("T") ? "UTC" : calendar.timezone);
  const fromMs = startOfInterval(ms, interval, calendar);
  return { fromMs, untilMs: nextInterval(fromMs, interval, calendar) };
}

/** What the question looks at, its look-back included: sessions are made of that. */
async function toQuestionRange(ctx: Asks, asked: Asked, query: EntityQuery): Promise<DateRange> {
  const { fromMs, untilMs } = await toLifecycleRange(ctx, asked, query);
  const startMs = startOfInterval(fromMs, query.interval, asked.calendar);
  return {
    fromMs: startOfInterval(startMs - 1, query.interval, asked.calendar),
    untilMs: nextInterval(startOfInterval(untilMs - 1, query.interval, asked.calendar), query.interval, asked.calendar),
  };
}
