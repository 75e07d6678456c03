/**
 * Ingestion warnings: why events are missing, changed or did not merge.
 *
 * Capture stores them beside the events (the newest of each project; a refused request gets an error instead); this
 * area reads them, and `message` has a sentence for each type.
 */
export { IngestionWarning, listWarnings, WarningListQuery } from "./list.ts";
export type { WarningListInput, WarningRecord } from "./list.ts";
export { toMessage } from "./message.ts";
