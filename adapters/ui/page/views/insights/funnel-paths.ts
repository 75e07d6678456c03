import { entitiesOf } from "./question.ts";
import type { QuestionDraft } from "./question.ts";

/** The part of a person's events around a funnel that paths show. */
export const FUNNEL_PATHS = {
  funnel_path_before_step: "before step",
  funnel_path_between_steps: "between the step before and step",
  funnel_path_after_step: "after step",
} as const;

export type FunnelPart = keyof typeof FUNNEL_PATHS;

/**
 * The question for the paths of those who took a step of a funnel.
 * @param step from 1
 */
export function toFunnelPaths(funnel: QuestionDraft, part: FunnelPart, step: number): QuestionDraft {
  const { date_from: from, date_to: to, filter_test_accounts: isWithout } = funnel;
  const { funnel_viz_type: _, ...filter } = funnel;
  return {
    insight: "PATHS",
    funnel_paths: part,
    funnel_filter: { ...filter, funnel_step: step },
    include_event_types: ["$pageview", "$screen", "custom_event"],
    path_replacements: true,
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
    ...(isWithout !== undefined && { filter_test_accounts: isWithout }),
  };
}

/** The steps (from 1) that have paths: paths between two steps need a step before. */
export function stepsOf(part: FunnelPart, funnel: QuestionDraft): number[] {
  const first = part === "funnel_path_between_steps" ? 2 : 1;
  return entitiesOf(funnel)
    .map((_, index) => index + 1)
    .filter((step) => step >= first);
}

/** The funnel of a question for paths; undefined = none. */
export function funnelOfPaths({ funnel_paths: part, funnel_filter: filter }: QuestionDraft): QuestionDraft | undefined {
  if (part === undefined || filter === undefined) return undefined;
  const { funnel_step: _, ...funnel } = filter;
  return { ...funnel, insight: "FUNNELS" };
}
