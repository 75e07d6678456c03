import type { BenchQuestion } from "../question.ts";
import { FUNNELS } from "./funnels.ts";
import { JOURNEYS } from "./journeys.ts";
import { PERSONS_OVER_TIME } from "./persons-over-time.ts";
import { TRENDS } from "./trends.ts";

/** Every question, in the order of the table. */
export const QUESTIONS: BenchQuestion[] = [...TRENDS, ...PERSONS_OVER_TIME, ...FUNNELS, ...JOURNEYS];

/** @throws Error when there is no such question */
export function findQuestion(id: string): BenchQuestion {
  const question = QUESTIONS.find((each) => each.id === id);
  if (question === undefined) throw new Error(`No question ${id}.`);
  return question;
}
