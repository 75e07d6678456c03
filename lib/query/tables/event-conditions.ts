import { findAction, toEventTests } from "../../admin/actions/index.ts";
import type { ActionStep } from "../../admin/actions/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { withDates } from "../../events/filters/index.ts";
import type { EventTest } from "../../events/filters/index.ts";
import { toSqlCondition } from "../../sql/index.ts";
import type { SqlCondition } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";

// Conditions on events, beside a statement's property filters.

/** No event passes. */
export const NOTHING: SqlCondition = { type: "hogql", expression: "false" };

/** A column of the event has one of these values. */
export function isIn(column: string, values: readonly string[]): SqlCondition {
  return {
    type: "test",
    on: "column",
    filter: { type: "event", key: column, operator: "exact", value: [...values], negation: false },
  };
}

/** The event matches the action. @throws HogletError 400 when there is no such action */
export function isOfAction(ctx: QueryAsks, project: Project, id: number): SqlCondition {
  const action = findAction(ctx, project.id, id);
  if (action === undefined) throw invalid(null, `Action ${id} does not exist.`);
  return passesSteps(ctx, action.steps);
}

export function passesSteps({ clock }: Pick<QueryAsks, "clock">, steps: readonly ActionStep[]): SqlCondition {
  return passesTests(withDates(toEventTests(steps), clock.now()));
}

export function passesTests(tests: readonly EventTest[]): SqlCondition {
  if (tests.length === 0) return NOTHING;
  return {
    type: "OR",
    values: tests.map(({ event, filter }) => ({
      type: "AND",
      values: [...(event === null ? [] : [isIn("event", [event])]), toSqlCondition(filter)],
    })),
  };
}
