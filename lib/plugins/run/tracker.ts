/** Work under way that whoever closes has to wait for. */
export interface Tracker {
  /** Gives back what it is given. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  isIdle(): boolean;
  /** Resolves when nothing is under way, nor what that began. */
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
