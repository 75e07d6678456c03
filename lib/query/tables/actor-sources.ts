import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { idleEntries, readNodePeople } from "../../questions/index.ts";
import { CorrelationActorsNode, correlationNodeActors } from "../../questions/correlation/index.ts";
import { FunnelsActorsNode, funnelsNodeActors } from "../../questions/funnel/index.ts";
import { lifecycleNodeActors, LifecycleQueryNode } from "../../questions/lifecycle/index.ts";
import { pathsNodeActors, PathsQueryNode } from "../../questions/paths/index.ts";
import { retentionNodeActors, RetentionQueryNode } from "../../questions/retention/index.ts";
import { stickinessNodeActors, StickinessQueryNode } from "../../questions/stickiness/index.ts";
import { trendsNodeActors, TrendsQueryNode } from "../../questions/trend/index.ts";
import type { QueryAsks } from "../query-asks.ts";

// The nodes that name the actors behind a number (reference/query.md 4.5).

/** The insights with numbers that InsightActorsQuery names. */
export const InsightSource = v.variant("kind", [
  TrendsQueryNode,
  LifecycleQueryNode,
  StickinessQueryNode,
  RetentionQueryNode,
  PathsQueryNode,
]);

const index = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)));

const pointFields = {
  /** Trends and lifecycle: a date or an instant of the bucket; stickiness: the number of intervals. */
  day: v.nullish(v.union([v.string(), v.number()])),
  /** The place of the series. @default 0 */
  series: index,
  /** @default "current" */
  compare: v.nullish(v.picklist(["current", "previous"])),
  /** Recordings are not stored. */
  includeRecordings: v.nullish(v.boolean()),
  ...idleEntries,
};

/** The actors behind a number of an insight. */
export const InsightActorsNode = v.strictObject({
  kind: v.literal("InsightActorsQuery"),
  source: InsightSource,
  ...pointFields,
  /** The status of a lifecycle. */
  status: v.nullish(v.picklist(["new", "returning", "resurrecting", "dormant"])),
  /** The row of a retention, from 0. */
  interval: index,
  /** The value of the breakdown; of several breakdowns a list. */
  breakdown: v.nullish(v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))])),
});

/** The actors of a stickiness. */
export const StickinessActorsNode = v.strictObject({
  kind: v.literal("StickinessActorsQuery"),
  source: StickinessQueryNode,
  ...pointFields,
  /** Exactly so many intervals, so many or more, so many or less. @default "exact" */
  operator: v.nullish(v.picklist(["exact", "gte", "lte"])),
});

/** The nodes that name the actors of an insight. */
export const ActorsSource = v.variant("kind", [
  InsightActorsNode,
  StickinessActorsNode,
  FunnelsActorsNode,
  CorrelationActorsNode,
]);
export type ActorsSource = v.InferOutput<typeof ActorsSource>;

/** Lists of actors, of which no two have an actor in common. */
export type ActorLists = Parameters<typeof readNodePeople>[2];

/** The lists of actors that a node names. @throws HogletError 400 naming the field */
export async function actorLists(ctx: QueryAsks, project: Project, node: ActorsSource): Promise<ActorLists> {
  const list = await listOf(ctx, project, node);
  return list === null ? [] : [list].flat();
}

async function listOf(ctx: QueryAsks, project: Project, node: ActorsSource) {
  switch (node.kind) {
    case "FunnelsActorsQuery":
      return funnelsNodeActors(ctx, project, node);
    case "FunnelCorrelationActorsQuery":
      return correlationNodeActors(ctx, project, node);
    case "StickinessActorsQuery":
      return stickinessNodeActors(ctx, project, node.source, node);
    case "InsightActorsQuery":
      return insightActors(ctx, project, node);
  }
}

type InsightActors = v.InferOutput<typeof InsightActorsNode>;

function insightActors(ctx: QueryAsks, project: Project, node: InsightActors) {
  const { source } = node;
  refuseIdle(node);
  switch (source.kind) {
    case "TrendsQuery":
      return trendsNodeActors(ctx, project, source, node);
    case "LifecycleQuery":
      return lifecycleNodeActors(ctx, project, source, node);
    case "StickinessQuery":
      return stickinessNodeActors(ctx, project, source, node);
    case "RetentionQuery":
      return retentionNodeActors(ctx, project, source, node);
    case "PathsQuery":
      return pathsNodeActors(ctx, project, source);
  }
}

/** The fields that name a number of each insight. */
const NAMING: Record<InsightActors["source"]["kind"], readonly (keyof InsightActors)[]> = {
  TrendsQuery: ["day", "series", "compare", "breakdown"],
  LifecycleQuery: ["day", "status", "series"],
  StickinessQuery: ["day", "series", "compare"],
  RetentionQuery: ["interval"],
  PathsQuery: [],
};

/** A field that names no number of the insight would be skipped: the caller means another number than the answer is of. */
function refuseIdle(node: InsightActors): void {
  const { kind } = node.source;
  for (const name of ["day", "series", "compare", "status", "interval", "breakdown"] as const) {
    const value = node[name];
    const isNamed = value !== null && value !== undefined && value !== 0 && value !== "current";
    if (isNamed && !NAMING[kind].includes(name)) throw invalid(name, `${kind} has no ${name}.`, "unsupported");
  }
}
