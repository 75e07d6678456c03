import type { Asks } from "./answer.ts";
import { normaliseInput } from "./input.ts";
import { toInsight } from "./insight-name.ts";
import { lifecycle } from "./lifecycle.ts";
import type { LifecycleResult } from "./lifecycle.ts";
import type { ProjectSettings } from "./project-settings.ts";
import { stickiness } from "./stickiness.ts";
import type { StickinessResult } from "./stickiness.ts";
import { trend } from "./trend.ts";
import type { TrendResult } from "./trend.ts";

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
