import { getProject } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { ExpressionContext } from "../../events/expression-context.ts";
import { checkExpression, Refusal } from "../../hogql/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { Db } from "../../storage/index.ts";

type Surroundings = Omit<ExpressionContext, "inputs">;

/** The parts of plans that are expressions: a filter, a source of values, and a total. */
interface ExpressionPart {
  type: "hogql";
  key: string;
  as?: unknown;
}

/**
 * Completes a plan: whatever expressions its filters, breakdowns and countings have, it says what they read, and in which surroundings.
 * @throws HogletError 400 for an expression that cannot be compiled
 */
export function withExpressions<P extends Plan>(db: Db, plan: P, nowMs: number): P {
  const projectId = findProjectId(plan);
  if (projectId === null || !hasExpression(plan)) return plan;
  const { timezone, week_start_day: weekStartDay } = getProject({ db }, projectId);
  return complete(plan, { timezone, weekStartDay, nowMs }) as P;
}

function isExpression(part: object): part is ExpressionPart {
  const { type, key } = part as Partial<ExpressionPart>;
  return type === "hogql" && typeof key === "string";
}

function isParent(part: unknown): part is object {
  return typeof part === "object" && part !== null && !ArrayBuffer.isView(part);
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

function useOf(as: unknown): "condition" | "text" | "total" {
  if (as === undefined) return "condition";
  return as === "total" ? as : "text";
}

function toContext({ key, as }: ExpressionPart, surroundings: Surroundings): ExpressionContext {
  const { inputs, asksTime } = check(key, useOf(as), { timezone: surroundings.timezone, field: null });
  // Answers are kept by their plans: the time is a part of these only where it counts.
  return { ...surroundings, nowMs: asksTime ? surroundings.nowMs : 0, inputs };
}

/** Refuses an expression of values that cannot be compiled. @throws HogletError 400 naming the field of the request that has it */
export function requireExpression(key: string, field: string): void {
  check(key, "text", { timezone: "UTC", field });
}

function check(
  key: string,
  use: Parameters<typeof checkExpression>[1],
  at: { timezone: string; field: string | null },
) {
  try {
    return checkExpression(key, use, at.timezone);
  } catch (error) {
    if (error instanceof Refusal) throw invalid(at.field, `${error.message} (in: ${key.slice(0, 200)})`, error.code);
    throw error;
  }
}
