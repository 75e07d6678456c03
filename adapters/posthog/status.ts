import type { Hoglet } from "../../lib/index.ts";
import { isWaiting } from "./back-off.ts";
import { openOutbox } from "./outbox.ts";
import type { Aside, Drop, Outbox, Trouble } from "./outbox.ts";

/** The status of an outbox; plain JSON. */
export interface OutboxStatus {
  name: string;
  host: string;
  /**
   * `idle`: everything is settled; `pending`: events wait for the next turn; `waiting`: for the end of a wait after a
   * failure; `denied`: the same, and the upstream refuses the token or is not a PostHog; `off`: without consent.
   */
  state: "idle" | "pending" | "waiting" | "denied" | "off";
  consent: boolean;
  /** Waiting events, including those that consent holds back. */
  pending: { events: number; bytes: number; oldest_created_at: string | null };
  delivered: number;
  /** Excluded by `filter` or `transform`. */
  filtered: number;
  /** Arrived without consent, and will never leave. */
  withheld: number;
  /** Dropped for age or size; `reports` are the newest hundred. */
  dropped: { events: number; bytes: number; reports: Drop[] };
  /** Events that the upstream did not accept; they are still stored here. */
  set_aside: Aside[];
  /** Failures in a row. */
  failures: number;
  /** ISO text; null = at the next turn. */
  next_attempt_at: string | null;
  /** The last failure; null = none since the last delivery. */
  trouble: Trouble | null;
  delivered_at: string | null;
}

type Source = Pick<Hoglet, "events" | "clock">;

/** The status of an outbox, read from the disk: any process may read it. */
export async function readStatus(
  hoglet: Source,
  outbox: Outbox,
  { name, project }: { name: string; project?: number | undefined },
): Promise<OutboxStatus> {
  const [progress, { given, withheld }, asides] = [
    await outbox.progress(),
    await outbox.consent(),
    await outbox.asides(),
  ];
  const place = project === undefined ? {} : { project };
  const rest = await hoglet.events.measure({ ...place, seq: progress.seq });
  const pending = { events: rest.events, bytes: rest.bytes, oldest_created_at: rest.first_created_at };
  for (const [after, upTo] of withheld) {
    const seq = Math.max(after, progress.seq);
    const held = await hoglet.events.measure({ ...place, seq, ...(upTo !== null && { until_seq: upTo }) });
    pending.events -= held.events;
    pending.bytes -= held.bytes;
  }
  if (pending.events === 0) pending.oldest_created_at = null;
  const wait = isWaiting(progress.wait, hoglet.clock.now()) ? progress.wait : null;
  return {
    name,
    host: progress.host,
    state: toState(given, pending.events, wait !== null, progress.is_denied),
    consent: given,
    pending,
    delivered: progress.delivered,
    filtered: progress.filtered,
    withheld: progress.withheld,
    dropped: { events: progress.dropped_events, bytes: progress.dropped_bytes, reports: progress.drops },
    set_aside: asides,
    failures: progress.wait?.failures ?? 0,
    next_attempt_at: wait === null ? null : new Date(wait.until_ms).toISOString(),
    trouble: progress.trouble,
    delivered_at: progress.delivered_at,
  };
}

function toState(consent: boolean, pending: number, isWaits: boolean, isDenied: boolean): OutboxStatus["state"] {
  if (!consent) return "off";
  if (isWaits) return isDenied ? "denied" : "waiting";
  return pending > 0 ? "pending" : "idle";
}

export function statusOf(
  hoglet: Source & Pick<Hoglet, "notes">,
  { name, project }: { name: string; project?: number | undefined },
): Promise<OutboxStatus> {
  const outbox = openOutbox(hoglet, { host: "", name, project }, { given: true, withheld: [] });
  return readStatus(hoglet, outbox, { name, project });
}
