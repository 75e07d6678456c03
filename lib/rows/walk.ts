import { propertyText, storedValue } from "../filters/index.ts";
import type { FilterRow, Properties } from "../filters/index.ts";
import type { Db } from "../storage/index.ts";

/** One event as questions see it, with the person and the groups it belongs to now. */
export interface EventRow extends FilterRow {
  /** Order of arrival. */
  seq: number;
  event: string;
  timestampMs: number;
  /**
   * Who did it: the person of the distinct id (positive); a personless distinct id that no person claims is an actor of
   * its own (negative); null = nobody, a distinct id that no person claims (reference/insights.md 2).
   */
  actor: number | null;
}

/** Which events to walk. */
export interface WalkInput {
  projectId: number;
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
}

interface StoredRow {
  seq: number;
  name: string;
  timestamp: number;
  properties: string;
  distinct_id_id: number;
  person_id: number | null;
  is_personless: number;
  person_properties: string | null;
}

/**
 * Walks the events of a project in a stretch of time, in order of time and, where equal, of arrival. One row is held at a
 * time. Do not write to the database while walking.
 */
export function* walkEvents(db: Db, { projectId, fromMs, untilMs }: WalkInput): Generator<EventRow> {
  const groupProperties = groupReader(db, projectId);
  // Relies on the index events_by_timestamp (project_id, timestamp), which ends in seq: nothing is sorted.
  const rows = db
    .sql(
      `SELECT e.seq, n.name, e.timestamp, e.properties, d.id AS distinct_id_id, d.person_id, d.is_personless,
              p.properties AS person_properties
         FROM events e
         JOIN event_names n ON n.id = e.event_name_id
         JOIN distinct_ids d ON d.id = e.distinct_id_id
         LEFT JOIN persons p ON p.id = d.person_id
        WHERE e.project_id = ? AND e.timestamp >= ? AND e.timestamp < ?
        ORDER BY e.timestamp, e.seq`,
    )
    .iterate(projectId, fromMs, untilMs) as IterableIterator<StoredRow>;
  for (const row of rows) yield toEventRow(row, groupProperties);
}

type GroupReader = (groupTypeIndex: number, groupKey: string) => Properties;

function toEventRow(row: StoredRow, groupOf: GroupReader): EventRow {
  const properties = JSON.parse(row.properties) as Properties;
  return {
    seq: row.seq,
    event: row.name,
    timestampMs: row.timestamp,
    actor: toActor(row),
    properties,
    personId: row.person_id,
    personProperties: row.person_properties === null ? {} : (JSON.parse(row.person_properties) as Properties),
    groupProperties: (index) => groupOf(index, groupKeyOf(properties, index)),
  };
}

function toActor(row: StoredRow): number | null {
  if (row.person_id !== null) return row.person_id;
  return row.is_personless ? -row.distinct_id_id : null;
}

/** The key of the group of this type that the event names; empty = none. */
export function groupKeyOf(properties: Properties, groupTypeIndex: number): string {
  return propertyText(storedValue(properties, `$group_${groupTypeIndex}`));
}

/** Reads each group once per walk. */
function groupReader(db: Db, projectId: number): GroupReader {
  const known = new Map<string, Properties>();
  return (groupTypeIndex, groupKey) => {
    const name = `${groupTypeIndex} ${groupKey}`;
    const properties = known.get(name) ?? readGroup(db, projectId, groupTypeIndex, groupKey);
    known.set(name, properties);
    return properties;
  };
}

function readGroup(db: Db, projectId: number, groupTypeIndex: number, groupKey: string): Properties {
  const text = db
    .sql("SELECT properties FROM groups WHERE project_id = ? AND group_type_index = ? AND group_key = ?")
    .pluck()
    .get(projectId, groupTypeIndex, groupKey);
  return text === undefined ? {} : (JSON.parse(String(text)) as Properties);
}
