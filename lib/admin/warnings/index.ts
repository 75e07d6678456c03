/**
 * Ingestion warnings: why an event is missing, changed, or did not merge what it should have.
 *
 * Capture stores them beside the events (the newest of each project; a refused request is answered instead and stores
 * nothing); this area reads them, and `message` has the sentence that explains each type.
 */
export { listWarnings, WarningListQuery } from "./list.ts";
export type { WarningListInput, WarningRecord } from "./list.ts";
export { toMessage } from "./message.ts";
