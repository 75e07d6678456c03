/**
 * Query: the newer question of PostHog's clients. A _node_ `{ kind: "TrendsQuery", … }` goes in, `{ results, … }`
 * within one envelope comes out, over HTTP (`query/`), in process (`hoglet.ask`) and for insights saved by `query`.
 *
 * `read-node` takes a node out of its wrappers (`wrappers`: InsightVizNode and similar nodes) and reads it by the
 * schema of its kind, after filters of a dashboard or of the request are laid over it (`override`); the kind answers
 * it; `ask-query` completes the envelope.
 *
 * How to add a kind:
 * 1. Write `defineQuery<Types, QueryAsks>()({ kind, summary, node, example, answer, override, run })`. `Types` names
 *    what callers see: `{ kind, node, answer }`. `node` is a `v.strictObject` whose optional fields are `v.nullish`:
 *    null means absent, an unknown field is refused. `run` gets the node as the schema read it, and gives its own
 *    fields (`results`, and for tables `columns`, `types`, `hasMore`, `limit`, `offset`) with the fields of the
 *    envelope that it knows; all others are filled in.
 * 2. An insight lives beside its question, in `lib/questions/<kind>/`. A table lives in `tables/`, web analytics in
 *    `web/`: they are SELECTs that `lib/sql` runs, with the expressions, filters and bounds of SQL.
 * 3. Insights join by `lib/questions/<kind>/node.ts`, through the registry of questions; other kinds get a line in
 *    `registry.ts`, in `OwnKinds` (types) and in `ownKinds`. Routes, the types of `hoglet.ask`, the OpenAPI document
 *    and the list of kinds in refusals follow from the registry.
 *
 * Invariants: a node is read before anything is asked; a part of a node that would change the answer and is not known
 * here is refused, never skipped; nodes are kept as they were sent. Source: reference/query.md.
 */
export { askQuery } from "./ask-query.ts";
export type { QueryAnswer, QueryHow } from "./ask-query.ts";
export type { HogQLAnswer, HogQLQueryTypes } from "./hogql-query.ts";
export { jsonOf } from "./json-field.ts";
export type { QueryAsks } from "./query-asks.ts";
export { unreadableQuery } from "./query-fault.ts";
export { findKind, queryKinds } from "./registry.ts";
export type { AnswerTo, AnyQueryKind, QueryKinds, QueryName, QueryNode, WrapperNode } from "./registry.ts";
export { mapSource, unwrap, WRAPPERS } from "./wrappers.ts";
export {
  describeRequest,
  FiltersOverrideField,
  readRequest,
  RefreshField,
  VariablesOverrideField,
} from "./query-request.ts";
export type { QueryRequest, RefreshWord } from "./query-request.ts";
export { upgradeNode } from "./upgrade-node.ts";
export { createQueryJobs, findJob, forgetJobs, revokeJob } from "./query-jobs.ts";
export type { QueryJobs, QueryStatus } from "./query-jobs.ts";
export { runRequest } from "./run-request.ts";
export type { QueryReply } from "./run-request.ts";
