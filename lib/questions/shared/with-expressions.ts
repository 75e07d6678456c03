import { getProject } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { ExpressionContext, ExpressionInput, ExpressionSubject } from "../../events/expression-context.ts";
import { checkExpression, Refusal } from "../../hogql/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { Db } from "../../storage/index.ts";

interface Surroundings extends Omit<ExpressionContext, "inputs" | "subject"> {
  /** The cohorts of an id or a name. */
  findCohorts(name: number | string): number[];
}

/** Parts of plans with expressions: filters, sources of values, totals. */
interface ExpressionPart {
  type: "hogql";
  key: string;
  as?: unknown;
  subject?: ExpressionSubject;
}

/**
 * Completes a plan: adds what its expressions read, and their surroundings.
 * @throws HogletError 400 for an expression that cannot be compiled
 */
export function withExpressions<P extends Plan>(db: Db, plan: P, nowMs: number): P {
  const projectId = findProjectId(plan);
  if (projectId === null || !hasExpression(plan)) return plan;
  return complete(plan, surroundingsOf(db, projectId, nowMs)) as P;
}

export function surroundingsOf(db: Db, projectId: number, nowMs: number): Surroundings {
  const { timezone, week_start_day: weekStartDay } = getProject({ db }, projectId);
  const findCohorts = (name: number | string) =>
    db
      .sql<number>(
        "SELECT id FROM cohorts WHERE project_id = @projectId AND deleted = 0 AND iif(typeof(@name) = 'text', name, id) = @name ORDER BY id",
      )
      .pluck()
      .all({ projectId, name });
  return { timezone, weekStartDay, nowMs, findCohorts };
}

function isExpression(part: object): part is ExpressionPart {
  const { type, key } = part as Partial<ExpressionPart>;
  return type === "hogql" && typeof key === "string";
}

/** May a part of the plan hold expressions? Lists of numbers, such as edges of periods, hold none, and are long. */
function isParent(part: unknown): part is object {
  if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return false;
  return !Array.isArray(part) || typeof part[0] !== "number";
}

function hasExpression(part: unknown): boolean {
  return isParent(part) && (isExpression(part) || Object.values(part).some(hasExpression));
}

function findProjectId(part: unknown): number | null {
  if (!isParent(part)) return null;
  const { projectId } = part as { projectId?: unknown };
  if (typeof projectId === "number") return projectId;
  for (const inner of Object.values(part)) {
    const found = findProjectId(inner);
    if (found !== null) return found;
  }
  return null;
}

function complete(part: unknown, surroundings: Surroundings): unknown {
  if (!isParent(part)) return part;
  if (Array.isArray(part)) return hasExpression(part) ? part.map((item) => complete(item, surroundings)) : part;
  if (isExpression(part)) return { ...part, context: toContext(part, surroundings) };
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, complete(inner, surroundings)]));
}

function useOf(as: unknown): Use {
  if (as === undefined) return "condition";
  return as === "total" ? as : "text";
}

/**
 * An expression's surroundings, and all that it reads.
 * @throws HogletError 400 for an expression that cannot be compiled
 */
export function toContext(
  { key, as, subject = "event" }: ExpressionPart,
  { findCohorts, ...surroundings }: Surroundings,
): ExpressionContext {
  const { inputs, asksTime } = check(key, useOf(as), { timezone: surroundings.timezone, subject }, null);
  const named = inputs.map((input): ExpressionInput =>
    input.of === "cohort" ? { of: "cohort", name: input.name, filter: filterOf(input.name) } : input,
  );
  // The time only where it counts: answers are kept by their plans.
  return { ...surroundings, subject, nowMs: asksTime ? surroundings.nowMs : 0, inputs: named };

  function filterOf(name: number | string) {
    const value = findCohorts(name);
    if (value.length === 0)
      throw invalid(null, `The project has no cohort ${JSON.stringify(name)} (in: ${key.slice(0, 200)})`);
    return { type: "cohort" as const, key: "id" as const, value, negation: false };
  }
}

type Use = Parameters<typeof checkExpression>[1];

/**
 * Lists what an expression reads.
 * @throws HogletError 400 naming the request's field, where it cannot be compiled
 */
export function requireExpression(
  key: string,
  use: Use,
  { field, subject = "event" }: { field: string; subject?: ExpressionSubject | undefined },
): ExpressionInput[] {
  return check(key, use, { timezone: "UTC", subject }, field).inputs;
}

function check(key: string, use: Use, at: Parameters<typeof checkExpression>[2], field: string | null) {
  try {
    return checkExpression(key, use, at);
  } catch (error) {
    if (error instanceof Refusal) throw invalid(field, `${error.message} (in: ${key.slice(0, 200)})`, error.code);
    throw error;
  }
}
