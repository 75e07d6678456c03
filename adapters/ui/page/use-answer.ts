import { useCallback, useEffect, useRef, useState } from "preact/hooks";

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

/** How the last asking that is over ended; neither data nor error = it was stopped. */
interface Ended<Data> {
  asked?: string;
  data?: Data;
  error?: Error;
}

const NOTHING = {};

/**
 * Asks when `key` changes (anything that JSON can say; null = do not ask) and when `reload` is called; a request that nobody
 * waits for any more is aborted.
 * @example
 * const persons = useAnswer(["persons", project.id, search], (signal) => call<Page>(path, { query: { search }, signal }));
 */
export function useAnswer<Data>(key: unknown, ask: (signal: AbortSignal) => Promise<Data>): Answer<Data> {
  const [ended, setEnded] = useState<Ended<Data>>(NOTHING);
  const [turn, setTurn] = useState(0);
  const running = useRef<AbortController>();
  const asked = key === null ? null : `${turn} ${JSON.stringify(key)}`;
  // By comparing, and not by a state of its own: that would be set a frame later, and old data would be taken for new till then.
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
    // `ask` is a new function at each drawing; what it asks for is in the key.
  }, [asked]);

  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    if (asked !== null) setEnded(({ data }) => ({ asked, ...(data !== undefined && { data }) }));
  }, [asked]);
  return { data: ended.data, error: isLoading ? undefined : ended.error, isLoading, reload, cancel };
}
