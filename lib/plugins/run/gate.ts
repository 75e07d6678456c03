/** Limits concurrent work; the rest waits in order. @throws AbortError to work cancelled before its turn */
export type Gate = <Value>(work: () => Promise<Value>, signal: AbortSignal) => Promise<Value>;

/** Creates a gate for `atOnce` works at once. */
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
