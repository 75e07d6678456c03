import type { DateRange } from "../../port/range.ts";
import { invalid } from "../../base/errors.ts";
import { answer, openQuestion } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { rememberParsed } from "../shared/remember-parsed.ts";
import { explainFunnel } from "./explain-funnel.ts";
import type { FunnelExplanation } from "./explain-funnel.ts";
import { parseFunnelQuery } from "./question.ts";
import type { FunnelQuery } from "./question.ts";
import { toFunnelRange } from "./funnel-range.ts";
import { funnelSteps } from "./funnel-steps.ts";
import type { FunnelStepsResult } from "./funnel-steps.ts";
import { funnelTrends } from "./funnel-trends.ts";
import type { FunnelTrendResult } from "./funnel-trends.ts";
import { timeToConvert } from "./time-to-convert.ts";
import type { TimesToConvert, TimeToConvertResult } from "./time-to-convert.ts";
import { toFunnelPlan } from "./to-funnel-plan.ts";
import type { PlannedFunnel } from "./to-funnel-plan.ts";

const parseQuestion = rememberParsed(parseFunnelQuery);

/** The views of a funnel; `funnel_viz_type` chooses the view. */
type FunnelViews = FunnelStepsResult | FunnelTrendResult[] | TimeToConvertResult;

/** The answer to a funnel. */
export interface FunnelResult<Result = FunnelViews> extends Answer<Result> {
  /** A person's way through the funnel, for a question with `explain`; null = the funnel is empty. Ours. */
  explanation?: FunnelExplanation | null;
}

/**
 * The number of actors with the first step who did the next steps in time. Steps are the members of `events` and `actions`;
 * without any, or when an action does not exist, the result is empty. `explain: true` with `person_id`, `distinct_id` or
 * `group_key` adds what that one did.
 * @param origin scheme and host that links to persons begin with
 * @throws HogletError 400 naming the field
 * @example
 * await funnel(ctx, project, { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_window_days: 7 });
 */
export async function funnel(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
  origin = "",
): Promise<FunnelResult> {
  const query = parseQuestion(input);
  if (query.funnel_viz_type === "time_to_convert" && query.entities.length === 1) {
    throw invalid("events", "The time from one step to another takes two steps.");
  }
  const asked = openQuestion(ctx, project, origin);
  const range = await toFunnelRange(ctx, asked, query);
  const question = { insight: "FUNNELS", filter: query.filter, dates: range, refresh: query.refresh };
  const planned = toFunnelPlan(ctx, asked, query, range);
  const answered = await answer(ctx, asked, question, () => compute(ctx, asked, query, { planned, range }));
  if (!query.explain) return answered;
  return { ...answered, explanation: planned && (await explainFunnel(ctx, planned, input)) };
}

async function compute(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  { planned, range }: { planned: PlannedFunnel | null; range: DateRange },
): Promise<FunnelResult["result"]> {
  if (planned === null) return [];
  const { plan } = planned;
  switch (query.funnel_viz_type) {
    case "steps":
      return funnelSteps(ctx, asked, query, { ...planned, range });
    case "trends":
      return funnelTrends(ctx, asked, query, { plan, range });
    case "time_to_convert":
      return withoutMedian(await timeToConvert(ctx, query, plan));
  }
}

/** Clients of this dialect know no median. */
function withoutMedian({ bins, average_conversion_time }: TimesToConvert): TimeToConvertResult {
  return { bins, average_conversion_time };
}
