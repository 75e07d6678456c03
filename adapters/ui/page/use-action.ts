import { useState } from "preact/hooks";

/** How something stands that the user asked to be done. */
export interface Action<Input> {
  /** Does it; what goes wrong is in `error`. Resolves to whether it was done. */
  run(input: Input): Promise<boolean>;
  isRunning: boolean;
  error: Error | undefined;
  /** Done, and not begun again since. */
  isDone: boolean;
}

/**
 * Something that a button does, with its states.
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
