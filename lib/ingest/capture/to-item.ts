import type { RawEvent } from "./body.ts";
import { clean } from "./clean.ts";
import type { Arrival, Finding } from "./clean.ts";
import type { StorableEvent } from "./store.ts";

/** An event of a request, ready to be stored: names, time and person data settled. */
export function toItem(projectId: number, raw: RawEvent, arrival: Arrival): StorableEvent {
  const findings: Finding[] = [];
  const event = clean(raw, arrival, findings);
  return { projectId, event, distinctId: raw.distinctId, receivedAtMs: arrival.nowMs, findings };
}
