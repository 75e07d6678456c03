import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { nodeRanges } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { FunnelsQueryNode } from "./query-node.ts";
import type { FunnelsQueryRead } from "./query-node.ts";
import { readFunnelsNode } from "./query-question.ts";
import { FunnelsQueryResults } from "./query-response.ts";
import { funnelsResults } from "./query-results.ts";
import type { FunnelsResults } from "./query-results.ts";

/** The answer to a FunnelsQuery. */
export interface FunnelsAnswer {
  /** Steps (with a breakdown a list of them for each line), trends, or the times that it took. */
  results: FunnelsResults;
}

export interface FunnelsQueryTypes {
  kind: "FunnelsQuery";
  node: FunnelsQueryNode;
  answer: FunnelsAnswer;
}

/** Funnels by a query node. */
export const funnelsQuery = defineQuery<FunnelsQueryTypes>()({
  kind: "FunnelsQuery",
  summary: "Counts the persons who did one step after another.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: FunnelsQueryNode,
  example: {
    kind: "FunnelsQuery",
    series: [
      { kind: "EventsNode", event: "signed up" },
      { kind: "EventsNode", event: "paid" },
    ],
    funnelsFilter: { funnelWindowInterval: 7, funnelWindowIntervalUnit: "day" },
    dateRange: { date_from: "-30d" },
  },
  answer: v.object({ results: FunnelsQueryResults }),
  override: overrideInsight,
  run: runFunnels,
});

async function runFunnels(
  ctx: Asks,
  project: Project,
  node: FunnelsQueryRead,
  how: AskedHow,
): Promise<Run<FunnelsQueryTypes>> {
  const question = readFunnelsNode(node);
  const { query, dates, optional } = question;
  if (query.funnel_viz_type === "time_to_convert" && query.entities.length === 1) {
    throw invalid("series", "The time from one step to another takes two steps.");
  }
  const asked = openQuestion(ctx, project, "");
  const ranges = await nodeRanges(ctx, asked, query, dates);
  const [range = { fromMs: 0, untilMs: 0 }] = ranges;
  const wanted = { kind: "FunnelsQuery", filter: [query.filter, dates, ...optional], ranges };
  return answerNode(ctx, asked, wanted, how, async () => ({
    results: await funnelsResults(ctx, asked, question, range),
  }));
}
