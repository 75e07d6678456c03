import type { FunnelReason } from "../funnel-answer.ts";
import type { FunnelPlan } from "../plan.ts";

/** An event of one actor, as a funnel sees it. */
export interface TracedEvent {
  seq: number;
  event: string;
  timestampMs: number;
  /** Outside of the range an event only explains. */
  isInRange: boolean;
  /** Steps that it matches, ascending. */
  steps: readonly number[];
  /** Exclusions that it matches. */
  exclusions: readonly number[];
}

/** One attempt of an actor; events are named by their places. */
export interface TracedAttempt {
  /** The event that took each step; null = the step was not reached. */
  taken: (number | null)[];
  /** The exclusion that discards it and the event that it is about; null = it stands. */
  discarded: { exclusion: number; event: number } | null;
}

export interface ActorTrace {
  /**
   * In order of time, then of arrival: events that match a step or an exclusion; for strict funnels all that pass
   * `between`.
   */
  events: TracedEvent[];
  /** For each step the last event of its name within the range that filters keep out; null = none. */
  keptOut: (TracedEvent | null)[];
  /** Null = there is none. */
  attempt: TracedAttempt | null;
}

/** A step, as `FunnelTraceStep` has it. */
export interface ExplainedStep {
  event: TracedEvent | null;
  reason: FunnelReason | null;
  because: TracedEvent | null;
}

type StepRules = Pick<FunnelPlan, "order" | "steps">;

/** Names for each step the event that took it, or the reason why none did. */
export function explainSteps(funnel: StepRules, trace: ActorTrace): ExplainedStep[] {
  const taken = takenEvents(trace);
  return funnel.steps.map((_, order) => {
    const event = taken[order] ?? null;
    if (event !== null) return { event, reason: null, because: null };
    const { reason, event: because } = findCause(funnel, trace, { taken, order });
    return { event, reason, because };
  });
}

type Taken = (TracedEvent | null)[];

/** The steps that were taken; a discarded attempt takes none. */
function takenEvents({ events, attempt }: ActorTrace): Taken {
  if (attempt === null || attempt.discarded !== null) return [];
  return attempt.taken.map((place) => (place === null ? null : (events[place] ?? null)));
}

interface Cause {
  reason: FunnelReason;
  event: TracedEvent | null;
}

function findCause(
  plan: StepRules,
  { events, keptOut, attempt }: ActorTrace,
  { taken, order }: { taken: Taken; order: number },
): Cause {
  if (attempt?.discarded) return { reason: "excluded", event: events[attempt.discarded.event] ?? null };
  const isUnordered = plan.order === "unordered";
  const before = isUnordered ? firstOf(taken) : (taken[order - 1] ?? null);
  if (order > 0 && before === null && !isUnordered) return { reason: "earlier_step_missing", event: null };
  const own = events.filter(({ steps }) => steps.includes(order));
  const inside = own.filter(({ isInRange }) => isInRange);
  const [first] = inside;
  if (first === undefined) {
    const outside = own.at(-1) ?? null;
    if (outside !== null) return { reason: "out_of_range", event: outside };
    const other = keptOut[order] ?? null;
    return { reason: other === null ? "no_such_event" : "filtered_out", event: other };
  }
  // An event of the first step always begins an attempt.
  if (before === null) return { reason: "wrong_order", event: first };
  return plan.order === "strict"
    ? strictCause(events, { before, order, inside })
    : laterCause(plan, { before, order, inside });
}

function firstOf(taken: Taken): TracedEvent | null {
  const events = taken.filter((event) => event !== null);
  return events.toSorted((a, b) => a.timestampMs - b.timestampMs)[0] ?? null;
}

interface Candidates {
  before: TracedEvent;
  order: number;
  /** Events of the step within the range; at least one. */
  inside: TracedEvent[];
}

/** An event in time would have taken the step, so all came too late. */
function laterCause(plan: StepRules, { before, order, inside }: Candidates): Cause {
  const isStrictlyLater = plan.order === "unordered" || plan.steps[order]?.isRepeat === true;
  const later = inside.find(
    (event) =>
      event !== before &&
      (isStrictlyLater ? event.timestampMs > before.timestampMs : event.timestampMs >= before.timestampMs),
  );
  if (later !== undefined) return { reason: "out_of_window", event: later };
  return { reason: "wrong_order", event: inside.at(-1) ?? null };
}

function strictCause(events: TracedEvent[], { before, order, inside }: Candidates): Cause {
  const next = events.slice(events.indexOf(before) + 1).find(({ isInRange }) => isInRange);
  if (next?.steps.includes(order)) {
    const reason = next.timestampMs > before.timestampMs ? "out_of_window" : "wrong_order";
    return { reason, event: next };
  }
  const hasLater = inside.some((event) => events.indexOf(event) > events.indexOf(before));
  if (hasLater) return { reason: "interrupted", event: next ?? null };
  return { reason: "wrong_order", event: inside.at(-1) ?? null };
}
