/**
 * Explanations that the page, the MCP server and the command line share: the last capture requests with their refusals (`capture-log`,
 * `read-requests`, `show-request`), why events are missing (`diagnose-requests`, `other-tokens`), who set which property of a person when (`property-history`, `explain-person`), why a number
 * of an insight is as it is (`explain-number`, `counted-parts`, `link-number`, `number-rule`), which name a wrong one may mean (`near-names`), which
 * names a question has (`node-names`), whether a sum is of texts (`no-numbers`), which properties are the app's own (`sdk-properties`), and a trace of a language model as a tree (`trace-tree`).
 *
 * The log keeps references to requests that pass, and decodes them when somebody looks. Invariants: memory alone, bounded
 * in number and bytes; a deletion drops what names persons; nobody sees the requests of another project, nor a personal
 * key in them.
 */
export { openCaptureLog } from "./capture-log.ts";
export type { CaptureLog } from "./capture-log.ts";
export { diagnoseRequests } from "./diagnose-requests.ts";
export type { RequestFinding, RequestList } from "./diagnose-requests.ts";
export { countOtherTokens } from "./other-tokens.ts";
export type { NamedProject } from "./other-tokens.ts";
export { isOfProject, openRequests } from "./read-requests.ts";
export type { OpenedRequest } from "./read-requests.ts";
export { toDetail, toSeen, toShownToken } from "./show-request.ts";
export type { OtherToken, RequestFault, SeenRequest, SeenRequestDetail } from "./show-request.ts";
export { isOutcome, toPropertyHistory, toWriterFilters } from "./property-history.ts";
export type { PropertyStep } from "./property-history.ts";
export { explainPerson } from "./explain-person.ts";
export type { ExplainedPerson, HandChange, Merge, PersonFact } from "./explain-person.ts";
export { explainNumber, sayReason } from "./explain-number.ts";
export type { NumberPoint } from "./counted-parts.ts";
export type { Explained, ExplainApi, MadeBy, NumberExplanation, NumberPart } from "./explain-number.ts";
export { nearNames } from "./near-names.ts";
export { withoutNumbers } from "./no-numbers.ts";
export { eventsOf, propertiesOf } from "./node-names.ts";
export type { NamedProperty } from "./node-names.ts";
export { toTraceTree } from "./trace-tree.ts";
export type { Trace, TraceStep } from "./trace-tree.ts";
export { isOfSdk, ownFirst, ownProperties } from "./sdk-properties.ts";
