import { ApiError } from "./api.ts";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

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

/** Pause in ms before a server that did not answer is asked again. A shorter pause keeps a computer busier while it is away. */
const AWAY_MS = 2000;

function isAway(error: Error | undefined): boolean {
  return error instanceof ApiError && error.status === 0;
}

/**
 * Sends a request when `key` changes (any JSON value; null = no request) and when `reload` is called; an outdated
 * request is aborted. A server that does not answer is asked again until it does.
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

  // Sent before the browser paints: a view that opens asks four times in succession, and each waited for a frame.
  useLayoutEffect(() => {
    if (asked === null) {
      setEnded(NOTHING);
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    ask(signal).then(
      (data) => signal.aborted || setEnded({ asked, data }),
      // The old data stay while the server is away.
      (error: Error) =>
        signal.aborted ||
        setEnded(({ data }) => ({ asked, error, ...(isAway(error) && data !== undefined && { data }) })),
    );
    return () => controller.abort();
    // `ask` is a new function at each drawing; the key holds its input.
  }, [asked]);

  // A server that is developed restarts all day.
  useEffect(() => {
    if (!isAway(ended.error)) return undefined;
    const timer = setTimeout(() => setTurn((last) => last + 1), AWAY_MS);
    return () => clearTimeout(timer);
  }, [ended]);

  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    if (asked !== null) setEnded(({ data }) => ({ asked, ...(data !== undefined && { data }) }));
  }, [asked]);
  return { data: ended.data, error: isLoading ? undefined : ended.error, isLoading, reload, cancel };
}
