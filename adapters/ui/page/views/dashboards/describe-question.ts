import { describeRange } from "../../parts/date-ranges.ts";
import { kindOf, KINDS } from "../insights/kinds.ts";
import type { QuestionDraft } from "../insights/question.ts";

/** The kind of insight, and its dates. */
export function describeQuestion(question: QuestionDraft): string {
  const kind = kindOf(question);
  const name = KINDS[kind].name;
  if (kind !== "retention") return `${name} · ${describeRange(question)}`;
  return question.date_to ? `${name} · up to ${question.date_to}` : name;
}
