import type { Project } from "../../admin/projects/index.ts";
import type { Context } from "../context.ts";
import { beginEvaluation } from "../evaluation/index.ts";
import type { Outcome } from "../evaluation/index.ts";
import { flagSetOf } from "./flag-set.ts";
import type { SetFlag } from "./flag-sets.ts";
import { keepIds } from "./kept-ids.ts";
import type { AskedFor } from "./request.ts";
import { isInRuntime } from "./runtime.ts";
import { subjectOf } from "./subject.ts";

export interface EvaluatedFlag {
  flag: SetFlag;
  outcome: Outcome;
}

type Reads = Pick<Context, "db" | "clock" | "identity" | "flags" | "flagSets">;

/**
 * The flags that are on, and asked for.
 * @param options `inactive`: also those that are off, with the reason `disabled`
 */
export async function evaluateFlags(
  ctx: Reads,
  project: Pick<Project, "id" | "timezone">,
  asked: AskedFor,
  { inactive = false } = {},
): Promise<EvaluatedFlag[]> {
  await keepIds(ctx, project.id, flagSetOf(ctx, project), asked);
  const set = flagSetOf(ctx, project);
  const evaluation = beginEvaluation(set.compiled, subjectOf(ctx, project.id, set, asked));
  return set.flags
    .filter((flag) => (inactive || flag.active) && isAskedFor(flag, asked))
    .map((flag) => ({ flag, outcome: evaluation(flag.compiled) }));
}

function isAskedFor(flag: SetFlag, { keys, runtime, contexts }: AskedFor): boolean {
  if (keys !== null && !keys.has(flag.key)) return false;
  if (!isInRuntime(flag, runtime)) return false;
  const { evaluation_tags: tags } = flag;
  return contexts === null || tags.length === 0 || tags.some((tag) => contexts.includes(tag));
}
