import { toUuidText } from "../../../base/ids.ts";
import { findActorSeqs } from "../../../engines/columns/log/actor-seqs.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { actorOf, walkEvents } from "../../../engines/rows/index.ts";
import { checkEvent, sumsOf } from "../../../storage/index.ts";
import type { Db, SummedEvent } from "../../../storage/index.ts";
import type { FunnelTrace, FunnelTraceAttempt, FunnelTraceEvent } from "../funnel-answer.ts";
import type { FunnelPlan, FunnelTracePlan } from "../plan.ts";
import { judgeAttempts } from "./attempts.ts";
import type { JudgedAttempt } from "./attempts.ts";
import { bestAttempt } from "./best-attempt.ts";
import { compileStepRow } from "./step-row.ts";
import { windowEnd } from "./window-end.ts";

/** Finds the events of one actor in a funnel, and its best attempt. Columns find the events; their rows tell the rest. */
export function runFunnelTrace(execution: Execution, plan: FunnelTracePlan): FunnelTrace {
  return traceFunnel(execution, plan, findActorSeqs(execution, plan.funnel.actors, plan.actor));
}

/** The same from rows alone. @param seqs all events of the actor, where they are known */
export function traceFunnel(
  execution: Pick<Execution, "db" | "cohorts" | "checkpoint">,
  { funnel, actor }: FunnelTracePlan,
  seqs?: readonly number[],
): FunnelTrace {
  const events = readEvents(execution, { funnel, actor, seqs });
  const inside = events.filter(({ isInRange }) => isInRange);
  const starts = funnel.order === "unordered" ? funnel.steps.map((_, step) => step) : [0];
  const attempts = judgeAttempts(funnel, inside, starts);
  const standing = attempts.filter(({ discarded }) => discarded === null);
  const best = bestAttempt(standing.length > 0 ? standing : attempts);
  return { events, attempt: best && toTraced(events, best) };
}

interface Wanted {
  funnel: FunnelPlan;
  actor: number | string;
  seqs: readonly number[] | undefined;
}

function readEvents(
  { db, cohorts, checkpoint }: Pick<Execution, "db" | "cohorts" | "checkpoint">,
  { funnel, actor, seqs }: Wanted,
): FunnelTraceEvent[] {
  const { projectId, sessionRange, actors, range, window } = funnel;
  const toStepRow = compileStepRow(funnel, cohorts);
  const only = { ...(typeof actor === "number" && { actor }), ...(seqs !== undefined && { seqs }) };
  const marginMs = windowEnd(window, range.fromMs) - range.fromMs;
  const wide = { fromMs: range.fromMs - marginMs, untilMs: range.untilMs + marginMs };
  const found: { seq: number; event: Omit<FunnelTraceEvent, "uuid"> }[] = [];
  for (const row of walkEvents(db, { projectId, sessionRange, ...wide, ...only, checkpoint })) {
    const read = actorOf(row, actors) === actor ? toStepRow(row) : null;
    if (read === null) continue;
    const { timestampMs, steps, exclusions } = read;
    const isInRange = timestampMs >= range.fromMs && timestampMs < range.untilMs;
    const event = { event: row.event, timestampMs, isInRange, steps: [...steps], exclusions: [...exclusions] };
    found.push({ seq: row.seq, event });
  }
  // After the walk: no other statement may run within it.
  return found.map(({ seq, event }) => Object.assign(event, { uuid: readUuid(db, seq) }));
}

function readUuid(db: Db, seq: number): string {
  const event = db
    .sql(`SELECT e.seq, e.uuid, e.received_at, e.properties, e.elements, ${sumsOf("e")} FROM events e WHERE e.seq = ?`)
    .get(seq) as SummedEvent;
  checkEvent(db, event);
  return toUuidText(event.uuid);
}

/** Names the events of an attempt by their places: of several at one time the first. */
function toTraced(events: FunnelTraceEvent[], { takenMs, discarded }: JudgedAttempt): FunnelTraceAttempt {
  const placeAt = (ms: number, isSuch: (event: FunnelTraceEvent) => boolean) =>
    events.findIndex((event) => event.timestampMs === ms && isSuch(event));
  return {
    taken: takenMs.map((ms, step) => (ms === undefined ? null : placeAt(ms, ({ steps }) => steps.includes(step)))),
    discarded: discarded && {
      exclusion: discarded.exclusion,
      event: placeAt(discarded.ms, ({ exclusions }) => exclusions.includes(discarded.exclusion)),
    },
  };
}
