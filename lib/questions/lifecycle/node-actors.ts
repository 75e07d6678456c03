import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { rangeOfPoint, toBucket } from "../shared/node-point.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { lifecycleActors } from "./people.ts";
import type { LifecycleActorList } from "./plan.ts";
import { lifecycleToFilters, toActors } from "./query.ts";
import type { LifecycleQueryRead } from "./query-node.ts";
import { parseLifecycleQuery } from "./question.ts";

/** The actors of a status of a LifecycleQuery, in the period that holds `day`. @throws HogletError 400 naming the field */
export async function lifecycleNodeActors(
  ctx: Asks,
  project: Project,
  node: LifecycleQueryRead,
  point: NodePoint,
): Promise<LifecycleActorList | null> {
  const { day, status } = point;
  if (day === null || day === undefined)
    throw invalid("day", "Field required: the period of the lifecycle.", "required");
  const { fields, dates } = toNodeFields(lifecycleToFilters(node));
  const query = parseLifecycleQuery(fields);
  const asked = openQuestion(ctx, project, "");
  const range = rangeOfPoint(await nodeRanges(ctx, asked, query, { ...dates, compare: null }), point);
  const bucket = toBucket(asked, day, query.interval, range);
  const pointRange = [bucket.fromMs, bucket.untilMs];
  const input = { ...fields, lifecycle_type: status ?? undefined, point_range: pointRange };
  return lifecycleActors(ctx, project, input, toActors(node));
}
