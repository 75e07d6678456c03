import { useState } from "preact/hooks";

/** The action of a button. */
export interface Work {
  isRunning: boolean;
  /** The error of the last action. */
  error: Error | undefined;
  /** Runs the work, and keeps its error; always resolves. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** One action at a time, with its error. */
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
