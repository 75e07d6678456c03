import type { StoredUuids } from "../uuids/find-event.ts";
import type { Staging } from "./staging.ts";

/** A staged event, for the capture pipeline. */
export interface PendingEvent {
  line: number;
  event: string;
  distinct_id: string;
  /** Epoch ms. */
  timestamp: number;
  uuid: Uint8Array;
  /** JSON. */
  properties: string;
  /** JSON; null = none. */
  elements: string | null;
  /** 1 = the project has an event with this uuid. */
  is_stored: 0 | 1;
}

/** The pipeline commits a batch together. */
const BATCH = 500;

/** The next staged events, in the order of the file. */
export function pendingEvents(
  { staging, stored }: { staging: Staging; stored: StoredUuids },
  projectId: number,
  afterLine: number,
): PendingEvent[] {
  const rows = staging
    .sql<Omit<PendingEvent, "uuid" | "is_stored"> & { uuid: Buffer }>(
      `SELECT e.line, n.name AS event, a.distinct_id, e.timestamp, e.uuid, e.properties, e.elements
       FROM staging.events e
         CROSS JOIN staging.names n ON n.id = e.name
         CROSS JOIN staging.actors a ON a.id = e.actor
       WHERE e.line > ? ORDER BY e.line LIMIT ${BATCH}`,
    )
    .all(afterLine);
  return rows.map((row) =>
    Object.assign(row, { is_stored: stored.has(projectId, row.uuid) ? (1 as const) : (0 as const) }),
  );
}
