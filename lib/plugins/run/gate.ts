/** Runs work, so much of it at a time; the rest waits in order. @throws AbortError to work that was given up before its turn */
export type Gate = <Value>(work: () => Promise<Value>, signal: AbortSignal) => Promise<Value>;

/** Makes a gate that lets so many through at once. */
export function createGate(atOnce: number): Gate {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async (work, signal) => {
    if (active >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    active++;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      active--;
      waiting.shift()?.();
    }
  };
}
