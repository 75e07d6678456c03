import type { Question, QuestionChange } from "./question.ts";

/** What a group of fields gets. */
export interface FieldsProps {
  question: Question;
  set: (change: QuestionChange) => void;
}
