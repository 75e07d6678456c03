import { cohortLookup } from "../../../events/filters/index.ts";
import { toUuidText } from "../../../base/ids.ts";
import type { FunnelPlan, FunnelTrace, FunnelTraceAttempt, FunnelTraceEvent } from "../../../questions/index.ts";
import type { Db } from "../../../storage/index.ts";
import { actorOf } from "../select.ts";
import { walkEvents } from "../walk.ts";
import { judgeAttempts } from "./attempts.ts";
import type { JudgedAttempt } from "./attempts.ts";
import { bestAttempt } from "./funnel-actors.ts";
import { rowReader } from "./read-outcomes.ts";
import { windowEnd } from "./window-end.ts";

/** Finds what one actor did in a funnel, and what came of it. @param seqs all events of the actor, if they are known */
export function funnelTrace(db: Db, plan: FunnelPlan, actor: number | string, seqs?: readonly number[]): FunnelTrace {
  const events = readEvents(db, plan, actor, seqs);
  const inside = events.filter(({ isInRange }) => isInRange);
  const starts = plan.order === "unordered" ? plan.steps.map((_, step) => step) : [0];
  const attempts = judgeAttempts(plan, inside, starts);
  const standing = attempts.filter(({ discarded }) => discarded === null);
  const best = bestAttempt(standing.length > 0 ? standing : attempts);
  return { events, attempt: best && toTraced(events, best) };
}

function readEvents(
  db: Db,
  plan: FunnelPlan,
  actor: number | string,
  seqs: readonly number[] | undefined,
): FunnelTraceEvent[] {
  const { projectId, sessionRange, actors, range, window } = plan;
  const toRow = rowReader({ ...plan, breakdown: null }, cohortLookup(db, projectId));
  const only = { ...(typeof actor === "number" && { actor }), ...(seqs !== undefined && { seqs }) };
  const marginMs = windowEnd(window, range.fromMs) - range.fromMs;
  const wide = { fromMs: range.fromMs - marginMs, untilMs: range.untilMs + marginMs };
  const found: { seq: number; event: Omit<FunnelTraceEvent, "uuid"> }[] = [];
  for (const row of walkEvents(db, { projectId, sessionRange, ...wide, ...only })) {
    const read = actorOf(row, actors) === actor ? toRow(row) : null;
    if (read === null) continue;
    const { timestampMs, steps, exclusions } = read;
    const isInRange = timestampMs >= range.fromMs && timestampMs < range.untilMs;
    const event = { event: row.event, timestampMs, isInRange, steps: [...steps], exclusions: [...exclusions] };
    found.push({ seq: row.seq, event });
  }
  // After the walk, within which nothing else may be read.
  return found.map(({ seq, event }) => Object.assign(event, { uuid: readUuid(db, seq) }));
}

function readUuid(db: Db, seq: number): string {
  return toUuidText(db.sql("SELECT uuid FROM events WHERE seq = ?").pluck().get(seq) as Buffer);
}

/** Says which events the times of an attempt are those of: of several at one time the first. */
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
