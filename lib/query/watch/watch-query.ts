import { closed, invalid } from "../../base/errors.ts";
import { performance } from "../../base/platform.ts";
import { toStoppable } from "../../base/stoppable.ts";
import type { Project } from "../../admin/projects/index.ts";
import { askQuery } from "../ask-query.ts";
import type { QueryHow } from "../ask-query.ts";
import type { Context } from "../context.ts";
import { readNode } from "../read-node.ts";
import { createTimer } from "./timer.ts";
import type { Outcome, WatchedQuestion } from "./question.ts";
import type { AskedAgain, Watching } from "./asker.ts";
import { joinQuestion } from "./watches.ts";

/** The resources of a caller. */
export type Watcher = Watching & Pick<Context, "log">;

/** The answers of a watched question, one after the other. Leaving the loop ends it, also while it waits. */
export type WatchedAnswers = AsyncIterableIterator<Outcome, void>;

/** How answers are wanted. */
export interface WatchHow {
  /** The least time between two answers, in ms. @default 0: each answer that differs from the last */
  everyMs?: number | undefined;
  /** Called before each answer, and twice a second: the answers end when it returns false. @default always true */
  stillMay?: (() => boolean) | undefined;
}

/** The longest time between two answers that may be asked for. */
export const LONGEST_MS = 3_600_000;

export function isEveryMs(ms: number): boolean {
  return ms >= 0 && ms <= LONGEST_MS;
}

/** Time in ms for which a caller's rights are taken for granted: asking for them at each commit costs more than it shows. */
const MAY_MS = 250;

/** A query as it is asked each time. */
export interface WatchedQuery extends Pick<QueryHow, "filters" | "variables"> {
  query: unknown;
}

/**
 * Watches a query node. Resolves when the first answer is there: it counts every commit before the call.
 * @throws HogletError 400 when it cannot be read or answered; 429 when too many questions are watched
 */
export async function watchQuery(
  ctx: Watcher,
  project: Pick<Project, "id">,
  given: WatchedQuery,
  how?: WatchHow,
): Promise<WatchedAnswers> {
  readNode(given.query);
  // A copy: the caller may change its own.
  const { query, ...own } = JSON.parse(JSON.stringify(given)) as WatchedQuery;
  const ask: AskedAgain["ask"] = (again, asked) => askQuery(again, asked, query, { ...own, refresh: "if-stale" });
  return watchAnswers(ctx, project, { key: ["query", given], ask }, how);
}

/** Watches a question of any kind, as `watchQuery` does. */
export async function watchAnswers(
  ctx: Watcher,
  project: Pick<Project, "id">,
  again: AskedAgain,
  { everyMs = 0, stillMay = () => true }: WatchHow = {},
): Promise<WatchedAnswers> {
  if (!isEveryMs(everyMs)) throw invalid("everyMs", `Expected 0 to ${LONGEST_MS} ms, but received ${String(everyMs)}.`);
  if (ctx.watches.isClosed) throw closed();
  const { question, leave } = joinQuestion(ctx, project.id, again);
  await question.settle();
  const { newest } = question.state;
  if (newest?.text === undefined) {
    leave();
    throw newest?.error ?? closed();
  }
  const place: Place = { taken: 0, isStopped: false };
  return toStoppable(read(question, place, { everyMs, stillMay, leave }), () => {
    place.isStopped = true;
    leave();
    question.wake();
  });
}

/** The state of a reader. */
interface Place {
  /** The version of the answer that it took last. */
  taken: number;
  isStopped: boolean;
}

async function* read(
  question: WatchedQuestion,
  place: Place,
  { everyMs, stillMay, leave }: { everyMs: number; stillMay(): boolean; leave(): void },
): AsyncGenerator<Outcome, void> {
  const may = rarely(stillMay);
  let readyMs = 0;
  while (!place.isStopped && !question.isOver() && may(question.state.version > place.taken)) {
    const { newest, version } = question.state;
    const waitMs = readyMs - performance.now();
    if (newest === undefined || version === place.taken) await question.change();
    else if (waitMs > 0) await pause(question, place, waitMs);
    else {
      place.taken = version;
      yield newest;
      readyMs = performance.now() + everyMs;
    }
  }
  leave();
}

/** Waits, however often the question changes. */
async function pause(question: WatchedQuestion, place: Place, ms: number): Promise<void> {
  const timer = createTimer(ms, question.wake);
  while (!timer.isOver() && !place.isStopped && !question.isOver()) await question.change();
  timer.end();
}

/** A test that is made again after a while, and whenever it `must` be current. */
function rarely(test: () => boolean): (must: boolean) => boolean {
  let testedMs = -Infinity;
  let isPassed = true;
  return (must) => {
    const nowMs = performance.now();
    if (must || nowMs - testedMs >= MAY_MS) {
      testedMs = nowMs;
      isPassed = test();
    }
    return isPassed;
  };
}
