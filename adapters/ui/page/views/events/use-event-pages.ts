import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { EventRecord, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { withOlder } from "./newest-events.ts";

/** Events of a page: two screens. More would delay the first. */
const PAGE = 200;

export interface EventPages {
  /** Newest first. */
  events: readonly EventRecord[];
  /** The number of events on all pages; undefined = not known yet. */
  count: number | undefined;
  error: Error | undefined;
  isLoading: boolean;
  /** Loads the next page, unless it is loading or there is none. */
  more: () => void;
}

const NOTHING: Omit<EventPages, "more"> = { events: [], count: undefined, error: undefined, isLoading: true };

/**
 * The events of a list, page by page as far as the user scrolls. Later pages end before the newest event of the first one, so
 * that events that arrive meanwhile move nothing.
 * @param path of the list; @param query its filters; null = nothing is asked; @param turn grows to ask again
 */
export function useEventPages(path: string, query: Record<string, unknown> | null, turn: number): EventPages {
  const [state, setState] = useState(NOTHING);
  const next = useRef(() => {});
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let [offset, isBusy, isDone] = [0, false, query === null];
    let before: unknown = query?.["before"];
    const load = () => {
      if (isBusy || isDone) return;
      isBusy = true;
      setState((last) => ({ ...last, isLoading: true, error: undefined }));
      call<Page<EventRecord>>(path, { query: { ...query, before, limit: PAGE, offset }, signal }).then(
        ({ count, results }) => {
          isBusy = false;
          offset += results.length;
          isDone = results.length === 0 || offset >= count;
          const [newest] = results;
          before ??= newest && new Date(Date.parse(newest.timestamp) + 1).toISOString();
          setState((last) => ({
            events: withOlder(last.events, results, Infinity),
            count,
            error: undefined,
            isLoading: false,
          }));
        },
        (error: Error) => {
          isBusy = false;
          if (!signal.aborted) setState((last) => ({ ...last, error, isLoading: false }));
        },
      );
    };
    next.current = load;
    setState({ ...NOTHING, isLoading: query !== null });
    load();
    return () => controller.abort();
  }, [path, JSON.stringify(query), turn]);
  const more = useCallback(() => next.current(), []);
  return { ...state, more };
}
