import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { funnelsToFilters } from "../funnel/older/filters.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { given, nodeToFilters, toSnakeCase } from "../shared/node-to-filters.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { reachableEdges } from "./path-reach.ts";
import type { PathEdge } from "./plan.ts";
import { planPaths } from "./plan-paths.ts";
import { PathsQueryNode } from "./query-node.ts";
import type { PathsQueryRead } from "./query-node.ts";
import { parsePathQuery } from "./question.ts";

export interface PathsQueryTypes {
  kind: "PathsQuery";
  node: PathsQueryNode;
  answer: { results: PathEdge[] };
}

/** Paths by a query node. */
export const pathsQuery = defineQuery<PathsQueryTypes>()({
  kind: "PathsQuery",
  summary: "Lists the most frequent steps from one item to the next.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: PathsQueryNode,
  example: { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview"], startPoint: "/pricing" } },
  answer: v.object({
    results: v.array(
      v.object({ source: v.string(), target: v.string(), value: v.number(), average_conversion_time: v.number() }),
    ),
  }),
  override: overrideInsight,
  run: runPaths,
});

/** The older `filters` of a PathsQuery. */
export function pathsToFilters({ pathsFilter, funnelPathsFilter, ...node }: PathsQueryRead): RequestFields {
  const { funnelPathType, funnelSource, funnelStep } = funnelPathsFilter ?? {};
  return given({
    ...nodeToFilters(node, "PATHS"),
    ...toSnakeCase(pathsFilter, { pathsHogQLExpression: "paths_hogql_expression" }),
    funnel_paths: funnelPathType,
    funnel_filter: funnelSource && given({ ...funnelsToFilters(funnelSource), funnel_step: funnelStep }),
  });
}

/** @throws HogletError 400 for a funnel with optional steps, which persons may reach by several ways */
export function requirePlainFunnel({ funnelPathsFilter }: PathsQueryRead): void {
  const steps = funnelPathsFilter?.funnelSource.series ?? [];
  const optional = steps.findIndex((step) => "optionalInFunnel" in step && step.optionalInFunnel === true);
  if (optional === -1) return;
  const attr = `funnelPathsFilter__funnelSource__series__${optional}__optionalInFunnel`;
  throw invalid(attr, "Expected false: paths are those of funnels with required steps.", "unsupported");
}

async function runPaths(
  ctx: Asks,
  project: Project,
  node: PathsQueryRead,
  how: AskedHow,
): Promise<Run<PathsQueryTypes>> {
  requirePlainFunnel(node);
  const { fields, dates } = toNodeFields(pathsToFilters(node));
  const query = parsePathQuery(fields);
  const asked = openQuestion(ctx, project, "");
  const ranges = await nodeRanges(ctx, asked, { ...query, interval: "day" }, { ...dates, compare: null });
  const plan = await planPaths(ctx, asked, project, query, ranges[0]);
  return answerNode(ctx, asked, { kind: "PathsQuery", filter: plan, ranges }, how, async () => {
    if (plan === null) return { results: [] };
    const { edges } = await ask(ctx, plan);
    const isWeighed = plan.minWeight !== null || plan.maxWeight !== null;
    return { results: isWeighed ? edges : reachableEdges(edges) };
  });
}
