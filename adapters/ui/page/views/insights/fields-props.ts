import type { QuestionDraft, DraftChange } from "./question.ts";

/** The props of a group of fields. */
export interface FieldsProps {
  question: QuestionDraft;
  set: (change: DraftChange) => void;
}
