import type { Project } from "../../admin/projects/index.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { rangeOfPoint, toBucket } from "../shared/node-point.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { trendActors } from "./people.ts";
import type { TrendActorList } from "./plan.ts";
import { toRanges } from "./query.ts";
import type { TrendsQueryRead } from "./query-node.ts";
import { readTrendsNode, toTrendFields } from "./query-question.ts";
import { isTimeSeries } from "./question.ts";

const CUMULATIVE = "ActionsLineGraphCumulative";

/**
 * The actors behind a number of a TrendsQuery: those of the bucket that holds `day`; of one value, or without a day, those of
 * the whole range. @throws HogletError 400 naming the field
 */
export async function trendsNodeActors(
  ctx: Asks,
  project: Project,
  node: TrendsQueryRead,
  point: NodePoint,
): Promise<TrendActorList | null> {
  const question = readTrendsNode(node);
  const { query } = question;
  const asked = openQuestion(ctx, project, "");
  const { asked: whole, counted } = rangeOfPoint(await toRanges(ctx, asked, question), point);
  const { day } = point;
  const isOfDay = day !== null && day !== undefined && isTimeSeries(query.display);
  const bucket = isOfDay ? toBucket(asked, day, query.interval, counted) : counted;
  const range = query.display === CUMULATIVE ? { ...bucket, fromMs: counted.fromMs } : bucket;
  return trendActors(ctx, project, {
    ...toTrendFields(node).fields,
    entity_order: point.series ?? 0,
    breakdown_value: point.breakdown ?? undefined,
    point_range: [range.fromMs, range.untilMs],
    question_range: [whole.fromMs, whole.untilMs],
  });
}
