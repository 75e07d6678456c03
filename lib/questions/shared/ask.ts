import { readCohorts, withDates } from "../../events/filters/index.ts";
import type { Context } from "../context.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import { withExpressions } from "./with-expressions.ts";
import type { Db } from "../../storage/index.ts";

/** Asks the engine a plan, with its cohorts as they are now, and relative dates of filters as instants. */
export function ask<P extends Plan>(
  { db, engine, clock }: Pick<Context, "db" | "engine" | "clock">,
  plan: P,
): Promise<AnswerOf<P>> {
  const nowMs = clock.now();
  // Expressions first, since they name cohorts; dates last, since expressions and cohorts have some.
  return engine.ask(withDates(withCohorts(db, withExpressions(db, plan, nowMs)), nowMs));
}

/** Completes a plan with the cohorts that its filters and lines name. */
export function withCohorts<P extends Plan>(db: Db, plan: P): P {
  const named: Named = { projectId: null, ids: new Set() };
  collect(plan, named);
  const { projectId, ids } = named;
  if (projectId === null || ids.size === 0) return plan;
  return { ...plan, cohorts: readCohorts(db, projectId, ids) };
}

interface Named {
  projectId: number | null;
  ids: Set<number>;
}

/** Parts of plans that name cohorts: filters, breakdowns, lines. */
type Naming = { projectId?: number } & (
  | { type: "cohort"; value?: number[]; id?: number | null }
  | { by: "cohorts"; ids: (number | null)[] }
);

function collect(part: unknown, named: Named): void {
  if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return;
  if (Array.isArray(part)) {
    for (const item of part) collect(item, named);
    return;
  }
  const naming = part as Naming;
  if (typeof naming.projectId === "number") named.projectId = naming.projectId;
  const isOne = "type" in naming && naming.type === "cohort";
  const ids = isOne
    ? [naming.id, ...(naming.value ?? [])]
    : "by" in naming && naming.by === "cohorts"
      ? naming.ids
      : [];
  for (const id of ids) if (typeof id === "number") named.ids.add(id);
  for (const inner of Object.values(part)) collect(inner, named);
}
