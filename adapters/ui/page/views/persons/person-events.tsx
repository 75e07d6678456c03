import { useState } from "preact/hooks";
import type { EventRecord, Page } from "../../../../../lib/index.ts";
import { Link } from "wouter-preact";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { foldEmpty } from "../../parts/empty-properties.ts";
import { EventIcon } from "../../parts/event-icon.tsx";
import { FoldedNames } from "../../parts/folded-names.tsx";
import { toLongDate } from "../../parts/short-date.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { toClock } from "../../parts/clock.ts";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { funnelOfEvents } from "../insights/funnel-of-events.ts";
import { describeSeconds } from "../insights/numbers.ts";
import { toKnownKeys } from "./column-keys.ts";
import { toDays } from "./days.ts";
import type { Visit } from "./days.ts";
import { Pager } from "./pager.tsx";

const SIZE = 50;

/** The events of a person by day and visit, newest first, page by page; each event unfolds its properties. */
export function PersonEvents({ uuid, turn }: { uuid: string; turn: number }) {
  const { P } = useProject();
  const [offset, setOffset] = useState(0);
  const answer = useLoaded(["events of", P, uuid, offset, turn], (signal) =>
    call<Page<EventRecord>>(`${P}/events/`, { query: { person_id: uuid, limit: SIZE, offset }, signal }),
  );
  return (
    <section class="panel stack" aria-label="Events">
      <div class="person-events-head">
        <h2>Events</h2>
        <FunnelLink events={answer.data?.results ?? []} />
      </div>
      <Answered answer={answer} what="events">
        {({ count, results }) =>
          results.length === 0 ? (
            <Empty>None of this person's events are stored.</Empty>
          ) : (
            <div class="stack">
              <Pager what="events" count={count} offset={offset} shown={results.length} size={SIZE} go={setOffset} />
              <Days events={results} />
            </div>
          )
        }
      </Answered>
    </section>
  );
}

/** Events by day, and in it by visit, with the length of each. */
function Days({ events }: { events: EventRecord[] }) {
  const { project } = useProject();
  return (
    <div class="events" role="group" aria-label="Events of this person">
      {toDays(events, project.timezone).map(({ day, visits }) => (
        <section key={day} aria-label={toLongDate(day)}>
          <h3 class="day">{toLongDate(day)}</h3>
          {visits.map((visit) => (
            <VisitEvents key={visit.events[0]?.uuid} visit={visit} />
          ))}
        </section>
      ))}
    </div>
  );
}

function VisitEvents({ visit: { session, from, to, events } }: { visit: Visit }) {
  const { project } = useProject();
  const clock = (at: string) => toClock(at, project.timezone).slice(11, 16);
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return (
    <section class="visit" aria-label={`${session === null ? "Events" : "Session"} at ${clock(from)}`}>
      <h4 title={session === null ? undefined : `Session ${session}`}>
        {clock(from)}
        {seconds >= 60 && `–${clock(to)}`}
        <span class="hint">
          {" · "}
          {session !== null && "session, "}
          {seconds >= 1 && `${describeSeconds(seconds)}, `}
          {toCounted(events.length, "event")}
        </span>
      </h4>
      <ol class="plain-list">
        {events.map((event) => (
          <li key={event.uuid}>
            <EventItem event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A link from a person's events to a funnel of them. */
function FunnelLink({ events }: { events: EventRecord[] }) {
  const address = funnelOfEvents(events);
  return address === null ? null : <Link href={address}>Funnel of these events</Link>;
}

/** Event properties that name the place, the first present one counts. */
const PLACES = ["$pathname", "$screen_name", "$current_url"];

function EventItem({ event }: { event: EventRecord }) {
  const [isOpen, setIsOpen] = useState(false);
  const { project } = useProject();
  const { event: name, properties, timestamp, distinct_id: distinctId } = event;
  const shown = foldEmpty(properties);
  const place = PLACES.map((key) => properties[key]).find((value) => typeof value === "string");
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <EventIcon event={name} /> <strong>{name}</strong> <span class="hint event-place">{place}</span>{" "}
        <time dateTime={timestamp} title={timestamp}>
          {toClock(timestamp, project.timezone).slice(11)}
        </time>
      </summary>
      {isOpen && (
        <dl class="facts">
          <dt>distinct id</dt>
          <dd>
            <code class="distinct-id">{distinctId}</code>
          </dd>
          <dt>uuid</dt>
          <dd>
            <code class="distinct-id">{event.uuid}</code>
          </dd>
          {toKnownKeys([shown]).map((key) => (
            <EventProperty key={key} name={key} value={shown.properties[key]} />
          ))}
        </dl>
      )}
      {isOpen && <FoldedNames empty={shown.empty} />}
    </details>
  );
}

function EventProperty({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Value value={value} />
      </dd>
    </>
  );
}
