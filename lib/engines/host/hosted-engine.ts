import { cancelled } from "../../base/errors.ts";
import type { Engine } from "../../port/engine.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import type { Thread } from "./thread.ts";

/** Where questions can be answered. */
export interface HostedEngineParts {
  /** Answers in the thread of the caller. */
  local: Engine;
  /** Answers elsewhere; absent = there is no such place. */
  thread?: Pick<Thread, "ask"> | undefined;
  /** Whether a question is quick enough to be answered by the caller. Asked each time. */
  isQuick(): boolean;
}

/**
 * The engine that sends each plan where it is to be answered. Plans and answers are plain data, so they cross threads as they
 * are; a new kind of question needs no line here. A signal ends work in the thread; in the caller's thread only work that has
 * not begun.
 */
export function hostedEngine({ local, thread, isQuick }: HostedEngineParts): Engine {
  return {
    async ask<P extends Plan>(plan: P, { signal }: { signal?: AbortSignal | undefined } = {}) {
      if (signal?.aborted) throw cancelled(signal.reason);
      if (thread === undefined || isQuick()) return local.ask(plan);
      return (await thread.ask({ kind: "answer", plan }, { signal })) as AnswerOf<P>;
    },
  };
}
