import { useCallback, useMemo, useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { DateRange } from "../../parts/date-range.tsx";
import { Empty, ErrorNote, Loading } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { ColumnChoice } from "../persons/column-choice.tsx";
import { toKnownKeys } from "../persons/column-keys.ts";
import { toEventBounds } from "./event-bounds.ts";
import { EventFilters } from "./event-filters.tsx";
import { EventPanel } from "./event-panel.tsx";
import { EventRows } from "./event-rows.tsx";
import { withoutValue, withValue } from "./event-value.ts";
import type { EventValue } from "./event-value.ts";
import { isFiltered, toEventQuery } from "./explorer-state.ts";
import type { ExplorerState } from "./explorer-state.ts";
import { useEventPages } from "./use-event-pages.ts";
import type { EventPages } from "./use-event-pages.ts";
import { useValueMenu } from "./value-menu.tsx";

interface EventExplorerProps {
  state: ExplorerState;
  show: (change: Partial<ExplorerState>) => void;
}

/** Events of any time that pass filters, newest first, as far as the user scrolls. */
export function EventExplorer({ state, show }: EventExplorerProps) {
  const { P, project } = useProject();
  const [turn, setTurn] = useState(0);
  const [chosen, setChosen] = useState<EventRecord>();
  const { range, columns } = state;
  // The range ends at the same instant until it is asked again.
  const bounds = useMemo(
    () => toEventBounds(range, Date.now(), project.timezone),
    [range.date_from, range.date_to, project.timezone, turn],
  );
  const query = bounds === null ? null : { ...toEventQuery(state), ...bounds };
  const path = `${P}/events/`;
  const pages = useEventPages(path, query, turn);
  const { events, error, more } = pages;
  const filterBy = (value: EventValue, isOut: boolean) => show((isOut ? withoutValue : withValue)(state, value));
  const [open, menu] = useValueMenu({ filterBy });
  const known = useMemo(() => toKnownKeys(events.slice(0, KNOWN)), [events.length > KNOWN ? KNOWN : events]);
  const choose = useCallback((event: EventRecord) => setChosen(event), []);
  return (
    <div class="stack">
      <div class="row">
        <DateRange value={range} onChange={(next) => show({ range: next })} />
        <EventFilters filter={state} onChange={show} />
      </div>
      <div class="row event-bar">
        <EventCount pages={pages} />
        <div class="actions">
          <button type="button" onClick={() => setTurn(turn + 1)}>
            Refresh
          </button>
          <ColumnChoice known={known} chosen={columns} choose={(keys) => show({ columns: keys })} />
          {query !== null && (
            <a class="file-link" href={toUrl(path, { ...query, format: "csv" })} download>
              CSV
            </a>
          )}
        </div>
      </div>
      {bounds === null && <ErrorNote error={new Error("These dates cannot be read. Choose others.")} />}
      {error !== undefined && <ErrorNote error={error} retry={more} />}
      <EventRows
        events={events}
        caption="Events, newest first"
        columns={columns}
        choose={choose}
        open={open}
        onEnd={more}
      />
      {events.length === 0 && bounds !== null && error === undefined && <Nothing pages={pages} {...{ state, show }} />}
      {chosen !== undefined && <EventPanel event={chosen} close={() => setChosen(undefined)} filterBy={filterBy} />}
      {menu}
    </div>
  );
}

/** Events whose properties are offered as columns. */
const KNOWN = 200;

function EventCount({ pages: { events, count, isLoading } }: { pages: EventPages }) {
  return (
    <span class="hint" role="status">
      {count !== undefined && toCounted(count, "event")}
      {isLoading && events.length > 0 && ", loading more …"}
    </span>
  );
}

function Nothing({ pages, state, show }: EventExplorerProps & { pages: EventPages }) {
  if (pages.isLoading) return <Loading what="events" />;
  return (
    <Empty>
      <p>{isFiltered(state) ? "No event of this time passes the filters." : "No events in this time."}</p>
      {state.range.date_from !== "all" && (
        <p>
          <button type="button" onClick={() => show({ range: { date_from: "all" } })}>
            Look at all time
          </button>
        </p>
      )}
    </Empty>
  );
}
