/**
 * Turns of writing and asking. The copy does not change while questions run, so that all statements of a question see
 * one moment; questions that run at the same time share it.
 */
export interface Turns {
  /**
   * Waits until the copy has what a question needs, and begins the question. While nobody else asks, it writes the
   * missing part.
   * @param isThere has the copy what the question needs?
   * @returns ends the question; call it once
   */
  begin(isThere: () => boolean): Promise<() => void>;
  /** Writes, unless questions run or wait. @returns false = it did not write */
  writeIdle(): Promise<boolean>;
  /** Writes once no question runs. */
  writeAlone<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates the turns of a copy. @param write stores the next part of what is missing */
export function createTurns(write: () => Promise<unknown>): Turns {
  let running = 0;
  let waiting = 0;
  let writing: Promise<unknown> | undefined;
  let wake: (() => void)[] = [];

  const drained = () => new Promise<void>((resolve) => wake.push(resolve));
  const end = () => {
    running--;
    if (running > 0) return;
    const woken = wake;
    wake = [];
    for (const go of woken) go();
  };
  const startWriting = <T>(work: () => Promise<T>): Promise<T> => {
    const own = work().finally(() => (writing = undefined));
    writing = own;
    return own;
  };
  return {
    async begin(isThere) {
      waiting++;
      try {
        for (;;) {
          if (writing !== undefined) await writing.catch(() => {});
          else if (isThere()) break;
          else if (running > 0) await drained();
          else await startWriting(write);
        }
        running++;
      } finally {
        waiting--;
      }
      let isEnded = false;
      return () => {
        if (!isEnded) end();
        isEnded = true;
      };
    },
    async writeIdle() {
      if (running > 0 || waiting > 0 || writing !== undefined) return false;
      await startWriting(write);
      return true;
    },
    async writeAlone(work) {
      for (;;) {
        if (writing !== undefined) await writing.catch(() => {});
        else if (running > 0) await drained();
        else return startWriting(work);
      }
    },
  };
}
