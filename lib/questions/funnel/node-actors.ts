import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { toStepPath } from "./optional-steps.ts";
import type { OptionalSteps } from "./optional-steps.ts";
import { actorsOfPoint } from "./people.ts";
import type { FunnelActorList } from "./plan.ts";
import type { FunnelQuery } from "./question.ts";
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
  const { query, dates, optional } = readFunnelsNode(source);
  const { fields } = toNodeFields(funnelsToFilters(source));
  const asked = openQuestion(ctx, project, "");
  const [range = { fromMs: 0, untilMs: 0 }] = await nodeRanges(ctx, asked, query, dates);
  const path = toPath(node, query, optional);
  return actorsOfPoint(ctx, asked, path.query, {
    ...fields,
    funnel_step: path.step ?? undefined,
    funnel_custom_steps: node.funnelCustomSteps ?? undefined,
    funnel_step_breakdown: line ?? undefined,
    entrance_period_start: node.funnelTrendsEntrancePeriodStart ?? undefined,
    drop_off: node.funnelTrendsDropOff ?? undefined,
    question_range: [range.fromMs, range.untilMs],
  });
}

/** The funnel that the step is asked of: without the optional steps that the number is not about. */
function toPath(
  { funnelStep: step, funnelCustomSteps: custom }: FunnelsActorsRead,
  query: FunnelQuery,
  optional: OptionalSteps,
): { query: FunnelQuery; step: number | null | undefined } {
  if (optional.size === 0) return { query, step };
  const { funnel_viz_type: view, funnel_from_step: first, toStep: last } = query;
  if (view === "trends") return { ...toStepPath(query, optional, { keep: [first, last] }), step };
  if (custom) throw invalid("funnelCustomSteps", "Expected funnelStep: the funnel has optional steps.", "unsupported");
  if (step === null || step === undefined) return { query, step };
  const place = Math.abs(step) - 1;
  const path = toStepPath(query, optional, { keep: [place], until: place });
  const index = path.places.indexOf(place);
  // Steps that the funnel does not have are nobody's.
  return { query: path.query, step: index === -1 ? step : Math.sign(step) * (index + 1) };
}
