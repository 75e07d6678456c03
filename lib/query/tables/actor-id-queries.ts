import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { CorrelationActorsNode } from "../../questions/correlation/index.ts";
import { FunnelsActorsNode } from "../../questions/funnel/index.ts";
import { defineQuery, overrideInsight, readNodePeople } from "../../questions/index.ts";
import type { FiltersOverride, RequestFields, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { actorLists, InsightActorsNode, StickinessActorsNode } from "./actor-sources.ts";
import type { ActorsSource } from "./actor-sources.ts";
import { toTablePage } from "./run-table.ts";

// The nodes that name actors, run by themselves: a table of ids (reference/query.md 4.5).

/** Ids of actors; ActorsQuery turns its pages and shows more of each. */
export interface ActorIdsAnswer {
  /** UUIDs of persons, or keys of groups. */
  results: [string][];
  columns: string[];
  types: [column: string, type: string][];
  hasMore: boolean;
  limit: number;
  offset: number;
}

interface TypesOf<Kind extends string, Node extends object> {
  kind: Kind;
  node: Node;
  answer: ActorIdsAnswer;
}

export type InsightActorsQueryTypes = TypesOf<"InsightActorsQuery", v.InferInput<typeof InsightActorsNode>>;
export type StickinessActorsQueryTypes = TypesOf<"StickinessActorsQuery", v.InferInput<typeof StickinessActorsNode>>;
export type FunnelsActorsQueryTypes = TypesOf<"FunnelsActorsQuery", v.InferInput<typeof FunnelsActorsNode>>;
export type CorrelationActorsQueryTypes = TypesOf<
  "FunnelCorrelationActorsQuery",
  v.InferInput<typeof CorrelationActorsNode>
>;

const answer = v.object({
  results: v.array(v.array(v.string())),
  columns: v.array(v.string()),
  types: v.array(v.array(v.string())),
  hasMore: v.boolean(),
  limit: v.number(),
  offset: v.number(),
});

const series = [{ event: "signed up" }, { event: "paid" }];
const funnelsActors = { kind: "FunnelsActorsQuery", source: { kind: "FunnelsQuery", series }, funnelStep: -2 };

export const insightActorsQuery = defineQuery<InsightActorsQueryTypes, QueryAsks>()({
  kind: "InsightActorsQuery",
  summary: "Lists the ids of the actors behind a number of an insight.",
  node: InsightActorsNode,
  example: { kind: "InsightActorsQuery", source: { kind: "TrendsQuery", series }, day: "2024-03-01" },
  answer,
  override: overrideSource,
  run: readIds,
});

export const stickinessActorsQuery = defineQuery<StickinessActorsQueryTypes, QueryAsks>()({
  kind: "StickinessActorsQuery",
  summary: "Lists the ids of the actors of a stickiness.",
  node: StickinessActorsNode,
  example: { kind: "StickinessActorsQuery", source: { kind: "StickinessQuery", series }, day: 3, operator: "gte" },
  answer,
  override: overrideSource,
  run: readIds,
});

export const funnelsActorsQuery = defineQuery<FunnelsActorsQueryTypes, QueryAsks>()({
  kind: "FunnelsActorsQuery",
  summary: "Lists the ids of the actors of a funnel's step.",
  node: FunnelsActorsNode,
  example: funnelsActors,
  answer,
  override: overrideSource,
  run: readIds,
});

export const correlationActorsQuery = defineQuery<CorrelationActorsQueryTypes, QueryAsks>()({
  kind: "FunnelCorrelationActorsQuery",
  summary: "Lists the ids of the actors behind a number of a correlation.",
  node: CorrelationActorsNode,
  example: {
    kind: "FunnelCorrelationActorsQuery",
    source: { kind: "FunnelCorrelationQuery", source: funnelsActors, funnelCorrelationType: "events" },
    funnelCorrelationPersonConverted: true,
    funnelCorrelationPersonEntity: { event: "watched video" },
  },
  answer,
  override: overrideSource,
  run: readIds,
});

/** The kinds of insights, the sources of all others. */
const INSIGHTS = new Set([
  "TrendsQuery",
  "FunnelsQuery",
  "RetentionQuery",
  "LifecycleQuery",
  "StickinessQuery",
  "PathsQuery",
]);

/** Filters of a dashboard are laid over the insight, however deep it lies. */
export function overrideSource(node: RequestFields, filters: FiltersOverride): RequestFields {
  if (INSIGHTS.has(String(node["kind"]))) return overrideInsight(node, filters);
  const { source } = node;
  if (typeof source !== "object" || source === null) return node;
  return { ...node, source: overrideSource(source as RequestFields, filters) };
}

async function readIds(ctx: QueryAsks, project: Project, node: ActorsSource): Promise<Run<InsightActorsQueryTypes>> {
  const page = toTablePage({});
  const lists = await actorLists(ctx, project, node);
  const { people, hasMore } = await readNodePeople(ctx, project, lists, { search: "", ...page });
  return {
    results: people.map(({ actor }) => [actor.type === "group" ? actor.group_key : actor.uuid]),
    columns: ["actor_id"],
    types: [["actor_id", people[0]?.actor.type === "group" ? "String" : "UUID"]],
    hasMore,
    ...page,
  };
}
