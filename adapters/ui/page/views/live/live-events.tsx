import { Link } from "wouter-preact";
import { useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { Empty, ErrorNote, Loading } from "../../parts/states.tsx";
import { funnelOfEvents } from "../insights/funnel-of-events.ts";
import { EventPanel } from "./event-panel.tsx";
import { EventRows } from "./event-rows.tsx";
import { LiveFilters } from "./live-filters.tsx";
import { useLiveEvents } from "./use-live-events.ts";
import type { EventFilter, LiveEvents as Events } from "./use-live-events.ts";

const EVERYTHING: EventFilter = { event: "", distinctId: "", properties: [] };

/** The list of the newest events, which grows at its top unless paused, and the chosen event. */
export function LiveEvents() {
  const [filter, setFilter] = useState(EVERYTHING);
  const [isPaused, setIsPaused] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  const [chosen, setChosen] = useState<EventRecord>();
  const events = useLiveEvents(filter, isPaused || isScrolled);
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(EVERYTHING);
  return (
    <div class="stack">
      <div class="live-bar">
        <LiveFilters filter={filter} onChange={setFilter} />
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
        choose={setChosen}
        onScrolled={setIsScrolled}
      />
      {events.shown.length === 0 && <NoEvents events={events} isFiltered={isFiltered} />}
      {chosen !== undefined && <EventPanel event={chosen} close={() => setChosen(undefined)} />}
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

function NoEvents({ events: { isLoading, error }, isFiltered }: { events: Events; isFiltered: boolean }) {
  if (error !== undefined) return null;
  if (isLoading) return <Loading what="events" />;
  if (isFiltered) return <Empty>No event passed the filters so far. The next that does appears here.</Empty>;
  return <Empty>No events so far. The next appears here by itself.</Empty>;
}
