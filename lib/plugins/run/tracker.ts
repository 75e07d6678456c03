/** Work that closing must wait for. */
export interface Tracker {
  /** Returns its argument. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  isIdle(): boolean;
  /** Resolves when no work is in progress, even work begun by other work. */
  settle(): Promise<void>;
}

export function createTracker(): Tracker {
  const tracked = new Set<Promise<unknown>>();
  return {
    track(work) {
      const settled: Promise<void> = work.then(
        () => {},
        () => {},
      );
      tracked.add(settled);
      void settled.then(() => tracked.delete(settled));
      return work;
    },
    isIdle: () => tracked.size === 0,
    async settle() {
      while (tracked.size > 0) await Promise.all(tracked);
    },
  };
}
