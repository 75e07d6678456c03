/**
 * Explanations that the page and the MCP server share: the last capture requests with their refusals (`capture-log`,
 * `read-requests`, `show-request`), and who set which property of a person when (`property-history`).
 *
 * The log keeps references to requests that pass, and decodes them when somebody looks. Invariants: memory alone, bounded
 * in number and bytes; a deletion drops what names persons; nobody sees the requests of another project, nor a personal
 * key in them.
 */
export { openCaptureLog } from "./capture-log.ts";
export type { CaptureLog } from "./capture-log.ts";
export { isOfProject, openRequests } from "./read-requests.ts";
export type { OpenedRequest } from "./read-requests.ts";
export { toDetail, toSeen, toShownToken } from "./show-request.ts";
export type { OtherToken, SeenRequest, SeenRequestDetail } from "./show-request.ts";
export { isOutcome, toPropertyHistory, toWriterFilters } from "./property-history.ts";
export type { PropertyStep } from "./property-history.ts";
