import { useState } from "preact/hooks";

/** Something that a button does. */
export interface Work {
  isRunning: boolean;
  /** Why the last one failed. */
  error: Error | undefined;
  /** Does it, and keeps what it throws; resolves in either case. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** One piece of work at a time, with its error to be shown. */
export function useWork(): Work {
  const [state, setState] = useState<{ isRunning: boolean; error?: Error }>({ isRunning: false });
  const run = async (work: () => Promise<unknown>) => {
    setState({ isRunning: true });
    try {
      await work();
      setState({ isRunning: false });
    } catch (error) {
      setState({ isRunning: false, error: error as Error });
    }
  };
  return { isRunning: state.isRunning, error: state.error, run };
}
