import type { QuestionDraft } from "./question.ts";

/** The fields for the question's endpoint: most endpoints name the insight in their path. */
export function toFields(question: QuestionDraft): Partial<QuestionDraft> {
  const { insight, ...fields } = question;
  const isOfTrend = insight === "LIFECYCLE" || insight === "STICKINESS";
  return isOfTrend ? { insight, ...fields } : fields;
}
