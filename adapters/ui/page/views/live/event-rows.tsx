import { memo } from "preact/compat";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { toClock } from "../../parts/clock.ts";
import { useProject } from "../../project.ts";
import { rowsInView } from "./rows-in-view.ts";
import { toSummary } from "./summary.ts";

/** Pixels, as in the style sheet. */
const ROW_HEIGHT = 30;

interface EventRowsProps {
  events: readonly EventRecord[];
  /** Number of events since the list was scrolled; leads back to the top. */
  waiting: number;
  choose: (event: EventRecord) => void;
  /** Called when the list leaves its top, or returns: in between its rows stay in place. */
  onScrolled: (isScrolled: boolean) => void;
}

/** The rows of the list; only visible rows are drawn, so its length costs nothing. */
export function EventRows({ events, waiting, choose, onScrolled }: EventRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ scrollTop, height }, setPlace] = useState({ scrollTop: 0, height: 600 });
  const measure = () => {
    const { scrollTop: top = 0, clientHeight = 600 } = box.current ?? {};
    setPlace({ scrollTop: top, height: clientHeight });
    onScrolled(top > 0);
  };
  useLayoutEffect(() => {
    // Also on the first display of the list: it has no height before.
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const { start, end } = rowsInView(events.length, { rowHeight: ROW_HEIGHT, scrollTop, height });
  const showNew = () => {
    box.current?.scrollTo({ top: 0 });
    measure();
  };
  return (
    <div class="live-list" hidden={events.length === 0}>
      {waiting > 0 && (
        <button type="button" class="primary live-new" onClick={showNew}>
          {waiting} new
        </button>
      )}
      <div class="table live-rows" role="region" aria-label="Events" tabIndex={0} ref={box} onScroll={measure}>
        <table aria-rowcount={events.length + 1}>
          <caption class="unseen">The newest events, the last that arrived first</caption>
          <thead>
            <tr>
              <th scope="col" class="live-time">
                Time
              </th>
              <th scope="col" class="live-name">
                Event
              </th>
              <th scope="col" class="live-id">
                Distinct id
              </th>
              <th scope="col" class="live-summary">
                Properties
              </th>
            </tr>
          </thead>
          <tbody>
            <Gap rows={start} />
            {events.slice(start, end).map((event, index) => (
              <Row key={event.uuid} event={event} place={start + index + 2} choose={choose} />
            ))}
            <Gap rows={events.length - end} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Stands for rows that are not drawn; narrow windows have three columns. */
function Gap({ rows }: { rows: number }) {
  return (
    <tr aria-hidden="true" class="live-gap">
      <td colSpan={3} style={{ height: `${rows * ROW_HEIGHT}px` }} />
    </tr>
  );
}

/** A time; the date is hidden when space is short. */
function RowTime({ at }: { at: string }) {
  const { project } = useProject();
  const [date, time] = toClock(at, project.timezone).split(" ");
  return (
    <time dateTime={at} title={at}>
      <span class="live-date">{date} </span>
      {time}
    </time>
  );
}

interface RowProps {
  event: EventRecord;
  /** Position in the table, from 1, including the head. */
  place: number;
  choose: (event: EventRecord) => void;
}

const Row = memo(
  function Row({ event, place, choose }: RowProps) {
    return (
      <tr aria-rowindex={place} class="live-row" onClick={() => choose(event)}>
        <td class="live-time">
          <RowTime at={event.timestamp} />
        </td>
        <td class="live-name">
          <button type="button" class="plain" title={event.event}>
            {event.event}
          </button>
        </td>
        <td class="live-id" title={event.distinct_id}>
          {event.distinct_id}
        </td>
        <td class="live-summary">{toSummary(event)}</td>
      </tr>
    );
  },
  // The position of a row changes with each event above it; redrawing only for that would cost the frame.
  (before, after) => before.event === after.event,
);
