import { useState } from "preact/hooks";
import type { EventRecord, Page } from "../../../../../lib/index.ts";
import { Link } from "wouter-preact";
import { call } from "../../api.ts";
import { foldEmpty } from "../../parts/empty-properties.ts";
import { FoldedNames } from "../../parts/folded-names.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { funnelOfEvents } from "../insights/funnel-of-events.ts";
import { toKnownKeys } from "./column-keys.ts";
import { Pager } from "./pager.tsx";

const SIZE = 50;

/** The events of a person, newest first, page by page; each event unfolds its properties. */
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
              <ol class="plain-list events" aria-label="Events of this person">
                {results.map((event) => (
                  <li key={event.uuid}>
                    <EventItem event={event} />
                  </li>
                ))}
              </ol>
            </div>
          )
        }
      </Answered>
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
  const { event: name, properties, timestamp, distinct_id: distinctId } = event;
  const shown = foldEmpty(properties);
  const place = PLACES.map((key) => properties[key]).find((value) => typeof value === "string");
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Time at={timestamp} /> <strong>{name}</strong> <span class="hint">{place}</span>
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
