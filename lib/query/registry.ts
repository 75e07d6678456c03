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
import { actorsQuery } from "./tables/actors-query.ts";
import type { ActorsQueryTypes } from "./tables/actors-node.ts";
import { eventsQuery } from "./tables/events-query.ts";
import type { EventsQueryTypes } from "./tables/events-query.ts";
import {
  insightActorsQuery,
  stickinessActorsQuery,
  funnelsActorsQuery,
  correlationActorsQuery,
} from "./tables/actor-id-queries.ts";
import type {
  InsightActorsQueryTypes,
  StickinessActorsQueryTypes,
  FunnelsActorsQueryTypes,
  CorrelationActorsQueryTypes,
} from "./tables/actor-id-queries.ts";
import { eventTaxonomyQuery } from "./tables/event-taxonomy-query.ts";
import type { EventTaxonomyQueryTypes } from "./tables/event-taxonomy-query.ts";
import { teamTaxonomyQuery } from "./tables/team-taxonomy-query.ts";
import type { TeamTaxonomyQueryTypes } from "./tables/team-taxonomy-query.ts";
import { actorsPropertyTaxonomyQuery } from "./tables/actors-property-taxonomy-query.ts";
import type { ActorsPropertyTaxonomyQueryTypes } from "./tables/actors-property-taxonomy-query.ts";
import { groupsQuery } from "./tables/groups-query.ts";
import type { GroupsQueryTypes } from "./tables/groups-query.ts";
import { sessionsTimelineQuery } from "./tables/sessions-timeline-query.ts";
import type { SessionsTimelineQueryTypes } from "./tables/sessions-timeline-query.ts";
import { hogqlMetadata } from "./tables/hogql-metadata.ts";
import type { HogQLMetadataTypes } from "./tables/hogql-metadata.ts";
import { databaseSchemaQuery } from "./tables/database-schema-query.ts";
import type { DatabaseSchemaQueryTypes } from "./tables/database-schema-query.ts";
import { webOverviewQuery } from "./web/web-overview-query.ts";
import type { WebOverviewQueryTypes } from "./web/web-overview-query.ts";
import { webStatsTableQuery } from "./web/web-stats-table-query.ts";
import type { WebStatsTableQueryTypes } from "./web/web-stats-table-query.ts";

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
  EventsQueryTypes,
  ActorsQueryTypes,
  WebOverviewQueryTypes,
  WebStatsTableQueryTypes,
  InsightActorsQueryTypes,
  StickinessActorsQueryTypes,
  FunnelsActorsQueryTypes,
  CorrelationActorsQueryTypes,
  EventTaxonomyQueryTypes,
  TeamTaxonomyQueryTypes,
  ActorsPropertyTaxonomyQueryTypes,
  GroupsQueryTypes,
  SessionsTimelineQueryTypes,
  HogQLMetadataTypes,
  DatabaseSchemaQueryTypes,
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
  eventsQuery,
  actorsQuery,
  webOverviewQuery,
  webStatsTableQuery,
  insightActorsQuery,
  stickinessActorsQuery,
  funnelsActorsQuery,
  correlationActorsQuery,
  eventTaxonomyQuery,
  teamTaxonomyQuery,
  actorsPropertyTaxonomyQuery,
  groupsQuery,
  sessionsTimelineQuery,
  hogqlMetadata,
  databaseSchemaQuery,
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
