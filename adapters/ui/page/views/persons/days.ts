import type { EventRecord } from "../../../../../lib/index.ts";
import { toClock } from "../../parts/clock.ts";

/** Events of one visit, the newest first. */
export interface Visit {
  /** The session's id; null = the events have none, and belong together by time. */
  session: string | null;
  /** ISO text of the first and the last event. */
  from: string;
  to: string;
  events: EventRecord[];
}

/** A day on the project's clock, and its visits, the newest first. */
export interface Day {
  /** E.g. 2024-03-01. */
  day: string;
  visits: Visit[];
}

/** Pause in ms after which events without a session are of another visit, as SDKs begin a new session. */
const PAUSE_MS = 30 * 60_000;

/** Events, the newest first, by day and visit. A session over midnight is in both days. */
export function toDays(events: readonly EventRecord[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const day = toClock(event.timestamp, timeZone).slice(0, 10);
    let last = days.at(-1);
    if (last?.day !== day) days.push((last = { day, visits: [] }));
    const visit = last.visits.at(-1);
    if (visit !== undefined && continues(visit, event)) {
      visit.events.push(event);
      visit.from = event.timestamp;
    } else {
      const { timestamp } = event;
      last.visits.push({ session: sessionOf(event), from: timestamp, to: timestamp, events: [event] });
    }
  }
  return days;
}

/** Does an earlier event belong to the visit? */
function continues({ session, from }: Visit, event: EventRecord): boolean {
  if (sessionOf(event) !== session) return false;
  return session !== null || Date.parse(from) - Date.parse(event.timestamp) <= PAUSE_MS;
}

function sessionOf({ properties }: EventRecord): string | null {
  const id = properties["$session_id"];
  return typeof id === "string" && id !== "" ? id : null;
}
