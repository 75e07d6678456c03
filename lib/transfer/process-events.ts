import { toUuidText } from "../base/ids.ts";
import { toLineInstant } from "./line-instant.ts";
import type { Element } from "../events/elements/index.ts";
import type { Loader } from "./loader.ts";
import type { PendingEvent } from "../log/index.ts";
import type { ImportCounts } from "./tally.ts";

/** An event line for the capture pipeline. */
export interface ProcessedEvent {
  event: string;
  distinct_id: string;
  /** ISO text. */
  timestamp: string;
  /** The uuid of the line, or a new uuid. */
  uuid: string;
  properties: Record<string, unknown>;
  elements: Element[];
}

/**
 * Passes the staged events to the pipeline in the order of the file. Events whose uuid is stored already are skipped
 * and count as duplicates.
 * @throws the errors of the pipeline; earlier batches stay stored
 */
export async function processEvents(
  loader: Pick<Loader, "pending">,
  counts: ImportCounts,
  process: (events: ProcessedEvent[]) => Promise<void>,
): Promise<void> {
  counts.events = 0;
  let rows = await loader.pending(0);
  while (rows.length > 0) {
    const fresh = rows.filter((row) => row.is_stored === 0);
    if (fresh.length > 0) await process(fresh.map(toEvent));
    counts.events += fresh.length;
    counts.duplicates += rows.length - fresh.length;
    rows = await loader.pending(rows.at(-1)?.line ?? 0);
  }
}

function toEvent(row: PendingEvent): ProcessedEvent {
  return {
    event: row.event,
    distinct_id: row.distinct_id,
    timestamp: toLineInstant(row.timestamp),
    uuid: toUuidText(Buffer.from(row.uuid)),
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    elements: JSON.parse(row.elements ?? "[]") as Element[],
  };
}
