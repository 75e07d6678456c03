import { needsPerson, needsSession } from "../../events/filters/index.ts";
import type { Matching, MatchingQuery } from "../../log/list/index.ts";
import type { Context } from "../context.ts";
import { ask } from "../shared/ask.ts";
import { toEventTest } from "../shared/selection.ts";
import type { MatchingPlan } from "./plan.ts";

export function findMatching(
  ctx: Pick<Context, "db" | "engine" | "clock">,
  { event, filter, ...where }: MatchingQuery,
): Promise<Matching> {
  const select = {
    anyOf: [toEventTest(event)],
    filter,
    needsPerson: needsPerson(filter),
    needsSession: needsSession(filter),
  };
  return ask<MatchingPlan>(ctx, { kind: "matching-events", ...where, select });
}
