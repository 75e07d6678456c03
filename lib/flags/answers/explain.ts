import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { Count } from "../../base/answer-scalars.ts";
import { notFound } from "../../base/errors.ts";
import type { Context } from "../context.ts";
import { beginEvaluation } from "../evaluation/index.ts";
import { flagSetOf } from "./flag-set.ts";
import type { AskedFor } from "./request.ts";
import { toReason } from "./shapes.ts";
import { subjectOf } from "./subject.ts";

/** A flag's value, with the reason. */
export const Explained = v.object({
  value: v.union([v.boolean(), v.string()]),
  payload: v.nullable(v.string()),
  reason: v.object({ code: v.string(), condition_index: v.nullable(Count), description: v.string() }),
  conditions: v.array(v.object({ condition_index: Count, matched: v.boolean(), reason: v.string() })),
});

/**
 * A flag's value for a person, with the reason, and the outcome of each condition by itself. Stores nothing.
 * @throws notFound when the flag was deleted
 */
export function explainFlag(
  ctx: Pick<Context, "db" | "clock" | "identity" | "flags" | "flagSets">,
  project: Pick<Project, "id" | "timezone">,
  id: number,
  asked: AskedFor,
): v.InferOutput<typeof Explained> {
  const set = flagSetOf(ctx, project);
  const flag = set.compiled.byId.get(id);
  if (flag === undefined) throw notFound();
  const subject = subjectOf(ctx, project.id, set, asked);
  const outcome = beginEvaluation(set.compiled, subject)(flag);
  const conditions = flag.conditions.map((condition, index) => {
    const alone = { ...flag, conditions: [condition], early: null, holdout: null };
    const { value, reason } = beginEvaluation(set.compiled, subject)(alone);
    return { condition_index: index, matched: value !== false, reason };
  });
  return { value: outcome.value, payload: outcome.payload, reason: toReason(outcome), conditions };
}
