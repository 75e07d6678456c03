import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { readRetention, RetentionQueryNode } from "./node.ts";
import type { RetentionQueryRead } from "./node.ts";
import { retentionToHogQL } from "./retention-hogql.ts";
import { RetentionLine, retentionLines } from "./retention-lines.ts";
import { planRetention, toRetentionRows } from "./to-retention-plan.ts";

export interface RetentionQueryTypes {
  kind: "RetentionQuery";
  node: RetentionQueryNode;
  answer: { results: RetentionLine[]; hogql: string | null };
}

export const retentionQuery = defineQuery<RetentionQueryTypes>()({
  kind: "RetentionQuery",
  summary: "Counts the persons who came back, period by period.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: RetentionQueryNode,
  example: {
    kind: "RetentionQuery",
    retentionFilter: { targetEntity: { id: "signed up" }, returningEntity: { id: "opened" }, period: "Week" },
  },
  answer: v.object({ results: v.array(RetentionLine), hogql: v.nullable(v.string()) }),
  override: overrideInsight,
  run: runRetention,
});

async function runRetention(
  ctx: Asks,
  project: Project,
  node: RetentionQueryRead,
  how: AskedHow,
): Promise<Run<RetentionQueryTypes>> {
  const query = readRetention(node);
  const asked = openQuestion(ctx, project, "");
  const rows = toRetentionRows(query, asked);
  const [fromMs = 0] = rows.startsMs;
  const wanted = { kind: "RetentionQuery", filter: query, ranges: [{ fromMs, untilMs: rows.untilMs }] };
  return answerNode(ctx, asked, wanted, how, async () => {
    const plan = planRetention(ctx, asked, query, rows);
    if (plan === null) return { results: [], hogql: null };
    return { results: await retentionLines(ctx, asked, query, { plan, rows }), hogql: retentionToHogQL(query, plan) };
  });
}
