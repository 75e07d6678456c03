import type { FunnelActorsPlan } from "./funnel-plan.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { toFunnelPoint } from "./funnel-point.ts";
import { toFunnelPointLine } from "./funnel-point-line.ts";
import { parseFunnelQuery } from "./funnel-query.ts";
import { toFunnelRange } from "./funnel-range.ts";
import { toFunnelPlan } from "./to-funnel-plan.ts";

/**
 * Who is behind a number of a funnel.
 * @param input the funnel's fields and those that name the point: `funnel_step` or `funnel_custom_steps`, of trends
 * `entrance_period_start` and `drop_off`; of a breakdown `funnel_step_breakdown` (absent: any line)
 * @returns null = nobody, since the funnel has no steps or names an action that does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.2.
 */
export async function funnelActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<FunnelActorsPlan | null> {
  const query = parseFunnelQuery(input);
  const asked = openQuestion(ctx, project, "");
  const point = toFunnelPoint(input, query, asked);
  const line = toFunnelPointLine(input, query);
  const range = await toFunnelRange(ctx, asked, query, input);
  const planned = toFunnelPlan(ctx, asked, query, range);
  return planned && { kind: "funnel-actors", funnel: planned.plan, point, line, did: null };
}
