import type { Db } from "../storage/index.ts";

/** A row of the event log, its texts already in stored form. */
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

/** The event log's writing side, for use inside a transaction. */
export interface EventLog {
  /** Is an event with this uuid already stored in the project? (Index events_by_uuid.) */
  has(projectId: number, uuid: Buffer): boolean;
  /** Stores a row; false = its uuid is already there, and nothing was done. */
  append(row: LogRow): boolean;
}

/** Opens the log of a database. Event names are remembered; a rollback or another process's commit clears them. */
export function createEventLog(db: Db): EventLog {
  const names = new Map<string, number>();
  db.onStale(() => names.clear());

  const nameId = (projectId: number, name: string): number => {
    const key = `${projectId}:${name}`;
    let id = names.get(key);
    if (id === undefined) {
      id = findName(db, projectId, name) ?? addName(db, projectId, name);
      // Apps have tens of names; a caller that makes up names without end must not fill the memory.
      if (names.size > 10_000) names.clear();
      names.set(key, id);
    }
    return id;
  };

  const insert = db.sql(
    `INSERT INTO events (project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );

  return {
    has: (projectId, uuid) =>
      db.sql("SELECT 1 FROM events WHERE project_id = ? AND uuid = ?").pluck().get(projectId, uuid) !== undefined,
    append(row) {
      const { changes } = insert.run(
        row.projectId,
        row.uuid,
        nameId(row.projectId, row.event),
        row.distinctIdOrdinal,
        row.timestampMs,
        row.receivedAtMs,
        row.properties,
        row.elements,
      );
      return changes === 1;
    },
  };
}

function findName(db: Db, projectId: number, name: string): number | undefined {
  return db.sql("SELECT id FROM event_names WHERE project_id = ? AND name = ?").pluck().get(projectId, name) as
    | number
    | undefined;
}

function addName(db: Db, projectId: number, name: string): number {
  return Number(
    db.sql("INSERT INTO event_names (project_id, name) VALUES (?, ?)").run(projectId, name).lastInsertRowid,
  );
}
