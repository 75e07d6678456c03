import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import type { AppearanceList } from "./plan.ts";
import type { RetentionQueryRead } from "./query-node.ts";
import { toRetentionNodePlan, toRetentionRows } from "./query-plan.ts";
import { readRetentionNode } from "./query-question.ts";

/** The actors of the row `interval` of a RetentionQuery, with the cells of each. @throws HogletError 400 naming the field */
export function retentionNodeActors(
  ctx: Asks,
  project: Project,
  node: RetentionQueryRead,
  { interval }: NodePoint,
): AppearanceList | null {
  const question = readRetentionNode(node);
  const { query } = question;
  if (query.breakdown !== null) {
    throw invalid("breakdownFilter", "The actors of a retention by values are not supported.", "unsupported");
  }
  const asked = openQuestion(ctx, project, "");
  const rows = toRetentionRows(question, asked);
  const row = interval ?? 0;
  if (row >= rows.startsMs.length) throw invalid("interval", `The retention has ${rows.startsMs.length} rows, from 0.`);
  const [target, returning] = resolveEntities(ctx, project.id, [query.target_entity, query.returning_entity]) ?? [];
  if (target === undefined || returning === undefined) return null;
  const plan = toRetentionNodePlan(asked, question, { target, returning, rows });
  return { kind: "appearances", plan, row, cells: query.total_intervals };
}
