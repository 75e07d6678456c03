import { trendInsight } from "../trend-insight.ts";
import { paths } from "../paths/paths.ts";
import { retention } from "../retention/retention.ts";
import { funnel } from "../funnel/funnel.ts";
import { correlation } from "../correlation/correlation.ts";
import type { CorrelationResult } from "../correlation/correlation.ts";
import type { FunnelResult } from "../funnel/funnel.ts";
import type { PathsResult } from "../paths/paths.ts";
import type { RetentionResult } from "../retention/retention.ts";
import type { Asks } from "../shared/answer.ts";
import type { LifecycleResult } from "../lifecycle/lifecycle.ts";
import type { StickinessResult } from "../stickiness/stickiness.ts";
import type { TrendResult } from "../trend/trend.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { Question } from "./question.ts";

/** What a saved question comes to: the answer of the insight that it is for. */
export type SavedInsightAnswer =
  | TrendResult
  | LifecycleResult
  | StickinessResult
  | FunnelResult
  | RetentionResult
  | PathsResult
  | CorrelationResult;

/**
 * Asks a saved question, afresh.
 * @param origin scheme and host that links to persons begin with
 * @throws HogletError 400 naming the field of the question that is wrong by now
 */
export async function answerSavedInsight(
  ctx: Asks,
  project: Project,
  { insight, ...fields }: Question,
  origin = "",
): Promise<SavedInsightAnswer> {
  const query = { ...fields, refresh: true };
  switch (insight) {
    case "FUNNELS":
      // How the real service's clients keep the correlation of a funnel.
      if (fields["funnel_correlation_type"] !== undefined) return correlation(ctx, project, query, origin);
      return funnel(ctx, project, query, origin);
    case "CORRELATION":
      return correlation(ctx, project, query, origin);
    case "RETENTION":
      return retention(ctx, project, query, origin);
    case "PATHS":
      return paths(ctx, project, query, origin);
    default:
      return trendInsight(ctx, project, { ...query, insight }, origin);
  }
}
