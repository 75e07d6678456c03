import { findAction, toEventTests } from "../../admin/actions/index.ts";
import type { Context } from "../context.ts";
import type { EventTest } from "../../events/filters/index.ts";
import { behaviourStart } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";

/**
 * Counts how often each person showed a behaviour up to now, by the engine; persons who never did are absent. Events
 * without a person do not count.
 */
export async function countEvents(
  { db, clock, countPersonEvents }: Pick<Context, "db" | "clock" | "countPersonEvents">,
  projectId: number,
  behaviour: Behaviour,
): Promise<Map<number, number>> {
  const nowMs = clock.now();
  const range = { fromMs: behaviourStart(behaviour, nowMs), untilMs: nowMs + 1 };
  const anyOf = testsOf({ db }, projectId, behaviour.what);
  if (anyOf.length === 0) return new Map();
  return countPersonEvents({ projectId, range, anyOf, filter: behaviour.filters });
}

function testsOf(ctx: Pick<Context, "db">, projectId: number, what: Behaviour["what"]): EventTest[] {
  if ("event" in what) return [{ event: what.event, filter: { type: "AND", values: [] } }];
  return toEventTests(findAction(ctx, projectId, what.action)?.steps ?? []);
}
