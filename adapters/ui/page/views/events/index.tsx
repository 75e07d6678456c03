import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { View } from "../../parts/view.tsx";
import { useHashParameters } from "../../use-hash.ts";
import { EventExplorer } from "./event-explorer.tsx";
import { toExplorerAddress, toExplorerPath, toExplorerState } from "./explorer-state.ts";
import type { ExplorerState } from "./explorer-state.ts";
import { LiveEvents } from "./live-events.tsx";
import { MissingEvent } from "./missing-event.tsx";

/** Events of any time, and as they arrive: two tabs with the same filters, which the address holds. */
export function EventsView() {
  const [path] = useLocation();
  const [address, ask] = useHashParameters();
  const [isMissing, setIsMissing] = useState(false);
  const state = toExplorerState(address);
  const show = (change: Partial<ExplorerState>) => ask(toExplorerAddress({ ...state, ...change }));
  const isLive = path === "/events/live";
  return (
    <View
      title="Events"
      actions={
        <button type="button" onClick={() => setIsMissing(true)}>
          Why is my event not here?
        </button>
      }
    >
      <div class="stack">
        <nav class="event-tabs" aria-label="Lists of events">
          <Link href={toExplorerPath(state)} aria-current={isLive ? undefined : "page"}>
            Explore
          </Link>
          <Link href={toExplorerPath(state, "/events/live")} aria-current={isLive ? "page" : undefined}>
            Live
          </Link>
        </nav>
        {isLive ? (
          <LiveEvents filter={state} columns={state.columns} onFilter={show} />
        ) : (
          <EventExplorer state={state} show={show} />
        )}
      </div>
      {isMissing && <MissingEvent close={() => setIsMissing(false)} />}
    </View>
  );
}
