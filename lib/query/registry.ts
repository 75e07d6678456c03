import { insightKinds } from "../questions/index.ts";
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

/** The types of the kinds of this folder, in the order of `ownKinds`. */
type OwnKinds = readonly [
  HogQLQueryTypes,
  EventsQueryTypes,
  ActorsQueryTypes,
  WebOverviewQueryTypes,
  WebStatsTableQueryTypes,
  EventTaxonomyQueryTypes,
  TeamTaxonomyQueryTypes,
  ActorsPropertyTaxonomyQueryTypes,
  GroupsQueryTypes,
  SessionsQueryTypes,
  SessionsTimelineQueryTypes,
  PropertyValuesQueryTypes,
  HogQLMetadataTypes,
  DatabaseSchemaQueryTypes,
  ActorOptionsQueryTypes,
  TracesQueryTypes,
  TraceQueryTypes,
];

type ListOf<Types extends readonly QueryTypes[]> = {
  readonly [Place in keyof Types]: QueryKind<Types[Place], QueryAsks>;
};

/** The kinds of this folder: all but insights. */
const ownKinds: ListOf<OwnKinds> = [
  hogqlQuery,
  eventsQuery,
  actorsQuery,
  webOverviewQuery,
  webStatsTableQuery,
  eventTaxonomyQuery,
  teamTaxonomyQuery,
  actorsPropertyTaxonomyQuery,
  groupsQuery,
  sessionsQuery,
  sessionsTimelineQuery,
  propertyValuesQuery,
  hogqlMetadata,
  databaseSchemaQuery,
  actorOptionsQuery,
  tracesQuery,
  traceQuery,
];

export type QueryKinds = InsightQueryTypes | OwnKinds[number] | ActorIdsQueryTypes | McpQueryTypes;

/** The `query/` routes, `hoglet.ask` and the OpenAPI document follow from this list. */
export const queryKinds: readonly AnyQueryKind[] = [
  ...insightKinds.map(({ node }) => node.query),
  ...ownKinds,
  ...actorIdsQueries,
  ...mcpQueries,
];

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

export function findKind(name: string): AnyQueryKind | undefined {
  return queryKinds.find(({ kind }) => kind === name);
}
