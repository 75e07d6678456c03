import type { Dashboard, SavedInsight, StoredQuestion } from "../../../../../lib/index.ts";
import type { QuestionDraft } from "../insights/question.ts";

/**
 * The question that a tile shows: that of the insight, with the dates of the dashboard where the dashboard has dates, and its property filters
 * besides those of the insight. Retention counts back from its end in its own periods, so only the end applies.
 */
export function toShownQuestion(insight: Pick<SavedInsight, "question">, filters: Dashboard["filters"]): QuestionDraft {
  // SQL and tables have no chart: a trend without series stands for them.
  const question = withProperties(toPageQuestion(insight.question ?? { insight: "TRENDS" }), filters.properties);
  if (filters.date_from === undefined && filters.date_to === undefined) return question;
  const { date_from: _, date_to: __, ...rest } = question;
  const isRetention = question.insight === "RETENTION";
  return {
    ...rest,
    ...(filters.date_from !== undefined && !isRetention && { date_from: filters.date_from }),
    ...(filters.date_to !== undefined && { date_to: filters.date_to }),
  };
}

/** The page shows a correlation as a funnel with a type of correlation. */
function toPageQuestion({ insight, ...fields }: StoredQuestion): QuestionDraft {
  if (insight !== "CORRELATION") return { ...fields, insight };
  return { funnel_correlation_type: "events", ...fields, insight: "FUNNELS" };
}

/** Both filters must pass (as the server's `overFilters`). */
function withProperties(question: QuestionDraft, properties: unknown): QuestionDraft {
  if (!isFilled(properties)) return question;
  const own = question.properties;
  const both = isFilled(own) ? { type: "AND", values: [toGroup(own), toGroup(properties)] } : properties;
  return { ...question, properties: both };
}

function toGroup(properties: unknown): unknown {
  return Array.isArray(properties) ? { type: "AND", values: properties } : properties;
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
