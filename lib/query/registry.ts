import { findInsight, insightKinds } from "../questions/index.ts";
import type { InsightQueryTypes, QueryEnvelope, QueryKind, QueryTypes } from "../questions/index.ts";
import { hogqlQuery } from "./hogql-query.ts";
import type { HogQLQueryTypes } from "./hogql-query.ts";
import type { QueryAsks } from "./query-asks.ts";
import { actorsQuery } from "./tables/actors-query.ts";
import type { ActorsQueryTypes } from "./tables/actors-node.ts";
import { eventsQuery } from "./tables/events-query.ts";
import type { EventsQueryTypes } from "./tables/events-query.ts";
import { actorIdsQueries } from "./tables/actor-id-queries.ts";
import type { ActorIdsQueryTypes } from "./tables/actor-id-queries.ts";
import { actorOptionsQuery } from "./tables/actor-options-query.ts";
import type { ActorOptionsQueryTypes } from "./tables/actor-options-query.ts";
import { eventTaxonomyQuery } from "./tables/event-taxonomy-query.ts";
import type { EventTaxonomyQueryTypes } from "./tables/event-taxonomy-query.ts";
import { teamTaxonomyQuery } from "./tables/team-taxonomy-query.ts";
import type { TeamTaxonomyQueryTypes } from "./tables/team-taxonomy-query.ts";
import { actorsPropertyTaxonomyQuery } from "./tables/actors-property-taxonomy-query.ts";
import type { ActorsPropertyTaxonomyQueryTypes } from "./tables/actors-property-taxonomy-query.ts";
import { groupsQuery } from "./tables/groups-query.ts";
import type { GroupsQueryTypes } from "./tables/groups-query.ts";
import { propertyValuesQuery } from "./tables/property-values-query.ts";
import type { PropertyValuesQueryTypes } from "./tables/property-values-query.ts";
import { sessionsQuery } from "./tables/sessions-query.ts";
import type { SessionsQueryTypes } from "./tables/sessions-query.ts";
import { sessionsTimelineQuery } from "./tables/sessions-timeline-query.ts";
import type { SessionsTimelineQueryTypes } from "./tables/sessions-timeline-query.ts";
import { hogqlMetadata } from "./tables/hogql-metadata.ts";
import type { HogQLMetadataTypes } from "./tables/hogql-metadata.ts";
import { databaseSchemaQuery } from "./tables/database-schema-query.ts";
import type { DatabaseSchemaQueryTypes } from "./tables/database-schema-query.ts";
import { mcpQueries } from "./ai/mcp-queries.ts";
import type { McpQueryTypes } from "./ai/mcp-queries.ts";
import { traceQuery } from "./ai/trace-query.ts";
import type { TraceQueryTypes } from "./ai/trace-query.ts";
import { tracesQuery } from "./ai/traces-query.ts";
import type { TracesQueryTypes } from "./ai/traces-query.ts";
import { webOverviewQuery } from "./web/web-overview-query.ts";
import type { WebOverviewQueryTypes } from "./web/web-overview-query.ts";
import { webStatsTableQuery } from "./web/web-stats-table-query.ts";
import type { WebStatsTableQueryTypes } from "./web/web-stats-table-query.ts";

/** The types of the kinds of this folder, which are no insights. */
type OwnKinds =
  | HogQLQueryTypes
  | EventsQueryTypes
  | ActorsQueryTypes
  | WebOverviewQueryTypes
  | WebStatsTableQueryTypes
  | EventTaxonomyQueryTypes
  | TeamTaxonomyQueryTypes
  | ActorsPropertyTaxonomyQueryTypes
  | GroupsQueryTypes
  | SessionsQueryTypes
  | SessionsTimelineQueryTypes
  | PropertyValuesQueryTypes
  | HogQLMetadataTypes
  | DatabaseSchemaQueryTypes
  | ActorOptionsQueryTypes
  | TracesQueryTypes
  | TraceQueryTypes;

/** The kinds of this folder; each is loaded when it is first asked for. */
const ownKinds: { readonly [Kind in OwnKinds as Kind["kind"]]: () => QueryKind<Kind, QueryAsks> } = {
  HogQLQuery: () => hogqlQuery,
  EventsQuery: () => eventsQuery,
  ActorsQuery: () => actorsQuery,
  WebOverviewQuery: () => webOverviewQuery,
  WebStatsTableQuery: () => webStatsTableQuery,
  EventTaxonomyQuery: () => eventTaxonomyQuery,
  TeamTaxonomyQuery: () => teamTaxonomyQuery,
  ActorsPropertyTaxonomyQuery: () => actorsPropertyTaxonomyQuery,
  GroupsQuery: () => groupsQuery,
  SessionsQuery: () => sessionsQuery,
  SessionsTimelineQuery: () => sessionsTimelineQuery,
  PropertyValuesQuery: () => propertyValuesQuery,
  HogQLMetadata: () => hogqlMetadata,
  DatabaseSchemaQuery: () => databaseSchemaQuery,
  InsightActorsQueryOptions: () => actorOptionsQuery,
  TracesQuery: () => tracesQuery,
  TraceQuery: () => traceQuery,
};

export type QueryKinds = InsightQueryTypes | OwnKinds | ActorIdsQueryTypes | McpQueryTypes;

/** All kinds, from which the `query/` routes, `hoglet.ask` and the OpenAPI document follow. */
export function queryKinds(): readonly AnyQueryKind[] {
  const insights = insightKinds.map(({ node }) => node.query);
  return [...insights, ...Object.values(ownKinds).map((load) => load()), ...actorIdsQueries, ...mcpQueries];
}

export type QueryName = QueryKinds["kind"];

export type QueryNode<Kind extends QueryName = QueryName> = Extract<QueryKinds, { kind: Kind }>["node"];

/** The whole answer to a node. */
export type AnswerTo<Kind extends QueryName = QueryName> = Extract<QueryKinds, { kind: Kind }>["answer"] &
  QueryEnvelope;

/** A node for the drawing of an answer, which is its source's. */
export interface WrapperNode<Source> {
  kind: "InsightVizNode" | "DataVisualizationNode" | "DataTableNode";
  source: Source;
  /** How clients draw it. */
  [display: string]: unknown;
}

export type AnyQueryKind = QueryKind<QueryTypes, QueryAsks>;

/** Loads the kind that is named, and no other. */
export function findKind(name: string): AnyQueryKind | undefined {
  const insight = findInsight(name);
  if (insight !== undefined) return insight.node.query;
  if (Object.hasOwn(ownKinds, name)) return ownKinds[name as keyof typeof ownKinds]();
  return [...actorIdsQueries, ...mcpQueries].find(({ kind }) => kind === name);
}
