import { useCallback, useEffect, useState } from "preact/hooks";

/** What is known of something that was asked for. Old data stays while newer is loading. */
export interface Answer<Data> {
  data: Data | undefined;
  error: Error | undefined;
  isLoading: boolean;
  /** Asks again. */
  reload(): void;
  /** Stops the request under way, and with it the work of the server; what was there stays. */
  cancel(): void;
}

/**
 * Asks when `key` changes (anything that JSON can say; null = do not ask) and when `reload` is called; a request that nobody
 * waits for any more is aborted.
 * @example
 * const persons = useAnswer(["persons", project.id, search], (signal) => call<Page>(path, { query: { search }, signal }));
 */
export function useAnswer<Data>(key: unknown, ask: (signal: AbortSignal) => Promise<Data>): Answer<Data> {
  const [state, setState] = useState<{ data?: Data; error?: Error; isLoading: boolean }>({ isLoading: key !== null });
  const [turn, setTurn] = useState(0);
  const [running, setRunning] = useState<AbortController>();
  const text = key === null ? null : JSON.stringify(key);

  useEffect(() => {
    if (text === null) {
      setState({ isLoading: false });
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    setRunning(controller);
    setState(({ data }) => ({ ...(data !== undefined && { data }), isLoading: true }));
    ask(signal).then(
      (data) => signal.aborted || setState({ data, isLoading: false }),
      (error: Error) => signal.aborted || setState({ error, isLoading: false }),
    );
    return () => controller.abort();
    // `ask` is a new function at each drawing; what it asks for is in the key.
  }, [text, turn]);

  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const cancel = useCallback(() => {
    running?.abort();
    setState((last) => ({ ...last, isLoading: false }));
  }, [running]);
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload, cancel };
}
