import * as v from "valibot";
import { describedElsewhere, Instant, Uuid } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { parseElements } from "../../events/elements/index.ts";
import type { Element } from "../../events/elements/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { personUuid, toUuidText } from "../../base/ids.ts";
import { parseOfEvent } from "../damaged-event.ts";
import type { StoredEvent } from "../read-event.ts";
import type { Db } from "../../storage/index.ts";

/** A stored event as clients receive it. */
export const Event = v.pipe(
  v.object({
    uuid: Uuid,
    event: v.string(),
    distinct_id: v.string(),
    /**
     * UUID of the person that the distinct id belongs to now. A personless event has the UUID that a person created by
     * this distinct id will have. Null when no person claims the distinct id (an import with `persons: "given"`).
     */
    person_id: v.nullable(Uuid),
    /** The time at which the event happened; ISO text. */
    timestamp: Instant,
    /** The time at which the event arrived; ISO text. */
    created_at: Instant,
    properties: describedElsewhere<Properties>(),
    /** Autocapture elements, innermost first; empty for other events. */
    elements: v.array(describedElsewhere<Element>()),
  }),
  v.examples([
    {
      uuid: "018f2a77-c0d1-7b5e-8c9a-1f221b525634",
      event: "signed up",
      distinct_id: "mira@example.org",
      person_id: "6931a681-6e90-500d-8294-14582dcc2e3f",
      timestamp: "2024-03-01T08:15:30.250000Z",
      created_at: "2024-03-01T08:15:31Z",
      properties: { plan: "pro" },
      elements: [],
    },
  ]),
);
export interface EventRecord extends v.InferOutput<typeof Event> {}

/** Converts an event into the form for clients. @throws corrupt for texts that are no JSON */
export function toEventRecord(db: Pick<Db, "sql">, projectId: number, event: StoredEvent): EventRecord {
  return {
    uuid: toUuidText(event.uuid),
    event: event.event,
    distinct_id: event.distinct_id,
    person_id: event.person_uuid ?? (event.is_personless === 1 ? personUuid(projectId, event.distinct_id) : null),
    timestamp: toIso(event.timestamp),
    created_at: toIso(event.received_at),
    properties: parseOfEvent<Properties>(db, event.seq, event.properties),
    elements: event.elements === null ? [] : parseOfEvent(db, event.seq, event.elements, parseElements),
  };
}
