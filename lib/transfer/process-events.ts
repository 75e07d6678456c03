import { toUuidText } from "../ids.ts";
import { toLineInstant } from "./line-instant.ts";
import type { EventLine } from "./line.ts";
import type { Move } from "./move.ts";

/** An event line on its way into the capture pipeline. */
export interface ProcessedEvent {
  event: string;
  distinct_id: string;
  /** ISO text. */
  timestamp: string;
  /** The line's, or one made for it. */
  uuid: string;
  properties: Record<string, unknown>;
  elements: EventLine["elements"];
}

interface Row {
  line: number;
  event: string;
  distinct_id: string;
  timestamp: number;
  uuid: Buffer;
  properties: string;
  elements: string | null;
}

/** Events handed over at once: the pipeline commits them together. */
const BATCH = 500;

/**
 * Hands the staged events to the pipeline in the order of the file, except those whose uuid is stored already, which
 * count as duplicates (index events_by_uuid).
 * @throws what the pipeline throws; the batches before it stay
 */
export async function processEvents(
  { projectId, staging, tally }: Move,
  process: (events: ProcessedEvent[]) => Promise<void>,
): Promise<void> {
  const { counts } = tally;
  const page = staging.sql(
    `SELECT e.line, n.name AS event, a.distinct_id, e.timestamp, e.uuid, e.properties, e.elements
     FROM staging.events e
       CROSS JOIN staging.names n ON n.id = e.name
       CROSS JOIN staging.actors a ON a.id = e.actor
     WHERE e.line > ? ORDER BY e.line LIMIT ${BATCH}`,
  );
  const stored = staging.sql("SELECT 1 FROM events WHERE project_id = ? AND uuid = ?").pluck();
  counts.events = 0;
  let rows = page.all(0) as Row[];
  while (rows.length > 0) {
    const fresh = rows.filter((row) => stored.get(projectId, row.uuid) === undefined);
    if (fresh.length > 0) await process(fresh.map(toEvent));
    counts.events += fresh.length;
    counts.duplicates += rows.length - fresh.length;
    rows = page.all(rows.at(-1)?.line) as Row[];
  }
}

function toEvent(row: Row): ProcessedEvent {
  return {
    event: row.event,
    distinct_id: row.distinct_id,
    timestamp: toLineInstant(row.timestamp),
    uuid: toUuidText(row.uuid),
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    elements: JSON.parse(row.elements ?? "[]") as EventLine["elements"],
  };
}
