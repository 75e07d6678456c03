import { ask } from "../shared/ask.ts";
import { toIso } from "../../base/clock.ts";
import type { Asks } from "../shared/answer.ts";
import type { FunnelReason, FunnelTraceEvent } from "./funnel-answer.ts";
import { toFunnelActor } from "./funnel-actor.ts";
import type { FunnelTracePlan } from "./plan.ts";
import { toActorsPlan } from "./to-funnel-plan.ts";
import type { PlannedFunnel } from "./to-funnel-plan.ts";

export interface ExplainedEvent {
  uuid: string;
  event: string;
  /** ISO text. */
  timestamp: string;
}

export interface ExplainedStep {
  /** 0 to n − 1. */
  order: number;
  name: string;
  /** The event that took the step; null = none did. */
  event: ExplainedEvent | null;
  /** Null = the step was taken. */
  reason: FunnelReason | null;
  /** Null = the reason is about no event. */
  because_of: ExplainedEvent | null;
}

/** The way of a person (or group) through a funnel. Ours. */
export interface FunnelExplanation {
  /** Id of the person (of a personless actor the negative id of its distinct id), or key of the group. */
  actor: number | string;
  /** Steps taken; 0 = not in the funnel. */
  furthest: number;
  is_converted: boolean;
  steps: ExplainedStep[];
}

/**
 * Says, for one actor, which event took which step of a funnel, in its best attempt, and why the others were not taken. A
 * breakdown is ignored.
 * @param input names the actor by `person_id`, `distinct_id` or `group_key`
 * @throws HogletError 400 when no actor is named, 404 when there is none
 */
export async function explainFunnel(
  ctx: Asks,
  { plan, steps }: PlannedFunnel,
  input: Record<string, unknown>,
): Promise<FunnelExplanation> {
  const funnel = toActorsPlan(plan);
  const actor = toFunnelActor(ctx, input, funnel);
  const { steps: trace } = await ask<FunnelTracePlan>(ctx, {
    kind: "funnel-trace",
    funnel: { ...funnel, breakdown: null },
    actor,
  });
  const furthest = trace.filter(({ event }) => event !== null).length;
  const explained = steps.map(({ entity }, order): ExplainedStep => {
    const { event = null, reason = null, because = null } = trace[order] ?? {};
    return { order, name: entity.name, event: toExplained(event), reason, because_of: toExplained(because) };
  });
  return { actor, furthest, is_converted: furthest === steps.length, steps: explained };
}

function toExplained(event: FunnelTraceEvent | null): ExplainedEvent | null {
  return event && { uuid: event.uuid, event: event.event, timestamp: toIso(event.timestampMs) };
}
