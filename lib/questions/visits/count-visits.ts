import { findAction, toEventTests } from "../../admin/actions/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { needsPerson, parseFilters } from "../../events/filters/index.ts";
import type { EventTest, FilterGroup } from "../../events/filters/index.ts";
import type { DateRange } from "../../port/range.ts";
import type { Context } from "../context.ts";
import { ask } from "../shared/ask.ts";
import { toCommonFilters, toEventTest } from "../shared/selection.ts";
import type { Visits, VisitsPlan } from "./plan.ts";

export interface VisitsInput {
  range: DateRange;
  /** A visit needs an event that passes one of these. */
  anyOf: EventTest[];
  /** Property filters, as a request has them. */
  properties: unknown;
  filterTestAccounts: boolean;
}

/** Counts the sessions that start in a range and have such an event in it. @throws HogletError 400 naming the field */
export function countVisits(
  ctx: Pick<Context, "db" | "engine" | "clock">,
  project: Project,
  { range, anyOf, properties, filterTestAccounts }: VisitsInput,
): Promise<Visits> {
  const own = parseFilters(properties, "properties");
  const common = toCommonFilters(project, { filter_test_accounts: filterTestAccounts, properties: own });
  const filter: FilterGroup = { type: "AND", values: common };
  const filters = [filter, ...anyOf.map((test) => test.filter)];
  const select = { anyOf, filter, needsPerson: filters.some(needsPerson), needsSession: true };
  const plan: VisitsPlan = { kind: "visits", projectId: project.id, range, select };
  return ask(ctx, plan);
}

/** Tests events by their names. */
export function testsOfNames(names: readonly string[]): EventTest[] {
  return names.map(toEventTest);
}

/** Tests whether events match an action. @throws HogletError 400 when there is no such action */
export function testsOfAction(ctx: Pick<Context, "db">, projectId: number, id: number): EventTest[] {
  const action = findAction(ctx, projectId, id);
  if (action === undefined) throw invalid(null, `Action ${id} does not exist.`);
  return toEventTests(action.steps);
}
