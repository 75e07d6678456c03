import type { Question } from "./question.ts";

/** The fields that the question's endpoint takes: most say by their path which insight is asked for. */
export function toFields(question: Question): Partial<Question> {
  const { insight, ...fields } = question;
  const isOfTrend = insight === "LIFECYCLE" || insight === "STICKINESS";
  return isOfTrend ? { insight, ...fields } : fields;
}
