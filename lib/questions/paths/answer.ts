import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { Count } from "../../base/answer-scalars.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { PathsQueryNode, readPaths } from "./node.ts";
import type { PathsQueryRead } from "./node.ts";
import { reachableEdges } from "./path-reach.ts";
import type { PathEdge, PathsPlan } from "./plan.ts";
import { pathRange, planPaths } from "./to-paths-plan.ts";

/** The edges of an answer, in both dialects. */
export const PathEdges = v.array(
  v.object({ source: v.string(), target: v.string(), value: Count, average_conversion_time: v.number() }),
);

export interface PathsQueryTypes {
  kind: "PathsQuery";
  node: PathsQueryNode;
  answer: { results: PathEdge[] };
}

export const pathsQuery = defineQuery<PathsQueryTypes>()({
  kind: "PathsQuery",
  summary: "Lists the most frequent steps from one item to the next.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: PathsQueryNode,
  example: { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview"], startPoint: "/pricing" } },
  answer: v.object({ results: PathEdges }),
  override: overrideInsight,
  run: runPaths,
});

async function runPaths(
  ctx: Asks,
  project: Project,
  node: PathsQueryRead,
  how: AskedHow,
): Promise<Run<PathsQueryTypes>> {
  const query = readPaths(node);
  const asked = openQuestion(ctx, project, "");
  const range = await pathRange(ctx, asked, query);
  const plan = await planPaths(ctx, asked, query, { project, range });
  // The answer depends on nothing else.
  const wanted = { kind: "PathsQuery", filter: plan, ranges: range === null ? [] : [range] };
  return answerNode(ctx, asked, wanted, how, async () => ({ results: await countPaths(ctx, plan) }));
}

export async function countPaths(ctx: Asks, plan: PathsPlan | null): Promise<PathEdge[]> {
  if (plan === null) return [];
  const { edges } = await ask(ctx, plan);
  const isWeighed = plan.minWeight !== null || plan.maxWeight !== null;
  return isWeighed ? edges : reachableEdges(edges);
}
