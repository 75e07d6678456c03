import { toIso } from "../../base/clock.ts";
import { parseElements } from "../../events/elements/index.ts";
import type { Element } from "../../events/elements/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { personUuid, toUuidText } from "../../base/ids.ts";
import { checkEvent, damagedHead, ofProject, sumsOf } from "../event-sums.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "../event-texts.ts";
import { eventAt } from "../event-rows.ts";
import { parseOfEvent } from "../damaged-event.ts";
import { sound } from "../../storage/index.ts";
import type { SummedEvent } from "../event-sums.ts";
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

/** Selects the columns for `toRecord` of the event at `@seq`. */
const SELECT_EVENT = `SELECT e.seq, ${uuidOf("e")} AS uuid, ${sound("event_names", "n", "name")} AS event, ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id,
    d.is_personless, ${sound("persons", "p", "uuid")} AS person_uuid, e.timestamp, ${receivedAtOf("e")} AS received_at, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, ${sumsOf("e")}
  FROM ${eventAt("@seq")} e
    LEFT JOIN event_names n ON n.id = e.event_name_id
    LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
    LEFT JOIN persons p ON p.id = d.person_id`;

export interface EventRow extends SummedEvent {
  /** Null = the row of the event's name is lost. */
  event: string | null;
  distinct_id: string | null;
  is_personless: number;
  person_uuid: string | null;
  timestamp: number;
}

/** The project's event at a place of the log, for `toRecord`; undefined = it was deleted, or it never was there. */
export function readRow(db: Pick<Db, "sql">, projectId: number, seq: number): EventRow | undefined {
  const row = db.sql(`${SELECT_EVENT} WHERE ${ofProject("e")}`).get({ seq, projectId });
  return row as EventRow | undefined;
}

/** Converts a row into the form for clients. @throws corrupt for a damaged event */
export function toRecord(db: Pick<Db, "sql">, projectId: number, row: EventRow): EventRecord {
  checkEvent(db, row);
  if (row.event === null || row.distinct_id === null) throw damagedHead(db, row.seq);
  return {
    uuid: toUuidText(row.uuid),
    event: row.event,
    distinct_id: row.distinct_id,
    person_id: row.person_uuid ?? (row.is_personless === 1 ? personUuid(projectId, row.distinct_id) : null),
    timestamp: toIso(row.timestamp),
    created_at: toIso(row.received_at),
    properties: parseOfEvent<Properties>(db, row.seq, row.properties),
    elements: row.elements === null ? [] : parseOfEvent(db, row.seq, row.elements, parseElements),
  };
}
