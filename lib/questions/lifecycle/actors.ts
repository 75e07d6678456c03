import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { DateRange } from "../../port/range.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { nextInterval, startOfInterval } from "../shared/calendar.ts";
import type { Entity } from "../shared/entity.ts";
import { rangeOfPoint, toBucket } from "../shared/node-point.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { nodeRange } from "../shared/node-question.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { scalarText } from "../shared/scalar-text.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { STATUSES, toLifecyclePlan } from "./answer.ts";
import { readLifecycle } from "./node.ts";
import type { LifecycleQuery, LifecycleQueryRead } from "./node.ts";
import type { LifecycleActorList, LifecycleStatus } from "./plan.ts";

/** The actors of a status of a LifecycleQuery, in the period that holds `day`. @throws HogletError 400 naming the field */
export async function lifecycleNodeActors(
  ctx: Asks,
  project: Project,
  node: LifecycleQueryRead,
  point: NodePoint,
): Promise<LifecycleActorList | null> {
  const { day } = point;
  if (day === null || day === undefined)
    throw invalid("day", "Field required: the period of the lifecycle.", "required");
  const query = readLifecycle(node);
  const asked = openQuestion(ctx, project, "");
  const range = rangeOfPoint([await nodeRange(ctx, asked, query.dates)], point);
  const status = toStatus(point.status, "status");
  const [entity] = query.entities;
  if (entity === undefined) return null;
  const { fromMs } = toBucket(asked, day, query.dates.interval, range);
  return lifecycleActors(ctx, asked, query, { entity, fromMs, status, sessions: toRead(asked, query, range) });
}

interface LifecycleNumber {
  entity: Entity;
  fromMs: number;
  status: LifecycleStatus;
  /** The events that form sessions. */
  sessions: DateRange;
}

/** Null = the entity's action does not exist. */
export function lifecycleActors(
  ctx: Pick<Asks, "db">,
  asked: Asked,
  query: LifecycleQuery,
  { entity, fromMs, status, sessions }: LifecycleNumber,
): LifecycleActorList | null {
  const [resolved] = resolveEntities(ctx, asked.project.id, [entity]) ?? [];
  if (resolved === undefined) return null;
  const plan = toLifecyclePlan(asked, query, resolved, [fromMs]);
  return { kind: "lifecycle-actors", plan: { ...plan, sessionRange: toSessionRange(sessions) }, status };
}

/** @throws HogletError 400 naming `attr` */
export function toStatus(value: unknown, attr: string): LifecycleStatus {
  const found = STATUSES.find((status) => status === value);
  if (found !== undefined) return found;
  if (value === undefined || value === null || value === "") {
    throw invalid(attr, "Must include lifecycle type.", "required");
  }
  throw invalid(attr, `Expected one of ${STATUSES.join(", ")} but received "${scalarText(value, attr)}".`);
}

/** The range of events that a question reads, with the period before. */
export function toRead({ calendar }: Asked, { dates }: LifecycleQuery, { fromMs, untilMs }: DateRange): DateRange {
  const { interval } = dates;
  const startMs = startOfInterval(fromMs, interval, calendar);
  return {
    fromMs: startOfInterval(startMs - 1, interval, calendar),
    untilMs: nextInterval(startOfInterval(untilMs - 1, interval, calendar), interval, calendar),
  };
}
