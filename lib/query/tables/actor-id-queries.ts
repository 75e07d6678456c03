import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, findInsight } from "../../questions/index.ts";
import { readNodePeople } from "../../questions/people/index.ts";
import type { ActorsQueryTypes, FiltersOverride, QueryKind, RequestFields, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { actorLists, actorsQueries, InsightActorsNode } from "./actor-sources.ts";
import type { ActorsSource } from "./actor-sources.ts";
import { toTablePage } from "./run-table.ts";

// Nodes that name actors, run by themselves: a table of ids (reference/query.md 4.5).

/** ActorsQuery turns the pages, and shows more of each actor. */
export interface ActorIdsAnswer {
  /** UUIDs of persons, or keys of groups. */
  results: [string][];
  columns: string[];
  types: [column: string, type: string][];
  hasMore: boolean;
  limit: number;
  offset: number;
}

/** The types of a kind that answers ids. */
type IdsOf<Each> = Each extends { kind: infer Kind extends string; node: infer Node extends object }
  ? { kind: Kind; node: Node; answer: ActorIdsAnswer }
  : never;

export type ActorIdsQueryTypes = IdsOf<
  ActorsQueryTypes | { kind: "InsightActorsQuery"; node: v.InferInput<typeof InsightActorsNode> }
>;

const answer = v.object({
  results: v.array(v.array(v.string())),
  columns: v.array(v.string()),
  types: v.array(v.array(v.string())),
  hasMore: v.boolean(),
  limit: v.number(),
  offset: v.number(),
});

export const actorIdsQueries: readonly QueryKind<ActorIdsQueryTypes, QueryAsks>[] = [
  {
    kind: "InsightActorsQuery" as const,
    summary: "Lists the ids of the actors behind a number of an insight.",
    node: InsightActorsNode,
    example: {
      kind: "InsightActorsQuery",
      source: { kind: "TrendsQuery", series: [{ event: "signed up" }, { event: "paid" }] },
      day: "2024-03-01",
    },
  },
  ...actorsQueries,
].map(({ kind, summary, node, example }) =>
  defineQuery<ActorIdsQueryTypes, QueryAsks>()({
    kind: kind as ActorIdsQueryTypes["kind"],
    summary,
    node: node as v.GenericSchema<ActorIdsQueryTypes["node"], ActorsSource>,
    example,
    answer,
    override: overrideSource,
    run: readIds,
  }),
);

/** A dashboard's filters reach the insight, however deep it lies. */
export function overrideSource(node: RequestFields, filters: FiltersOverride): RequestFields {
  const insight = findInsight(node["kind"]);
  if (insight !== undefined) return insight.node.query.override(node, filters);
  const { source } = node;
  if (typeof source !== "object" || source === null) return node;
  return { ...node, source: overrideSource(source as RequestFields, filters) };
}

async function readIds(ctx: QueryAsks, project: Project, node: ActorsSource): Promise<Run<ActorIdsQueryTypes>> {
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
