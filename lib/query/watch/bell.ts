/** Wakes all who wait. They find out for themselves whether it was for them. */
export interface Bell {
  ring(): void;
  /** Resolves when it rings next. */
  next(): Promise<void>;
}

export function createBell(): Bell {
  let waiters: (() => void)[] = [];
  return {
    ring() {
      const woken = waiters;
      waiters = [];
      for (const resolve of woken) resolve();
    },
    next: () => new Promise<void>((resolve) => void waiters.push(resolve)),
  };
}
