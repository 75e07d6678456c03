import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { Count } from "../../base/answer-scalars.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { RetentionQueryNode } from "./query-node.ts";
import type { RetentionQueryRead } from "./query-node.ts";
import { toRetentionNodePlan, toRetentionRows } from "./query-plan.ts";
import { readRetentionNode } from "./query-question.ts";
import { retentionLines } from "./query-rows.ts";
import type { RetentionLine } from "./query-rows.ts";

export interface RetentionQueryTypes {
  kind: "RetentionQuery";
  node: RetentionQueryNode;
  answer: { results: RetentionLine[] };
}

const Line = v.object({
  date: v.string(),
  label: v.string(),
  breakdown_value: v.nullable(v.string()),
  values: v.array(v.object({ count: Count, label: v.string(), aggregation_value: v.exactOptional(v.number()) })),
});

/** Retention by a query node. */
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
  answer: v.object({ results: v.array(Line) }),
  override: overrideInsight,
  run: runRetention,
});

async function runRetention(
  ctx: Asks,
  project: Project,
  node: RetentionQueryRead,
  how: AskedHow,
): Promise<Run<RetentionQueryTypes>> {
  const question = readRetentionNode(node);
  const { query, ...rest } = question;
  const asked = openQuestion(ctx, project, "");
  const rows = toRetentionRows(question, asked);
  const [fromMs = 0] = rows.startsMs;
  const ranges = [{ fromMs, untilMs: rows.untilMs }];
  return answerNode(ctx, asked, { kind: "RetentionQuery", filter: [query.filter, rest], ranges }, how, async () => {
    const entities = resolveEntities(ctx, project.id, [query.target_entity, query.returning_entity]);
    const [target, returning] = entities ?? [];
    if (target === undefined || returning === undefined) return { results: [] };
    const plan = toRetentionNodePlan(asked, question, { target, returning, rows });
    return { results: await retentionLines(ctx, asked, question, { plan, rows }) };
  });
}
