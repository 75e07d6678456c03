import { cancelled } from "../../base/errors.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { QueryAnswer } from "../ask-query.ts";
import type { Outcome } from "./question.ts";
import { watchQuery } from "./watch-query.ts";
import type { WatchedAnswers, WatchedQuery, Watcher, WatchHow } from "./watch-query.ts";

/** A question that is watched. */
export interface WatchHandle {
  /** Ends it: the listener is not called again. May be called twice. */
  close(): void;
  [Symbol.dispose](): void;
}

/** Called with each answer. A promise that it returns is waited for before the next. */
export type AnswerListener<Answer> = (answer: Answer) => unknown;

/** How a listener is called. */
export interface ListenHow extends Pick<WatchHow, "everyMs"> {
  signal?: AbortSignal | undefined;
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * Calls a listener with the answers of a question. Resolves after the first call.
 * @throws HogletError as `watchQuery`; 499 when the signal aborts before the first answer
 */
export async function listenToAnswers(
  ctx: Watcher,
  project: Pick<Project, "id">,
  asked: WatchedQuery,
  { listener, signal, onError, everyMs }: ListenHow & { listener: AnswerListener<QueryAnswer> },
): Promise<WatchHandle> {
  if (signal?.aborted) throw cancelled(signal.reason);
  const opening = watchQuery(ctx, project, asked, { everyMs });
  // A caller that leaves while the first answer is computed leaves nothing behind.
  signal?.addEventListener("abort", () => void opening.then(leave, () => {}), { once: true });
  const answers = await unlessAborted(signal, opening);
  const fail = onError ?? ((error) => ctx.log.error("A watched question failed.", { error: String(error) }));
  const call = async ({ text, error }: Outcome) => {
    if (text === undefined) fail(error);
    else await callListener(() => listener(JSON.parse(text) as QueryAnswer), fail);
  };
  const first = await answers.next();
  if (!first.done) await call(first.value);
  void (async () => {
    for await (const outcome of answers) await call(outcome);
  })();
  const close = () => leave(answers);
  return { close, [Symbol.dispose]: close };
}

function leave(answers: WatchedAnswers): void {
  void answers.return?.();
}

async function callListener(call: () => unknown, fail: (error: unknown) => void): Promise<void> {
  try {
    await call();
  } catch (error) {
    fail(error);
  }
}
