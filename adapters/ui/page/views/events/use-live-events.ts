import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { call, send } from "../../api.ts";
import { startOfLastDay } from "../../last-day.ts";
import { useProject } from "../../project.ts";
import { toEventQuery } from "./explorer-state.ts";
import type { EventFilter } from "./explorer-state.ts";
import { follow } from "./follow.ts";
import type { StreamState } from "./follow.ts";
import { MOST_EVENTS, withArrived, withOlder } from "./newest-events.ts";

export interface LiveEvents {
  /** Newest first. Shown events stay while the list is held. */
  shown: readonly EventRecord[];
  /** Number of events since it is held. */
  waiting: number;
  state: StreamState;
  /** The reason why no further events arrive. */
  error: Error | undefined;
  /** Earlier events are still loading. */
  isLoading: boolean;
}

/** Earlier events at the start of the list. */
const EARLIER = 100;
/**
 * Time in ms between two drawings of the list: faster changes cannot be read, and would leave no time for other work.
 */
const PAUSE_MS = 100;
/** Age in ms up to which earlier events are searched by their properties, which reads every event. */
const SPAN_MS = 86_400_000;

/**
 * The newest events of the project, and arriving events, drawn ten times a second at any rate. The stream is opened
 * first: an event that arrives while earlier events are loading is in both, and shown once.
 * @param isHeld keeps the list unchanged; new events are counted and shown afterwards
 */
export function useLiveEvents(filter: EventFilter, isHeld: boolean): LiveEvents {
  const { P } = useProject();
  const [shown, setShown] = useState<readonly EventRecord[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [state, setState] = useState<StreamState>("connecting");
  const [error, setError] = useState<Error>();
  const [isLoading, setIsLoading] = useState(true);
  const list = useRef<readonly EventRecord[]>([]);
  const held = useRef(isHeld);

  // With the drawing of the new state, not after it: no event may enter the list in between.
  useLayoutEffect(() => {
    held.current = isHeld;
    if (isHeld) return;
    setShown(list.current);
    setWaiting(0);
  }, [isHeld]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const query = toEventQuery(filter);
    let arrived: EventRecord[] = [];
    let [timer, drawnMs] = [0, 0];
    const draw = () => {
      timer = 0;
      drawnMs = performance.now();
      list.current = withArrived(list.current, arrived);
      const count = arrived.length;
      arrived = [];
      if (held.current) setWaiting((last) => last + count);
      else setShown(list.current);
    };
    // A stream that resumes no earlier one sends events from now on, even if an earlier stream without messages
    // existed.
    let [isFresh, isRead] = [true, false];
    const showEarlier = async () => {
      if (isFresh) list.current = [];
      try {
        const events = await readEarlier(P, filter, signal);
        if (signal.aborted) return;
        isRead = true;
        list.current = withOlder(list.current, events);
        if (!held.current) setShown(list.current);
        setError(undefined);
      } catch (cause) {
        if (signal.aborted) return;
        setError(cause as Error);
      }
      setIsLoading(false);
    };
    list.current = [];
    setShown([]);
    setWaiting(0);
    setError(undefined);
    setIsLoading(true);
    follow({
      signal,
      onState(next) {
        setState(next);
        // Only now: events that arrived between an earlier load and the opening would be in neither.
        if (next === "open" && (isFresh || !isRead)) void showEarlier();
      },
      open: async (lastId) => {
        isFresh = lastId === null;
        const headers = lastId === null ? {} : { "last-event-id": lastId };
        const response = await send(`${P}/events/live`, { query, headers, signal });
        if (response.body === null) throw new Error("The server sends no events.");
        return response.body;
      },
      onMessages(messages) {
        // A page in the background draws nothing: it keeps no more than it will show.
        arrived = [...arrived, ...messages.map(({ data }) => JSON.parse(data) as EventRecord)].slice(-MOST_EVENTS);
        timer ||= window.setTimeout(draw, Math.max(0, drawnMs + PAUSE_MS - performance.now()));
      },
    }).catch(setError);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [P, JSON.stringify(filter)]);

  return { shown, waiting, state, error, isLoading };
}

async function readEarlier(P: string, filter: EventFilter, signal: AbortSignal): Promise<EventRecord[]> {
  const isBounded = filter.properties.length > 0;
  const isWhole = !filter.event && !filter.distinctId;
  const after = isBounded ? new Date(Date.now() - SPAN_MS).toISOString() : isWhole && (await startOfLastDay(P, signal));
  const query = { ...toEventQuery(filter), after: after || null, limit: EARLIER };
  return (await call<{ results: EventRecord[] }>(`${P}/events/`, { query, signal })).results;
}
