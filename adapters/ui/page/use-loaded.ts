import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** The state of a request's answer. Old data stay while newer data are loading. */
export interface Loaded<Data> {
  data: Data | undefined;
  error: Error | undefined;
  isLoading: boolean;
  /** Loads again. */
  reload(): void;
  /** Stops the running request, and with it the server's work; the old data stay. */
  cancel(): void;
}

/** The end of the last finished request; neither data nor error = it was stopped. */
interface Ended<Data> {
  asked?: string;
  data?: Data;
  error?: Error;
}

const NOTHING = {};

/**
 * Sends a request when `key` changes (any JSON value; null = no request) and when `reload` is called; an outdated
 * request is aborted.
 * @example
 * const persons = useLoaded(["persons", project.id, search], (signal) => call<Page>(path, { query: { search }, signal }));
 */
export function useLoaded<Data>(key: unknown, ask: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [ended, setEnded] = useState<Ended<Data>>(NOTHING);
  const [turn, setTurn] = useState(0);
  const running = useRef<AbortController>();
  const asked = key === null ? null : `${turn} ${JSON.stringify(key)}`;
  // Compared, and not a state of its own: that would be set a frame later, and old data would count as new until then.
  const isLoading = asked !== null && ended.asked !== asked;

  useEffect(() => {
    if (asked === null) {
      setEnded(NOTHING);
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    ask(signal).then(
      (data) => signal.aborted || setEnded({ asked, data }),
      (error: Error) => signal.aborted || setEnded({ asked, error }),
    );
    return () => controller.abort();
    // `ask` is a new function at each drawing; the key holds its input.
  }, [asked]);

  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    if (asked !== null) setEnded(({ data }) => ({ asked, ...(data !== undefined && { data }) }));
  }, [asked]);
  return { data: ended.data, error: isLoading ? undefined : ended.error, isLoading, reload, cancel };
}
