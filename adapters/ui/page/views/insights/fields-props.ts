import type { Question, QuestionChange } from "./question.ts";

/** The props of a group of fields. */
export interface FieldsProps {
  question: Question;
  set: (change: QuestionChange) => void;
}
