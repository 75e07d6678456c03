import { cancelled } from "../../base/errors.ts";
import type { AskOptions, Engine } from "../../port/engine.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import type { Thread } from "./thread.ts";

/** The places that can answer questions. */
export interface HostedEngineParts {
  /** Answers in the thread of the caller. */
  local(): Engine;
  /** Absent = the database has no thread. */
  thread?: Pick<Thread, "ask"> | undefined;
  /** Is a question quick enough for the caller's thread? Called for each question. */
  isQuick(): boolean;
  /** See `Engine.keeps`. @default no plan */
  keeps?(plan: Plan): boolean;
}

/**
 * Answers each plan in the caller's thread or in the engine's. Plans and answers are plain data, so a new kind of
 * question needs no change here. A signal ends work in the engine's thread; in the caller's it only prevents work that
 * has not begun.
 */
export function hostedEngine({ local, thread, isQuick, keeps = () => false }: HostedEngineParts): Engine {
  return {
    async ask<P extends Plan>(plan: P, { signal, keepAs }: AskOptions = {}) {
      if (signal?.aborted) throw cancelled(signal.reason);
      if (thread === undefined || isQuick()) return local().ask(plan, { keepAs });
      return (await thread.ask(
        { kind: "answer", plan, ...(keepAs !== undefined && { keepAs }) },
        { signal },
      )) as AnswerOf<P>;
    },
    keeps,
  };
}
