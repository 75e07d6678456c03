import { throttled } from "../../base/errors.ts";
import { createLine } from "./line.ts";
import type { WatchedQuestion, Watches } from "./question.ts";
import { watchQuestion } from "./watched-question.ts";
import type { AskedAgain, Watching } from "./asker.ts";

/** Questions of a handle that are watched at once. Each is asked after commits: more make all of them wait longer. */
const MOST_QUESTIONS = 1000;

export function createWatches(): Watches {
  return { questions: new Map(), opened: 0, line: createLine(), isClosed: false };
}

/** Ends all watching, now and later; call it before the engine closes. */
export function closeWatches(watches: Watches): void {
  watches.isClosed = true;
  for (const { question } of watches.questions.values()) question.close();
  watches.questions.clear();
}

/**
 * The question of all who ask the same.
 * @returns it, and the function that leaves it: the last who leaves ends it
 * @throws throttled when too many are watched
 */
export function joinQuestion(
  ctx: Watching,
  projectId: number,
  asked: AskedAgain,
): { question: WatchedQuestion; leave(): void } {
  const { questions } = ctx.watches;
  const key = JSON.stringify([projectId, asked.key]);
  let own = questions.get(key);
  if (own === undefined) {
    if (questions.size >= MOST_QUESTIONS) throw throttled(10, `${MOST_QUESTIONS} questions are watched already.`);
    own = { question: watchQuestion(ctx, projectId, asked), watchers: 0 };
    questions.set(key, own);
  }
  const joined = own;
  joined.watchers += 1;
  let isLeft = false;
  const leave = () => {
    if (isLeft) return;
    isLeft = true;
    joined.watchers -= 1;
    if (joined.watchers > 0) return;
    joined.question.close();
    if (questions.get(key) === joined) questions.delete(key);
  };
  return { question: joined.question, leave };
}
