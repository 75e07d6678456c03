import { toIso } from "../../base/clock.ts";
import { parseElements } from "../../events/elements/index.ts";
import type { Element } from "../../events/elements/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { personUuid, toUuidText } from "../../base/ids.ts";
import { parseOfEvent } from "../damaged-event.ts";
import type { StoredEvent } from "../read-event.ts";
import type { Db } from "../../storage/index.ts";

/** A stored event as clients receive it. */
export interface EventRecord {
  uuid: string;
  event: string;
  distinct_id: string;
  /**
   * UUID of the person that the distinct id belongs to now. A personless event has the UUID that a person created by
   * this distinct id will have. Null when no person claims the distinct id (an import with `persons: "given"`).
   */
  person_id: string | null;
  /** When it happened; ISO text. */
  timestamp: string;
  /** When it arrived; ISO text. */
  created_at: string;
  properties: Properties;
  /** Autocapture elements, innermost first; empty for other events. */
  elements: Element[];
}

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
