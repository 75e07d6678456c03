import { parseElements } from "../../events/elements/index.ts";
import { toUuidBytes, toUuidText } from "../../base/ids.ts";
import {
  checkEvent,
  damagedHead,
  elementsOf,
  eventAt,
  findEventSeq,
  ofProject,
  propertiesOf,
  receivedAtOf,
  sumsOf,
  uuidOf,
} from "../../log/index.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { SummedEvent } from "../../log/index.ts";
import type { Parts } from "./parts.ts";
import type { StoredPluginEvent } from "./plugin-event.ts";

/** A row of the log with its current person. */
export interface EventRow extends SummedEvent {
  event: string;
  distinct_id: string;
  timestamp: number;
  person_id: number | null;
  person_uuid: string | null;
  /** JSON text. */
  person_properties: string | null;
  person_created_at: number | null;
}

const SELECT_EVENT = `SELECT e.seq, ${uuidOf("e")} AS uuid, ${sound("event_names", "n", "name")} AS event,
    ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id, e.timestamp, ${receivedAtOf("e")} AS received_at, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements,
    ${sumsOf("e")}, d.person_id, p.uuid AS person_uuid, ${sound("persons", "p", "properties")} AS person_properties, p.created_at AS person_created_at
  FROM ${eventAt("@seq")} e
    LEFT JOIN event_names n ON n.id = e.event_name_id
    LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
    LEFT JOIN persons p ON p.id = d.person_id`;

type Db = Pick<Parts, "db">;

/** A stored event; undefined = it was deleted meanwhile. @throws corrupt */
export function findEvent({ db }: Db, projectId: number, uuid: string): EventRow | undefined {
  const seq = findEventSeq(db, projectId, toUuidBytes(uuid));
  return seq === undefined ? undefined : readEvents({ db }, projectId, [seq])[0];
}

/**
 * The events at these places of the log, in the given order; deleted events are left out. (Primary key of the log.)
 * @throws corrupt
 */
export function readEvents({ db }: Db, projectId: number, seqs: readonly number[]): EventRow[] {
  const read = db.sql(`${SELECT_EVENT} WHERE ${ofProject("e")}`);
  return seqs.flatMap((seq) => {
    const row = read.get({ seq, projectId }) as EventRow | undefined;
    return row === undefined ? [] : [checked(db, row)];
  });
}

function checked(db: Db["db"], row: EventRow): EventRow {
  checkEvent(db, row);
  // Rows that the event refers to are lost.
  if (row.event === null || row.distinct_id === null) throw damagedHead(db, row.seq);
  return row;
}

const SITE_URL = "http://hoglet.local";

/** The event in the form for plugins (reference/plugins.md 6). */
export function toStoredEvent(projectId: number, row: EventRow): StoredPluginEvent {
  const properties = parseStored<StoredPluginEvent["properties"]>("event", toUuidText(row.uuid), row.properties);
  const { $set, $set_once, $ip } = properties as Partial<StoredPluginEvent> & { $ip?: unknown };
  const elements = parseElements(row.elements);
  return {
    uuid: toUuidText(row.uuid),
    event: row.event,
    distinct_id: row.distinct_id,
    team_id: projectId,
    ip: typeof $ip === "string" ? $ip : null,
    site_url: SITE_URL,
    now: toTime(row.received_at),
    timestamp: toTime(row.timestamp),
    properties,
    ...($set !== undefined && { $set }),
    ...($set_once !== undefined && { $set_once }),
    ...(row.person_uuid !== null && !isPersonless(properties) && { person: toPerson(projectId, row, row.person_uuid) }),
    ...(elements.length > 0 && { elements }),
  };
}

/** Does the sender want the event without a person, although a person may claim the distinct id? */
function isPersonless(properties: Record<string, unknown>): boolean {
  return properties["$process_person_profile"] === false;
}

function toPerson(projectId: number, row: EventRow, uuid: string): NonNullable<StoredPluginEvent["person"]> {
  return {
    uuid,
    team_id: projectId,
    properties: parseStored("person", row.person_id, row.person_properties ?? "{}"),
    created_at: toTime(row.person_created_at ?? 0),
  };
}

/** With milliseconds even if they are zero, as in PostHog. */
function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
