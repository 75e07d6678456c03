import type { Asks } from "./shared/answer.ts";
import { normaliseInput } from "./shared/input.ts";
import { toInsight } from "./shared/insight-name.ts";
import { lifecycle } from "./lifecycle/lifecycle.ts";
import type { LifecycleResult } from "./lifecycle/lifecycle.ts";
import type { ProjectSettings } from "./shared/project-settings.ts";
import { stickiness } from "./stickiness/stickiness.ts";
import type { StickinessResult } from "./stickiness/stickiness.ts";
import { trend } from "./trend/trend.ts";
import type { TrendResult } from "./trend/trend.ts";

/** Answers a question that came by the path of trends: lifecycle and stickiness do too (reference/insights.md 3). */
export async function trendInsight(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin: string,
): Promise<TrendResult | LifecycleResult | StickinessResult> {
  const { [toInsight(normaliseInput(input))]: ask } = { TRENDS: trend, LIFECYCLE: lifecycle, STICKINESS: stickiness };
  return ask(ctx, project, input, origin);
}
