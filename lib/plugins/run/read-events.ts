import { parseElements } from "../../events/elements/index.ts";
import { toUuidBytes, toUuidText } from "../../base/ids.ts";
import { findEventSeq, readEvent } from "../../log/index.ts";
import type { StoredEvent } from "../../log/index.ts";
import { parseStored } from "../../storage/index.ts";
import type { Parts } from "./parts.ts";
import type { StoredPluginEvent } from "./plugin-event.ts";

type Db = Pick<Parts, "db">;

/** A stored event; undefined = it was deleted meanwhile. @throws corrupt */
export function findEvent({ db }: Db, projectId: number, uuid: string): StoredEvent | undefined {
  const seq = findEventSeq(db, projectId, toUuidBytes(uuid));
  return seq === undefined ? undefined : readEvent(db, projectId, seq);
}

/**
 * The events at these places of the log, in the given order; deleted events are left out. (Primary key of the log.)
 * @throws corrupt
 */
export function readEvents({ db }: Db, projectId: number, seqs: readonly number[]): StoredEvent[] {
  return seqs.flatMap((seq) => readEvent(db, projectId, seq) ?? []);
}

const SITE_URL = "http://hoglet.local";

/** The event in the form for plugins (reference/plugins.md 6). */
export function toStoredEvent(projectId: number, row: StoredEvent): StoredPluginEvent {
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

/** The sender wants no person, even if one claims the distinct id. */
function isPersonless(properties: Record<string, unknown>): boolean {
  return properties["$process_person_profile"] === false;
}

function toPerson(projectId: number, row: StoredEvent, uuid: string): NonNullable<StoredPluginEvent["person"]> {
  return {
    uuid,
    team_id: projectId,
    properties: parseStored("person", row.person_id, row.person_properties ?? "{}"),
    created_at: toTime(row.person_created_at ?? 0),
  };
}

/** Always with milliseconds, as in PostHog. */
function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
