import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { findInsight, insightKinds, PlaceField, pointFields } from "../../questions/index.ts";
import type {
  ActorLists,
  ActorsBehind,
  ActorsQuery,
  ActorsQueryTypes,
  AnyInsightKind,
  InsightSourceNode,
  NodePoint,
} from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";

// Nodes that name the actors behind a number (reference/query.md 4.5).

/** Insights whose numbers InsightActorsQuery can name. */
const InsightSource = variantOf<InsightSourceNode>(
  insightKinds.flatMap(({ node }) => (node.points === undefined ? [] : [node.query.node])),
);

/** Reads a node by its kind; hides the types of the kinds. */
function variantOf<Node>(nodes: readonly v.GenericSchema[]): v.GenericSchema<Node, { kind: string }> {
  return v.variant("kind", nodes as never) as unknown as v.GenericSchema<Node, { kind: string }>;
}

const pointEntries = {
  ...pointFields,
  /** The status of a lifecycle. */
  status: v.nullish(v.picklist(["new", "returning", "resurrecting", "dormant"])),
  /** The row of a retention, from 0. */
  interval: PlaceField,
  /** The value of the breakdown; of several breakdowns a list. */
  breakdown: v.nullish(v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))])),
};

export const InsightActorsNode = v.strictObject({
  kind: v.literal("InsightActorsQuery"),
  source: InsightSource,
  ...pointEntries,
});

/** A node that names the actors of an insight, as callers write it. */
type ActorsSourceNode = v.InferInput<typeof InsightActorsNode> | ActorsQueryTypes["node"];

/** A node that names the actors of an insight, as its schema read it. */
export type ActorsSource = v.InferOutput<typeof InsightActorsNode> | { kind: ActorsQueryTypes["kind"] };

export const actorsQueries: readonly ActorsQuery[] = insightKinds.flatMap(({ node }) => node.actorsQuery ?? []);

export const ActorsSource = variantOf<ActorsSourceNode>([
  InsightActorsNode,
  ...actorsQueries.map(({ node }) => node),
]) as v.GenericSchema<ActorsSourceNode, ActorsSource>;

/** The lists of actors that a node names. @throws HogletError 400 naming the field */
export async function actorLists(ctx: QueryAsks, project: Project, node: ActorsSource): Promise<ActorLists> {
  const list =
    node.kind === "InsightActorsQuery" ? await insightActors(ctx, project, node) : await ownActors(ctx, project, node);
  return list === null ? [] : [list].flat();
}

function ownActors(ctx: QueryAsks, project: Project, node: { kind: string }): Promise<ActorsBehind> {
  const query = actorsQueries.find(({ kind }) => kind === node.kind);
  if (query === undefined) throw new Error(`No kind of insight has the query ${node.kind}.`);
  return query.list(ctx, project, node);
}

type InsightActors = v.InferOutput<typeof InsightActorsNode>;

function insightActors(ctx: QueryAsks, project: Project, node: InsightActors): Promise<ActorsBehind> | ActorsBehind {
  return pointsOf(node).list(ctx, project, node.source, node);
}

/** The numbers of the insight. @throws HogletError 400 for a field that names none of them */
export function pointsOf(node: InsightActors): NonNullable<AnyInsightKind["node"]["points"]> {
  const { source } = node;
  const points = findInsight(source.kind)?.node.points;
  if (points === undefined) throw new Error(`The numbers of ${source.kind} have no names.`);
  refuseIdle(node, points.named);
  return points;
}

/** Refuses a field that names no number of the insight: the caller means another number. */
function refuseIdle(node: InsightActors, named: readonly (keyof NodePoint)[]): void {
  for (const name of ["day", "series", "compare", "status", "interval", "breakdown"] as const) {
    const value = node[name];
    const isNamed = value !== null && value !== undefined && value !== 0 && value !== "current";
    if (isNamed && !named.includes(name)) throw invalid(name, `${node.source.kind} has no ${name}.`, "unsupported");
  }
}
