import { kindOf, KINDS } from "./kinds.ts";
import type { QuestionDraft } from "./question.ts";

/** The fields for the question's endpoint: most endpoints name the insight in their path. */
export function toFields(question: QuestionDraft): Partial<QuestionDraft> {
  const { insight, ...fields } = question;
  const kind = kindOf(question);
  const isOfTrend = kind !== "trends" && KINDS[kind].path === KINDS.trends.path;
  return isOfTrend ? { insight, ...fields } : fields;
}
