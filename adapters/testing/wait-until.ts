import { clearTimeout, setTimeout } from "../../lib/base/platform.ts";
import { toVisibleLines } from "../../lib/index.ts";
import type { WatchHandle } from "../../lib/index.ts";
import { assertionError } from "./assertion-error.ts";

interface Wait<Answer> {
  passes: (answer: Answer) => boolean;
  /** Real milliseconds. */
  timeoutMs: number;
  watch(listener: (answer: Answer) => void): Promise<WatchHandle>;
}

/** Characters of an answer in the error. */
const SHOWN_CHARS = 1000;

/**
 * Each change of the answer wakes it.
 * @throws AssertionError with the last answer; the error of `passes`
 */
export async function waitUntil<Answer>({ passes, timeoutMs, watch }: Wait<Answer>): Promise<Answer> {
  let last: Answer | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(tooLate(timeoutMs, last)), timeoutMs);
  // Awaited below, once the watching has begun.
  promise.catch(() => {});
  const watching = await watch((answer) => {
    last = answer;
    try {
      if (passes(answer)) resolve(answer);
    } catch (error) {
      reject(error);
    }
  }).finally(() => last === undefined && clearTimeout(timer));
  return promise.finally(() => {
    clearTimeout(timer);
    watching.close();
  });
}

function tooLate(timeoutMs: number, last: unknown): Error {
  const { results } = (last ?? {}) as { results?: unknown };
  const text = JSON.stringify(results, null, 1) ?? "no answer";
  const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)} …` : text;
  return assertionError({
    message: toVisibleLines(`Waited ${timeoutMs} ms for another answer. The last results are:\n${shown}`),
    operator: "until",
    stackStartFn: waitUntil,
  });
}
