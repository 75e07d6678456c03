import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { call, send } from "../../api.ts";
import { startOfLastDay } from "../../last-day.ts";
import type { PropertyFilter } from "../../parts/filter-operators.ts";
import { useProject } from "../../project.ts";
import { follow } from "./follow.ts";
import type { StreamState } from "./follow.ts";
import { MOST_EVENTS, withArrived, withOlder } from "./newest-events.ts";

/** Which events are shown; empty = all. */
export interface EventFilter {
  event: string;
  distinctId: string;
  properties: PropertyFilter[];
}

export interface LiveEvents {
  /** Newest first. Those on show stay while the list is held. */
  shown: readonly EventRecord[];
  /** How many came since it is held. */
  waiting: number;
  state: StreamState;
  /** Why nothing comes any more. */
  error: Error | undefined;
  /** The events of before are still being read. */
  isLoading: boolean;
}

/** Events of before that the list starts with. */
const EARLIER = 100;
/** Between two drawings of the list: what moves faster cannot be read, and would leave no time for anything else. */
const PAUSE_MS = 100;
/** How far back those are looked for by their properties, which reads every event. */
const SPAN_MS = 86_400_000;

/**
 * The newest events of the project, and those that arrive, drawn ten times a second however many come. The stream is opened first:
 * an event that arrives while the earlier ones are read is in both, and shown once.
 * @param isHeld keeps the list as it is; what comes is counted and shown afterwards
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

  // With the drawing that says so, not after it: nothing may come into the list in between.
  useLayoutEffect(() => {
    held.current = isHeld;
    if (isHeld) return;
    setShown(list.current);
    setWaiting(0);
  }, [isHeld]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const query = toQuery(filter);
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
    // A stream that takes up no other tells what comes from now on, even if there was one before it that nothing came by.
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
        // Only now: what arrived between an earlier reading and the opening would be in neither.
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
  const query = { ...toQuery(filter), after: after || null, limit: EARLIER };
  return (await call<{ results: EventRecord[] }>(`${P}/events/`, { query, signal })).results;
}

function toQuery({ event, distinctId, properties }: EventFilter): Record<string, unknown> {
  return { event, distinct_id: distinctId, properties: properties.length === 0 ? null : properties };
}
