import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EventRecord } from "../../../../../lib/index.ts";
import { toClock } from "../../parts/clock.ts";
import { useProject } from "../../project.ts";
import { toValueText } from "../../parts/value-text.ts";
import type { EventValue } from "./event-value.ts";
import { rowsInView } from "./rows-in-view.ts";
import { toSummary } from "./summary.ts";
import { ValueButton } from "./value-menu.tsx";
import type { OpenMenu } from "./value-menu.tsx";

/** Pixels, as in the style sheet. */
const ROW_HEIGHT = 30;

interface EventRowsProps {
  events: readonly EventRecord[];
  /** Describes the list, only for screen readers. */
  caption: string;
  /** Properties with a column of their own; none = one column with a summary. */
  columns: readonly string[];
  /** Number of events since the list was scrolled; leads back to the top. @default 0 */
  waiting?: number;
  /** Stays the same from drawing to drawing. */
  choose: (event: EventRecord) => void;
  open: OpenMenu;
  /** Called when the list leaves its top, or returns: in between its rows stay in place. */
  onScrolled?: (isScrolled: boolean) => void;
  /** Called when the last rows come near. */
  onEnd?: () => void;
}

/** Rows before the end at which the next ones are loaded: two screens. */
const NEAR_END = 60;

/** The rows of the list; only visible rows are drawn, so its length costs nothing. */
export function EventRows(props: EventRowsProps) {
  const { events, caption, columns, waiting = 0, choose, open, onScrolled, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const [{ scrollTop, height }, setPlace] = useState({ scrollTop: 0, height: 600 });
  const measure = () => {
    const { scrollTop: top = 0, clientHeight = 0 } = box.current ?? {};
    // A list that is hidden has no height; its first rows would be few, and then make room for more.
    setPlace({ scrollTop: top, height: clientHeight || 600 });
    onScrolled?.(top > 0);
  };
  useLayoutEffect(() => {
    // Also on the first display of the list: it has no height before.
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const { start, end } = rowsInView(events.length, { rowHeight: ROW_HEIGHT, scrollTop, height });
  const isNearEnd = end > events.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, events.length]);
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
        <table
          aria-rowcount={events.length + 1}
          // A column is never narrower than a short value; the list scrolls sideways then.
          style={columns.length === 0 ? undefined : { minWidth: `${26 + columns.length * 9}rem` }}
        >
          <caption class="unseen">{caption}</caption>
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
              {columns.length === 0 ? (
                <th scope="col" class="live-summary">
                  Properties
                </th>
              ) : (
                columns.map((key) => (
                  <th key={key} scope="col" title={key}>
                    {key}
                  </th>
                ))
              )}
            </tr>
          </thead>
          <tbody>
            <Gap rows={start} />
            {events.slice(start, end).map((event, index) => (
              <Row
                key={event.uuid}
                event={event}
                columns={columns}
                place={start + index + 2}
                choose={choose}
                open={open}
              />
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

interface RowProps extends Pick<EventRowsProps, "columns" | "choose" | "open"> {
  event: EventRecord;
  /** Position in the table, from 1, including the head. */
  place: number;
}

const Row = memo(
  function Row({ event, columns, place, choose, open }: RowProps) {
    const { event: name, distinct_id: id, properties } = event;
    const more = (value: EventValue) => <ValueButton value={{ ...value, event: name }} open={open} isInTable />;
    return (
      <tr aria-rowindex={place} class="live-row" onClick={() => choose(event)}>
        <td class="live-time">
          <RowTime at={event.timestamp} />
        </td>
        <td class="live-name">
          <button type="button" class="plain cut" title={name}>
            {name}
          </button>
          {more({ owner: "event", key: "event", value: name })}
        </td>
        <td class="live-id" title={id}>
          {id}
          {more({ owner: "distinct_id", key: "distinct_id", value: id })}
        </td>
        {columns.length === 0 ? (
          <td class="live-summary" title={toSummary(event)}>
            {toSummary(event)}
          </td>
        ) : (
          columns.map((key) => (
            <td key={key} class="event-cell" title={toValueText(properties[key] ?? "")}>
              {toValueText(properties[key] ?? "")}
              {Object.hasOwn(properties, key) && more({ owner: "property", key, value: properties[key] })}
            </td>
          ))
        )}
      </tr>
    );
  },
  // Each new event moves all rows. A row whose event and columns are the same is not drawn again: drawing all rows would miss a frame.
  (before, after) => before.event === after.event && before.columns.join("\n") === after.columns.join("\n"),
);
