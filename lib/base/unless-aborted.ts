import { cancelled } from "./errors.ts";

/** Waits for a promise until the signal aborts; the work goes on. @throws cancelled */
export async function unlessAborted<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (signal === undefined) return promise;
  const { promise: aborted, leave } = toRejection(signal);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    leave();
  }
}

function toRejection(signal: AbortSignal): { promise: Promise<never>; leave(): void } {
  const listening = new AbortController();
  const promise = new Promise<never>((_, reject) => {
    const refuse = () => reject(cancelled(signal.reason));
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { signal: listening.signal });
  });
  return { promise, leave: () => listening.abort() };
}
