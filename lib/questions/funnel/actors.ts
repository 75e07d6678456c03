import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { nodeRange } from "../shared/node-question.ts";
import { toFunnelPoint } from "./funnel-point.ts";
import { toFunnelPointLine } from "./funnel-point-line.ts";
import { readFunnels } from "./node.ts";
import type { FunnelQuery, FunnelsActorsRead } from "./node.ts";
import { toStepPath } from "./optional-steps.ts";
import type { FunnelActorList, FunnelPoint } from "./plan.ts";
import { toFunnelPlan } from "./to-funnel-plan.ts";

/** The actors of a FunnelsActorsQuery. @throws HogletError 400 naming the field. Source: reference/query.md 4.5 */
export async function funnelsNodeActors(
  ctx: Asks,
  project: Project,
  node: FunnelsActorsRead,
): Promise<FunnelActorList | null> {
  const { funnelStep: step } = node;
  if (step === 0) throw invalid(null, "Funnel steps are 1-indexed, so step 0 doesn't exist");
  if (step === -1) {
    throw invalid(
      null,
      "The first valid drop-off argument for funnelStep is -2. -2 refers to persons who performed the first step but never made it to the second.",
    );
  }
  const asked = openQuestion(ctx, project, "");
  const path = toPath(node, readFunnels(node.source));
  const named = {
    step: path.step,
    custom: node.funnelCustomSteps,
    periodStart: node.funnelTrendsEntrancePeriodStart,
    isDropOff: node.funnelTrendsDropOff,
  };
  const point = toFunnelPoint(named, path.query, asked);
  const line = toFunnelPointLine({ funnel_step_breakdown: node.funnelStepBreakdown }, path.query);
  const range = await nodeRange(ctx, asked, path.query.dates);
  return funnelActors(ctx, asked, path.query, { point, line, range });
}

/** The funnel of the step's number: without the optional steps that the number is not about. */
function toPath(
  { funnelStep: step, funnelCustomSteps: custom }: FunnelsActorsRead,
  query: FunnelQuery,
): { query: FunnelQuery; step: number | null | undefined } {
  const { optional, view, fromStep, toStep } = query;
  if (optional.size === 0) return { query, step };
  if (view === "trends") return { ...toStepPath(query, { keep: [fromStep, toStep] }), step };
  if (custom) throw invalid("funnelCustomSteps", "Expected funnelStep: the funnel has optional steps.", "unsupported");
  if (step === null || step === undefined) return { query, step };
  const place = Math.abs(step) - 1;
  const path = toStepPath(query, { keep: [place], until: place });
  const index = path.places.indexOf(place);
  // A step that the funnel does not have has no actors.
  return { query: path.query, step: index === -1 ? step : Math.sign(step) * (index + 1) };
}

interface FunnelNumber {
  point: FunnelPoint;
  /** Null = any. */
  line: LineKey | null;
  range: DateRange;
}

/** The actors behind a number; null = the funnel has no steps, or names an action that does not exist. */
export function funnelActors(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  { point, line, range }: FunnelNumber,
): FunnelActorList | null {
  const planned = toFunnelPlan(ctx, asked, query, range);
  return planned && { kind: "funnel-actors", funnel: planned.plan, point, line, did: null };
}
