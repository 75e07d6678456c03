import { ask } from "../shared/ask.ts";
import { toIso } from "../../base/clock.ts";
import type { Asks } from "../shared/answer.ts";
import type { FunnelTrace, FunnelTraceEvent } from "./funnel-answer.ts";
import { toFunnelActor } from "./funnel-actor.ts";
import type { FunnelPlan, FunnelTracePlan } from "./plan.ts";
import type { PlannedFunnel } from "./to-funnel-plan.ts";

/** An event that is spoken of. */
export interface ExplainedEvent {
  uuid: string;
  event: string;
  /** ISO text. */
  timestamp: string;
}

/** Why a step was not taken. */
export type FunnelReason =
  /** There is none. */
  | "no_such_event"
  /** There is one, but only before date_from or after date_to, where nothing counts. */
  | "out_of_range"
  /** There is one, but after the conversion window had closed. */
  | "out_of_window"
  /** There is one, but not after the step before it (in an unordered funnel: at the very moment of the first). */
  | "wrong_order"
  /** Strict: something else came in between. */
  | "interrupted"
  /** An event that is excluded discards every attempt. */
  | "excluded"
  /** A step before it was not taken. */
  | "earlier_step_missing";

export interface ExplainedStep {
  /** 0 to n − 1. */
  order: number;
  name: string;
  /** The event that took it; null = none did. */
  event: ExplainedEvent | null;
  /** Null = it was taken. */
  reason: FunnelReason | null;
  /** The event that the reason is about; null = there is none. */
  because_of: ExplainedEvent | null;
}

/** The way of a person (or group) through a funnel. Ours. */
export interface FunnelExplanation {
  /** Id of the person (of personless actors the negative id of the distinct id), or key of the group. */
  actor: number | string;
  /** Steps taken; 0 = not in the funnel. */
  furthest: number;
  is_converted: boolean;
  steps: ExplainedStep[];
}

/**
 * Says, for one actor, which event took which step of a funnel, in its best attempt, and why the others were not taken. A
 * breakdown is of no account.
 * @param input names the actor by `person_id`, `distinct_id` or `group_key`
 * @throws HogletError 400 when no actor is named, 404 when there is none
 */
export async function explainFunnel(
  ctx: Asks,
  { plan, steps }: PlannedFunnel,
  input: Record<string, unknown>,
): Promise<FunnelExplanation> {
  const actor = toFunnelActor(ctx, input, plan);
  const trace = await ask<FunnelTracePlan>(ctx, {
    kind: "funnel-trace",
    funnel: { ...plan, breakdown: null },
    actor,
  });
  const taken = takenEvents(trace);
  const furthest = taken.filter((event) => event !== null).length;
  const explained = steps.map(({ entity }, order): ExplainedStep => {
    const event = taken[order] ?? null;
    const cause = event === null ? findCause(plan, trace, { taken, order }) : { reason: null, event: null };
    const { reason, event: because } = cause;
    return { order, name: entity.name, event: toExplained(event), reason, because_of: toExplained(because) };
  });
  return { actor, furthest, is_converted: furthest === steps.length, steps: explained };
}

type Taken = (FunnelTraceEvent | null)[];

/** By step; of a discarded attempt none counts. */
function takenEvents({ events, attempt }: FunnelTrace): Taken {
  if (attempt === null || attempt.discarded !== null) return [];
  return attempt.taken.map((place) => (place === null ? null : (events[place] ?? null)));
}

interface Cause {
  reason: FunnelReason;
  event: FunnelTraceEvent | null;
}

function findCause(plan: FunnelPlan, trace: FunnelTrace, { taken, order }: { taken: Taken; order: number }): Cause {
  const { events, attempt } = trace;
  if (attempt?.discarded) return { reason: "excluded", event: events[attempt.discarded.event] ?? null };
  const isUnordered = plan.order === "unordered";
  const before = isUnordered ? firstOf(taken) : (taken[order - 1] ?? null);
  if (order > 0 && before === null && !isUnordered) return { reason: "earlier_step_missing", event: null };
  const own = events.filter(({ steps }) => steps.includes(order));
  const inside = own.filter(({ isInRange }) => isInRange);
  const [first] = inside;
  if (first === undefined) {
    const outside = own.at(-1) ?? null;
    return { reason: outside === null ? "no_such_event" : "out_of_range", event: outside };
  }
  // An event of the first step always begins an attempt.
  if (before === null) return { reason: "wrong_order", event: first };
  return plan.order === "strict"
    ? strictCause(trace, { before, order, inside })
    : laterCause(plan, { before, order, inside });
}

function firstOf(taken: Taken): FunnelTraceEvent | null {
  const events = taken.filter((event) => event !== null);
  return events.toSorted((a, b) => a.timestampMs - b.timestampMs)[0] ?? null;
}

interface Candidates {
  before: FunnelTraceEvent;
  order: number;
  /** Events of the step within the range; there is one. */
  inside: FunnelTraceEvent[];
}

/** Whatever came in time would have taken the step, so that it came too late. */
function laterCause(plan: FunnelPlan, { before, order, inside }: Candidates): Cause {
  const isStrictlyLater = plan.order === "unordered" || plan.steps[order]?.isRepeat === true;
  const later = inside.find(
    (event) =>
      event !== before &&
      (isStrictlyLater ? event.timestampMs > before.timestampMs : event.timestampMs >= before.timestampMs),
  );
  if (later !== undefined) return { reason: "out_of_window", event: later };
  return { reason: "wrong_order", event: inside.at(-1) ?? null };
}

function strictCause({ events }: FunnelTrace, { before, order, inside }: Candidates): Cause {
  const next = events.slice(events.indexOf(before) + 1).find(({ isInRange }) => isInRange);
  if (next?.steps.includes(order)) {
    const reason = next.timestampMs > before.timestampMs ? "out_of_window" : "wrong_order";
    return { reason, event: next };
  }
  const hasLater = inside.some((event) => events.indexOf(event) > events.indexOf(before));
  if (hasLater) return { reason: "interrupted", event: next ?? null };
  return { reason: "wrong_order", event: inside.at(-1) ?? null };
}

function toExplained(event: FunnelTraceEvent | null): ExplainedEvent | null {
  return event && { uuid: event.uuid, event: event.event, timestamp: toIso(event.timestampMs) };
}
