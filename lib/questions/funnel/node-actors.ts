import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { funnelActors } from "./people.ts";
import type { FunnelActorList } from "./plan.ts";
import type { FunnelsActorsRead } from "./query-node.ts";
import { funnelsToFilters, readFunnelsNode } from "./query-question.ts";

/** The actors of a FunnelsActorsQuery. @throws HogletError 400 naming the field. Source: reference/query.md 4.5 */
export async function funnelsNodeActors(
  ctx: Asks,
  project: Project,
  node: FunnelsActorsRead,
): Promise<FunnelActorList | null> {
  const { source, funnelStep: step, funnelStepBreakdown: line } = node;
  if (step === 0) throw invalid(null, "Funnel steps are 1-indexed, so step 0 doesn't exist");
  if (step === -1) {
    throw invalid(
      null,
      "The first valid drop-off argument for funnelStep is -2. -2 refers to persons who performed the first step but never made it to the second.",
    );
  }
  const { query, dates } = readFunnelsNode(source);
  const { fields } = toNodeFields(funnelsToFilters(source));
  const asked = openQuestion(ctx, project, "");
  const [range = { fromMs: 0, untilMs: 0 }] = await nodeRanges(ctx, asked, query, dates);
  return funnelActors(ctx, project, {
    ...fields,
    funnel_step: step ?? undefined,
    funnel_custom_steps: node.funnelCustomSteps ?? undefined,
    funnel_step_breakdown: line ?? undefined,
    entrance_period_start: node.funnelTrendsEntrancePeriodStart ?? undefined,
    drop_off: node.funnelTrendsDropOff ?? undefined,
    question_range: [range.fromMs, range.untilMs],
  });
}
