import { requireScopes, satisfies } from "../admin/auth/index.ts";
import type { Scope } from "../admin/auth/index.ts";
import { findInsight } from "../questions/index.ts";
import type { ActorsQueryTypes, InsightQueryTypes, RequestFields } from "../questions/index.ts";
import { mcpQueries } from "./ai/mcp-queries.ts";
import type { McpQueryTypes } from "./ai/mcp-queries.ts";
import type { QueryName } from "./registry.ts";
import { kindOf, WRAPPERS } from "./wrappers.ts";

/** The scope with which every query may be answered. */
const ALL: Scope = "query:read";

const EVENTS_AND_PERSONS: readonly Scope[] = ["event:read", "person:read"];

type OfLists = (InsightQueryTypes | ActorsQueryTypes | McpQueryTypes)["kind"];

/** Scopes that a kind's answer needs beside `insight:read`. */
const READS: Readonly<Record<Exclude<QueryName, OfLists>, readonly Scope[]>> = {
  WebOverviewQuery: [],
  WebStatsTableQuery: [],
  HogQLQuery: [ALL],
  HogQLMetadata: [ALL],
  DatabaseSchemaQuery: [ALL],
  EventsQuery: EVENTS_AND_PERSONS,
  SessionsQuery: EVENTS_AND_PERSONS,
  SessionsTimelineQuery: EVENTS_AND_PERSONS,
  PropertyValuesQuery: EVENTS_AND_PERSONS,
  TracesQuery: EVENTS_AND_PERSONS,
  TraceQuery: EVENTS_AND_PERSONS,
  EventTaxonomyQuery: ["event:read"],
  TeamTaxonomyQuery: ["event:read"],
  ActorsPropertyTaxonomyQuery: ["person:read", "group:read"],
  GroupsQuery: ["group:read"],
  ActorsQuery: ["person:read"],
  InsightActorsQuery: ["person:read"],
  InsightActorsQueryOptions: ["person:read"],
};

/** In JSON: a column is an expression, which may read the groups of an event, or other tables by a subquery. */
const BEYOND_ITS_TABLE = /\b(?:select(?!":)|groups?|group_\d)\b/iu;

/**
 * Requires that a key may read what a saved query shows, when it is saved, answered, put on a dashboard or shared.
 * Numbers need no more than the scopes of insights; `query:read` is enough for every kind.
 * @throws HogletError 403 naming the first missing scope
 */
export function requireReading(scopes: readonly string[], query: RequestFields | null): void {
  if (query === null || satisfies(scopes, ALL)) return;
  let source = query;
  while (WRAPPERS.includes(kindOf(source))) source = source["source"] as RequestFields;
  const needed = readsOf(kindOf(source));
  const isBeyond = needed.length > 0 && BEYOND_ITS_TABLE.test(JSON.stringify(source));
  requireScopes({ scopes }, isBeyond ? [ALL] : needed);
}

/** Insights are numbers, without further scopes; all other kinds outside the table are persons behind a number. */
function readsOf(kind: string): readonly Scope[] {
  if (Object.hasOwn(READS, kind)) return READS[kind as keyof typeof READS];
  if (findInsight(kind) !== undefined) return [];
  return mcpQueries.some((query) => query.kind === kind) ? EVENTS_AND_PERSONS : ["person:read"];
}
