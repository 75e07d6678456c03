import { findActorSeqs } from "../../../engines/columns/log/actor-seqs.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { toUuidText } from "../../../base/ids.ts";
import { actorOf, walkEvents } from "../../../engines/rows/index.ts";
import { readEvent } from "../../../log/index.ts";
import type { FunnelTrace, FunnelTraceEvent } from "../funnel-answer.ts";
import type { ActorsFunnelPlan, FunnelTracePlan } from "../plan.ts";
import { bestOf, judgeAttempts } from "./attempts.ts";
import type { Attempt, JudgedAttempt } from "./attempts.ts";
import { explainSteps } from "./explain-steps.ts";
import type { ActorTrace, TracedAttempt, TracedEvent } from "./explain-steps.ts";
import { compileStepRow } from "./step-row.ts";
import { windowEnd } from "./window-end.ts";

/** Explains the way of one actor through a funnel: columns find its events, their rows tell the rest. */
export function runFunnelTrace(execution: Execution, { funnel, actor }: FunnelTracePlan): FunnelTrace {
  const seqs = findActorSeqs(execution, funnel.actors, actor);
  const { events, keptOut } = readEvents(execution, { funnel, actor, seqs });
  const inside = events.filter(({ isInRange }) => isInRange);
  const starts = funnel.order === "unordered" ? funnel.steps.map((_, step) => step) : [0];
  const attempts = judgeAttempts(funnel, inside, starts);
  const standing = attempts.filter(({ discarded }) => discarded === null);
  const best = bestAttempt(standing.length > 0 ? standing : attempts);
  // After the walk, within which no other statement may run.
  const toNamed = (event: TracedEvent | null): FunnelTraceEvent | null => {
    const stored = event && readEvent(execution.db, funnel.projectId, event.seq);
    return stored ? { uuid: toUuidText(stored.uuid), event: stored.event, timestampMs: stored.timestamp } : null;
  };
  const steps = explainSteps(funnel, { events, keptOut, attempt: best && toTraced(events, best) });
  return {
    steps: steps.map(({ event, reason, because }) => ({ event: toNamed(event), reason, because: toNamed(because) })),
  };
}

interface Wanted {
  funnel: ActorsFunnelPlan;
  actor: number | string;
  seqs: readonly number[];
}

function readEvents(
  { db, cohorts, checkpoint }: Execution,
  { funnel, actor, seqs }: Wanted,
): Pick<ActorTrace, "events" | "keptOut"> {
  const { projectId, sessionRange, actors, range, window } = funnel;
  const own = typeof actor === "number" ? { actor } : {};
  const toStepRow = compileStepRow(funnel, cohorts, { db, projectId, sessionRange, checkpoint, ...own });
  const marginMs = windowEnd(window, range.fromMs) - range.fromMs;
  const wide = { fromMs: range.fromMs - marginMs, untilMs: range.untilMs + marginMs };
  const names = funnel.steps.map(({ select }) => new Set(select.anyOf.map(({ event }) => event)));
  const events: TracedEvent[] = [];
  const keptOut: (TracedEvent | null)[] = names.map(() => null);
  for (const row of walkEvents(db, { projectId, sessionRange, ...wide, ...own, seqs, checkpoint })) {
    if (actorOf(row, actors) !== actor) continue;
    const read = toStepRow(row);
    const { timestampMs, seq, event } = row;
    const isInRange = timestampMs >= range.fromMs && timestampMs < range.untilMs;
    const traced: TracedEvent = { seq, event, timestampMs, isInRange, steps: [], exclusions: [], ...read };
    if (read !== null) events.push(traced);
    for (const [step, named] of names.entries()) {
      if (isInRange && named.has(event) && !traced.steps.includes(step)) keptOut[step] = traced;
    }
  }
  return { events, keptOut };
}

/** Events of an attempt by their places in `events`; of events at one time the first. */
function toTraced(events: TracedEvent[], { takenMs, discarded }: JudgedAttempt): TracedAttempt {
  const placeAt = (ms: number, isSuch: (event: TracedEvent) => boolean) =>
    events.findIndex((event) => event.timestampMs === ms && isSuch(event));
  return {
    taken: takenMs.map((ms, step) => (ms === undefined ? null : placeAt(ms, ({ steps }) => steps.includes(step)))),
    discarded: discarded && {
      exclusion: discarded.exclusion,
      event: placeAt(discarded.ms, ({ exclusions }) => exclusions.includes(discarded.exclusion)),
    },
  };
}

/** The attempt that counts for its actor; null = there is none. */
function bestAttempt<One extends Attempt>(attempts: readonly One[]): One | null {
  return bestOf(attempts).reduce<One | null>(
    (best, attempt) => (best === null || isBetter(attempt, best) ? attempt : best),
    null,
  );
}

/** Further, or as far but begun earlier, or begun at the same time but done earlier. */
function isBetter(one: Attempt, other: Attempt): boolean {
  if (one.furthest !== other.furthest) return one.furthest > other.furthest;
  if (one.startMs !== other.startMs) return one.startMs < other.startMs;
  return (one.reachedMs.at(-1) ?? 0) < (other.reachedMs.at(-1) ?? 0);
}
