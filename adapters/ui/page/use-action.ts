import { useState } from "preact/hooks";

/** The state of an action that the user started. */
export interface Action<Input> {
  /** Runs the action; `error` has its failure. Resolves to true on success. */
  run(input: Input): Promise<boolean>;
  isRunning: boolean;
  error: Error | undefined;
  /** Finished, and not started again since. */
  isDone: boolean;
}

/**
 * The action of a button, with its state.
 * @example
 * const save = useAction((name: string) => call(P, { method: "PATCH", body: { name } }));
 */
export function useAction<Input = void>(act: (input: Input) => Promise<unknown>): Action<Input> {
  const [state, setState] = useState<Omit<Action<Input>, "run">>({ isRunning: false, error: undefined, isDone: false });
  const run = async (input: Input) => {
    setState({ isRunning: true, error: undefined, isDone: false });
    try {
      await act(input);
      setState({ isRunning: false, error: undefined, isDone: true });
      return true;
    } catch (cause) {
      setState({ isRunning: false, error: cause as Error, isDone: false });
      return false;
    }
  };
  return { ...state, run };
}
