import { cancelled } from "../../base/errors.ts";
import type { Engine, EngineMethod } from "../../questions/index.ts";
import type { Thread } from "./thread.ts";

/** Where questions can be answered. */
export interface House {
  /** Answers in the thread of the caller. */
  local: Engine;
  /** Answers elsewhere; absent = there is no such place. */
  thread?: Pick<Thread, "ask"> | undefined;
  /** Whether a question is quick enough to be answered by the caller. Asked each time. */
  isQuick(): boolean;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The engine that sends each question where it is to be answered. It has the methods of `local`, whatever these are: a new kind
 * of question needs no line here. Plans and answers are plain data, so they cross threads as they are.
 * @param signal ends what is asked when it aborts; in the caller's thread only what has not begun
 */
export function housedEngine(house: House, signal?: AbortSignal): Engine {
  const { local, thread, isQuick } = house;
  const names = Object.keys(local).filter((name): name is EngineMethod => name !== "until");
  const toMethod = (method: EngineMethod): Method => {
    const answer = local[method] as Method;
    return async (...args) => {
      if (signal?.aborted) throw cancelled(signal.reason);
      if (thread === undefined || isQuick()) return answer(...args);
      return thread.ask({ kind: "answer", method, args }, { signal });
    };
  };
  const methods = Object.fromEntries(names.map((name) => [name, toMethod(name)]));
  return { ...(methods as unknown as Engine), until: (own) => housedEngine(house, own) };
}
