import { Link, useLocation } from "wouter-preact";
import { useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { Empty, ErrorNote, Loading } from "../../parts/states.tsx";
import { funnelOfEvents } from "../insights/funnel-of-events.ts";
import { EventPanel } from "./event-panel.tsx";
import { EventFilters } from "./event-filters.tsx";
import { EventRows } from "./event-rows.tsx";
import { withoutValue, withValue } from "./event-value.ts";
import type { EventValue } from "./event-value.ts";
import { isFiltered, toExplorerPath, toExplorerState } from "./explorer-state.ts";
import type { EventFilter } from "./explorer-state.ts";
import { useLiveEvents } from "./use-live-events.ts";
import type { LiveEvents as Events } from "./use-live-events.ts";
import { useValueMenu } from "./value-menu.tsx";

interface LiveEventsProps {
  filter: EventFilter;
  /** Properties with a column. @default none */
  columns?: readonly string[];
  /** Absent = the list has no filters. */
  onFilter?: (filter: EventFilter) => void;
}

const NO_COLUMNS: readonly string[] = [];

/** The list of the newest events, which grows at its top unless paused, and the chosen event. */
export function LiveEvents({ filter, columns = NO_COLUMNS, onFilter }: LiveEventsProps) {
  const [isPaused, setIsPaused] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  const [chosen, setChosen] = useState<EventRecord>();
  const events = useLiveEvents(filter, isPaused || isScrolled);
  const [, navigate] = useLocation();
  // The list of all times answers better than the newest events can.
  const filterBy = (value: EventValue, isOut: boolean) =>
    navigate(toExplorerPath((isOut ? withoutValue : withValue)({ ...START, ...filter, columns: [...columns] }, value)));
  const [open, menu] = useValueMenu({ filterBy });
  return (
    <div class="stack">
      <div class="live-bar">
        {onFilter !== undefined && <EventFilters filter={filter} onChange={onFilter} />}
        <div class="actions">
          <FunnelLink events={events.shown} />
          <Connection events={events} isPaused={isPaused} />
          {isPaused && events.waiting > 0 && <span class="hint">{events.waiting} came meanwhile</span>}
          <button type="button" aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? "Go on" : "Pause"}
          </button>
        </div>
      </div>
      {events.error !== undefined && <ErrorNote error={events.error} />}
      <EventRows
        events={events.shown}
        waiting={isPaused ? 0 : events.waiting}
        caption="The newest events, the last that arrived first"
        columns={columns}
        choose={setChosen}
        open={open}
        onScrolled={setIsScrolled}
      />
      {events.shown.length === 0 && <NoEvents events={events} isFiltered={isFiltered(filter)} />}
      {chosen !== undefined && <EventPanel event={chosen} close={() => setChosen(undefined)} filterBy={filterBy} />}
      {menu}
    </div>
  );
}

/** A link from the shown events to a funnel in this order. */
function FunnelLink({ events }: { events: readonly EventRecord[] }) {
  const address = funnelOfEvents(events);
  return address === null ? null : <Link href={address}>Funnel of these</Link>;
}

function Connection({ events: { state, error }, isPaused }: { events: Events; isPaused: boolean }) {
  const words =
    error !== undefined
      ? "stopped"
      : state === "waiting"
        ? "connection lost, trying again"
        : isPaused
          ? "paused"
          : state;
  return (
    <span class={`live-state ${state === "open" && !isPaused && error === undefined ? "on" : ""}`} role="status">
      {words === "open" ? "live" : words}
    </span>
  );
}

const START = toExplorerState(new URLSearchParams());

function NoEvents({ events: { isLoading, error }, isFiltered: isOn }: { events: Events; isFiltered: boolean }) {
  if (error !== undefined) return null;
  if (isLoading) return <Loading what="events" />;
  if (isOn) return <Empty>No event passed the filters so far. The next that does appears here.</Empty>;
  return <Empty>No events so far. The next appears here by itself.</Empty>;
}
