import type {
  FunnelReason,
  FunnelTrace,
  FunnelTraceEvent,
  FunnelTraceStep,
} from "../../../../lib/questions/funnel/funnel-answer.ts";
import type { FunnelPlan, FunnelTracePlan } from "../../../../lib/questions/funnel/plan.ts";
import { toUuidText } from "../../../../lib/base/ids.ts";
import { walkEvents } from "../../../../lib/engines/rows/index.ts";
import { readEvent } from "../../../../lib/log/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { plannedCohorts } from "../filters/cohorts.ts";
import { actorOf } from "../select.ts";
import { bestAttempt, judgeAttempts } from "./attempts.ts";
import { rowReader } from "./read-outcomes.ts";
import { windowEnd } from "./window-end.ts";

/** An event of the actor: in the range, or up to a window before and after it. */
interface Seen {
  seq: number;
  timestampMs: number;
  isInside: boolean;
  steps: readonly number[];
  exclusions: readonly number[];
}

/** Explains the way of one actor through a funnel, by what `FunnelReason` and `FunnelTrace` say of each reason. */
export function funnelTrace(db: Db, { funnel, actor }: FunnelTracePlan): FunnelTrace {
  const seen = readSeen(db, { funnel, actor });
  const inside = seen.filter(({ isInside }) => isInside);
  const attempts = judgeAttempts(
    funnel,
    inside,
    funnel.order === "unordered" ? funnel.steps.map((_, step) => step) : [0],
  );
  const standing = bestAttempt(attempts.filter(({ discarded }) => discarded === null));
  const hit = standing === null ? bestAttempt(attempts)?.discarded : undefined;
  const excluded = seen.find(({ timestampMs: ms, exclusions }) => ms === hit?.ms && exclusions.includes(hit.exclusion));
  const taken = funnel.steps.map((_, step) => {
    const ms = standing?.takenMs[step];
    return seen.find((each) => each.timestampMs === ms && each.steps.includes(step));
  });
  const nameOf = (each: Seen | undefined): FunnelTraceEvent | null => {
    const event = each && readEvent(db, funnel.projectId, each.seq);
    return event ? { uuid: toUuidText(event.uuid), event: event.event, timestampMs: event.timestamp } : null;
  };
  const steps = taken.map((event, step): FunnelTraceStep => {
    if (event !== undefined) return { event: nameOf(event), reason: null, because: null };
    const [reason, because] = excluded ? (["excluded", excluded] as const) : whyNot(funnel, { seen, taken, step });
    const other = reason === "no_such_event" ? lastOfName(db, { funnel, actor }, step) : null;
    if (other !== null) return { event: null, reason: "filtered_out", because: nameOf(other) };
    return { event: null, reason, because: nameOf(because) };
  });
  return { steps };
}

/** The actor's last event in the range with a name of the step; it does not pass the filters. */
function lastOfName(db: Db, { funnel, actor }: Pick<FunnelTracePlan, "funnel" | "actor">, step: number): Seen | null {
  const { projectId, sessionRange, range } = funnel;
  let last: Seen | null = null;
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const isNamed = funnel.steps[step]?.select.anyOf.some(({ event }) => event === row.event) === true;
    if (!isNamed || actorOf(row, funnel.actors) !== actor) continue;
    last = { seq: row.seq, timestampMs: row.timestampMs, isInside: true, steps: [], exclusions: [] };
  }
  return last;
}

function readSeen(db: Db, { funnel, actor }: Pick<FunnelTracePlan, "funnel" | "actor">): Seen[] {
  const { projectId, sessionRange, range, window } = funnel;
  const read = rowReader(funnel, plannedCohorts(db, funnel.cohorts), { db, projectId, sessionRange });
  const windowMs = windowEnd(window, range.fromMs) - range.fromMs;
  const wide = { fromMs: range.fromMs - windowMs, untilMs: range.untilMs + windowMs };
  const found: Seen[] = [];
  for (const row of walkEvents(db, { projectId, sessionRange, ...wide })) {
    const own = actorOf(row, funnel.actors) === actor ? read(row) : null;
    if (own === null) continue;
    const isInside = row.timestampMs >= range.fromMs && row.timestampMs < range.untilMs;
    found.push({ ...own, seq: row.seq, isInside });
  }
  return found;
}

type Why = [reason: FunnelReason, because?: Seen | undefined];

/** The reason why no event took a step. */
function whyNot(
  { order, steps }: FunnelPlan,
  { seen, taken, step }: { seen: Seen[]; taken: (Seen | undefined)[]; step: number },
): Why {
  const isAnyOrder = order === "unordered";
  const begun = taken.filter((event) => event !== undefined).toSorted((a, b) => a.timestampMs - b.timestampMs);
  const before = isAnyOrder ? begun[0] : taken[step - 1];
  if (!isAnyOrder && step > 0 && before === undefined) return ["earlier_step_missing"];
  const all = seen.filter((event) => event.steps.includes(step));
  const own = all.filter(({ isInside }) => isInside);
  if (own.length === 0) return all.length === 0 ? ["no_such_event"] : ["out_of_range", all.at(-1)];
  if (before === undefined) return ["wrong_order", own[0]];
  if (order === "strict") {
    const following = seen.slice(seen.indexOf(before) + 1);
    const next = following.find(({ isInside }) => isInside);
    if (next?.steps.includes(step)) {
      return [next.timestampMs > before.timestampMs ? "out_of_window" : "wrong_order", next];
    }
    return own.some((event) => following.includes(event)) ? ["interrupted", next] : ["wrong_order", own.at(-1)];
  }
  const mustBeLater = isAnyOrder || steps[step]?.isRepeat === true;
  const late = own.find(
    (event) =>
      event !== before &&
      (event.timestampMs > before.timestampMs || (!mustBeLater && event.timestampMs === before.timestampMs)),
  );
  return late === undefined ? ["wrong_order", own.at(-1)] : ["out_of_window", late];
}
