import { correlationQuery } from "../questions/correlation/index.ts";
import type { CorrelationQueryTypes } from "../questions/correlation/index.ts";
import { funnelsQuery } from "../questions/funnel/index.ts";
import type { FunnelsQueryTypes } from "../questions/funnel/index.ts";
import { lifecycleQuery } from "../questions/lifecycle/index.ts";
import type { LifecycleQueryTypes } from "../questions/lifecycle/index.ts";
import { pathsQuery } from "../questions/paths/index.ts";
import type { PathsQueryTypes } from "../questions/paths/index.ts";
import { retentionQuery } from "../questions/retention/index.ts";
import type { RetentionQueryTypes } from "../questions/retention/index.ts";
import { stickinessQuery } from "../questions/stickiness/index.ts";
import type { StickinessQueryTypes } from "../questions/stickiness/index.ts";
import { trendsQuery } from "../questions/trend/index.ts";
import type { TrendsQueryTypes } from "../questions/trend/index.ts";
import type { QueryEnvelope, QueryKind, QueryTypes } from "../questions/index.ts";
import { hogqlQuery } from "./hogql-query.ts";
import type { HogQLQueryTypes } from "./hogql-query.ts";
import type { QueryAsks } from "./query-asks.ts";

/** The types of all kinds, in the order of `queryKinds`. */
export type QueryKinds = readonly [
  TrendsQueryTypes,
  FunnelsQueryTypes,
  RetentionQueryTypes,
  PathsQueryTypes,
  LifecycleQueryTypes,
  StickinessQueryTypes,
  CorrelationQueryTypes,
  HogQLQueryTypes,
];

type ListOf<Types extends readonly QueryTypes[]> = {
  readonly [Place in keyof Types]: QueryKind<Types[Place], QueryAsks>;
};

/** All kinds of queries that can be run: the `query/` routes, `hoglet.ask` and the OpenAPI document follow from this list. */
export const queryKinds: ListOf<QueryKinds> = [
  trendsQuery,
  funnelsQuery,
  retentionQuery,
  pathsQuery,
  lifecycleQuery,
  stickinessQuery,
  correlationQuery,
  hogqlQuery,
];

/** The name of a kind, as the field `kind` of a node has it. */
export type QueryName = QueryKinds[number]["kind"];

/** A node of a kind, as callers write it. */
export type QueryNode<Kind extends QueryName = QueryName> = Extract<QueryKinds[number], { kind: Kind }>["node"];

/** The whole answer to a node of a kind. */
export type AnswerTo<Kind extends QueryName = QueryName> = Extract<QueryKinds[number], { kind: Kind }>["answer"] &
  QueryEnvelope;

/** A node that says how an answer is drawn; it has the answer of its source. */
export interface WrapperNode<Source> {
  kind: "InsightVizNode" | "DataVisualizationNode" | "DataTableNode";
  source: Source;
  /** How clients draw it. */
  [display: string]: unknown;
}

/** One of the kinds. */
export type AnyQueryKind = QueryKind<QueryTypes, QueryAsks>;

/** The kind of this name. */
export function findKind(name: string): AnyQueryKind | undefined {
  return (queryKinds as readonly AnyQueryKind[]).find(({ kind }) => kind === name);
}
