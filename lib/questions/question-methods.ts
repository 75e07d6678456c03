import { correlationKind } from "./correlation/index.ts";
import { funnelKind } from "./funnel/index.ts";
import { lifecycleKind } from "./lifecycle/index.ts";
import { pathsKind } from "./paths/index.ts";
import { retentionKind } from "./retention/index.ts";
import { stickinessKind } from "./stickiness/index.ts";
import { trendKind } from "./trend/index.ts";

// A kind is loaded when it is first asked for, since most processes ask few. Threads load only the runners
// (`columns.ts`).

/** All kinds of questions, by the methods of `hoglet.insights`. */
export const insightMethods = {
  trend: () => trendKind,
  funnel: () => funnelKind,
  retention: () => retentionKind,
  paths: () => pathsKind,
  lifecycle: () => lifecycleKind,
  stickiness: () => stickinessKind,
  correlation: () => correlationKind,
} as const;

export type AnyInsightKind = ReturnType<(typeof insightMethods)[keyof typeof insightMethods]>;

/** All kinds of questions, by their nodes. */
const insightNodes: { readonly [Kind in AnyInsightKind["node"]["query"]["kind"]]: () => AnyInsightKind } = {
  TrendsQuery: () => trendKind,
  FunnelsQuery: () => funnelKind,
  RetentionQuery: () => retentionKind,
  PathsQuery: () => pathsKind,
  LifecycleQuery: () => lifecycleKind,
  StickinessQuery: () => stickinessKind,
  FunnelCorrelationQuery: () => correlationKind,
};

/** The kind of question that a node asks; undefined = it asks no insight. */
export function findInsight(node: unknown): AnyInsightKind | undefined {
  return typeof node === "string" && Object.hasOwn(insightNodes, node)
    ? insightNodes[node as keyof typeof insightNodes]()
    : undefined;
}

/** The people behind the numbers of each kind, by the methods of `hoglet.persons`. */
export const peopleMethods = {
  trends: () => trendKind.people,
  funnel: () => funnelKind.people,
  retention: () => retentionKind.people,
  path: () => pathsKind.people,
  lifecycle: () => lifecycleKind.people,
  stickiness: () => stickinessKind.people,
  correlation: () => correlationKind.people,
} as const;
