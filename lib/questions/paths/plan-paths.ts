import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { toRangeContext } from "../shared/answer.ts";
import { planPathFunnel } from "./path-funnel.ts";
import type { PathsPlan } from "./plan.ts";
import type { PathQuery } from "./question.ts";
import { toPathRange, toPathsPlan } from "./path-range.ts";
import type { PathSettings } from "./path-range.ts";

/**
 * Makes the plan of a question for paths, funnel and all.
 * @param given the range, where its dates were read already
 * @returns null = nothing is in its range, or nobody in its funnel
 * @throws HogletError 400 naming the field
 */
export async function planPaths(
  ctx: Asks,
  asked: Asked,
  project: PathSettings,
  query: PathQuery,
  given?: DateRange,
): Promise<PathsPlan | null> {
  const range = given ?? toPathRange(query, await toRangeContext(ctx, asked, { ...query, interval: "day" }));
  if (range === null) return null;
  const plan = toPathsPlan(asked, project, query, range);
  if (query.funnel_paths === null) return plan;
  const planned = await planPathFunnel(ctx, project, query);
  return planned && { ...plan, ...planned };
}
