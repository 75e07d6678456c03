import type { Db } from "../storage/index.ts";
import { headSum, originSum, textSum } from "./event-sums.ts";
import { storedUuids } from "./uuids/find-event.ts";
import { textsSum, toStorableText } from "../storage/index.ts";
import { newestSeq, setNewestSeq } from "./newest-seq.ts";

/** An event with its texts in stored form. */
export interface LogRow {
  projectId: number;
  /** 16 bytes. */
  uuid: Buffer;
  event: string;
  /** Ordinal of the distinct id. */
  distinctIdOrdinal: number;
  timestampMs: number;
  receivedAtMs: number;
  /** JSON text. */
  properties: string;
  elements: string | null;
}

/** Writes the event log, inside a transaction. */
export interface EventLog {
  has(projectId: number, uuid: Buffer): boolean;
  /** False = its uuid is stored already. */
  append(row: LogRow): boolean;
  /** Stores a row at the place that another log gave it. */
  put(row: LogRow, seq: number): void;
}

/**
 * Caches event names and the last `seq`, which is a part of each row's checksum; a rollback or another writer's commit
 * clears both.
 */
export function createEventLog(db: Db): EventLog {
  /** Ids by project, then by name: a look-up need not build a key. */
  const names = new Map<number, Map<string, number>>();
  let lastSeq: number | undefined;
  db.onStale(() => {
    names.clear();
    lastSeq = undefined;
  });

  const namesOf = (projectId: number): Map<string, number> => {
    let known = names.get(projectId);
    if (known === undefined) {
      known = new Map();
      names.set(projectId, known);
    }
    return known;
  };

  const { has, isListed } = storedUuids(db);

  /** Null = the row is a duplicate, which must not add a name. */
  const nameId = ({ projectId, event, uuid }: LogRow): number | null => {
    const known = namesOf(projectId);
    const cached = known.get(event);
    if (cached !== undefined) return cached;
    const name = toStorableText(event);
    let id = findName(db, projectId, name);
    if (id === undefined) {
      if (has(projectId, uuid)) return null;
      id = addName(db, projectId, name);
    }
    // A caller may invent names without end.
    if (known.size > 10_000) known.clear();
    known.set(event, id);
    return id;
  };

  const insert = db.sql(INSERT);

  return {
    has,
    append(row) {
      const eventNameId = nameId(row);
      if (eventNameId === null) return false;
      if (isListed(row.projectId, row.uuid)) return false;
      lastSeq ??= newestSeq(db);
      const seq = lastSeq + 1;
      const { changes } = insert.run(...toValues(row, seq, eventNameId));
      if (changes === 0) {
        // SQLite counts a duplicate's place as given: a reader would pass over it, and miss the event that gets it.
        setNewestSeq(db, lastSeq);
        return false;
      }
      lastSeq = seq;
      return true;
    },
    put(row, seq) {
      const eventNameId = nameId(row);
      if (eventNameId !== null) insert.run(...toValues(row, seq, eventNameId));
    },
  };
}

// A taken `seq` is an error, not a duplicate.
const INSERT = `INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements,
    head_sum, text_sum, origin_sum)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, uuid) DO NOTHING`;

function toValues(row: LogRow, seq: number, nameId: number): unknown[] {
  const { projectId, uuid, distinctIdOrdinal, timestampMs, receivedAtMs, properties, elements } = row;
  return [
    seq,
    projectId,
    uuid,
    nameId,
    distinctIdOrdinal,
    timestampMs,
    receivedAtMs,
    properties,
    elements,
    headSum([seq, projectId, nameId, distinctIdOrdinal, timestampMs]),
    textSum(properties, elements),
    originSum(uuid, receivedAtMs),
  ];
}

function findName(db: Db, projectId: number, name: string): number | undefined {
  return db.sql<number>("SELECT id FROM event_names WHERE project_id = ? AND name = ?").pluck().get(projectId, name);
}

function addName(db: Db, projectId: number, name: string): number {
  return Number(
    db.sql("INSERT INTO event_names (project_id, name, text_sum) VALUES (?, ?, ?)").run(projectId, name, textsSum(name))
      .lastInsertRowid,
  );
}
