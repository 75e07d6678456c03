import { Link } from "wouter-preact";
import type { EventRecord, WarningRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { foldEmpty } from "../../parts/empty-properties.ts";
import { FoldedNames } from "../../parts/folded-names.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { RequestOfEvent } from "./request-of-event.tsx";
import { sortedProperties } from "./sorted-properties.ts";
import { useValueMenu, ValueButton } from "./value-menu.tsx";
import type { OpenMenu, ValueActions } from "./value-menu.tsx";

/** All data of an event; each value has a menu. */
export function EventDetails({ event, filterBy }: ValueActions & { event: EventRecord }) {
  const { properties, empty } = foldEmpty(event.properties);
  const [open, menu] = useValueMenu({ filterBy });
  return (
    <>
      <Facts event={event} open={open} />
      <Warnings event={event} />
      <section class="stack">
        <h3>Properties</h3>
        <Table
          caption={`Properties of ${event.event}`}
          columns={[
            { name: "Property", cell: ([key]) => <code>{key}</code> },
            { name: "Value", cell: ([, value]) => <Value value={value} /> },
            {
              name: "Menu",
              title: <span class="unseen">Menu</span>,
              cell: ([key, value]) => (
                <ValueButton value={{ owner: "property", key, value, event: event.event }} open={open} />
              ),
            },
          ]}
          rows={sortedProperties(properties)}
          rowKey={([key]) => key}
        />
        <FoldedNames empty={empty} />
      </section>
      {event.elements.length > 0 && <Elements event={event} />}
      <section class="stack">
        <h3>Request</h3>
        <RequestOfEvent event={event} />
      </section>
      {menu}
    </>
  );
}

function Facts({ event, open }: { event: EventRecord; open: OpenMenu }) {
  const { event: name } = event;
  return (
    <dl class="facts">
      <dt>Event</dt>
      <dd>
        {name} <ValueButton value={{ owner: "event", key: "event", value: name, event: name }} open={open} />
      </dd>
      <dt>Happened</dt>
      <dd>
        <Time at={event.timestamp} isExact />
      </dd>
      <dt>Arrived</dt>
      <dd>
        <Time at={event.created_at} isExact />
      </dd>
      <dt>Person</dt>
      <dd>
        {event.person_id === null ? (
          "nobody: the event was sent without a person"
        ) : (
          <Link href={`/persons/${event.person_id}`}>{event.distinct_id}</Link>
        )}
      </dd>
      <dt>Distinct id</dt>
      <dd>
        <code>{event.distinct_id}</code>{" "}
        <ValueButton
          value={{ owner: "distinct_id", key: "distinct_id", value: event.distinct_id, event: name }}
          open={open}
        />
      </dd>
      <dt>UUID</dt>
      <dd>
        <code>{event.uuid}</code>
      </dd>
    </dl>
  );
}

/** Warnings of capture about this event, or about others of the same distinct id. */
function Warnings({ event }: { event: EventRecord }) {
  const { P } = useProject();
  const answer = useLoaded(["warnings", P, event.uuid], (signal) =>
    call<{ results: WarningRecord[] }>(`${P}/ingestion_warnings`, {
      query: { distinct_id: event.distinct_id, limit: 20 },
      signal,
    }),
  );
  const warnings = answer.data?.results ?? [];
  if (warnings.length === 0) return null;
  return (
    <ul class="live-warnings" aria-label="Ingestion warnings">
      {warnings.map((warning) => (
        <li key={warning.id}>
          {warning.event_uuid !== event.uuid && <span class="hint">Another event of this distinct id: </span>}
          {warning.message ?? warning.type} <Time at={warning.timestamp} isExact />
        </li>
      ))}
    </ul>
  );
}

function Elements({ event }: { event: EventRecord }) {
  return (
    <section class="stack">
      <h3>Elements</h3>
      <Table
        caption="Elements, from the one that was used outwards"
        columns={[
          { name: "Tag", cell: ({ tag_name: tag }) => <code>{tag}</code> },
          { name: "Text", cell: ({ text }) => text },
          { name: "Attributes", cell: (element) => <Value value={toAttributes(element)} /> },
        ]}
        rows={event.elements}
        rowKey={(_, index) => index}
      />
    </section>
  );
}

/** The attributes of an element besides those with their own columns. */
function toAttributes(element: object): object {
  return Object.fromEntries(
    Object.entries(element).filter(([key, value]) => {
      const isEmptyObject = typeof value === "object" && value !== null && Object.keys(value).length === 0;
      return key !== "tag_name" && key !== "text" && value !== null && value !== "" && !isEmptyObject;
    }),
  );
}
