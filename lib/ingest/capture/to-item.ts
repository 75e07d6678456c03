import { deriveAi, redact } from "../ai/index.ts";
import type { Context } from "../context.ts";
import type { RawEvent } from "./body.ts";
import { clean } from "./clean.ts";
import type { Arrival, Finding } from "./clean.ts";
import type { StorableEvent } from "./store.ts";

/** Settles names, time and person data. */
export function toItem(
  { options }: Pick<Context, "options">,
  projectId: number,
  raw: RawEvent,
  arrival: Arrival,
): StorableEvent {
  const findings: Finding[] = [];
  if (raw.event.startsWith("$ai_")) {
    deriveAi(raw, options.aiPrices, (type, details) => findings.push({ type, details, drops: false }));
  }
  if (options.redact !== undefined) redact(raw.properties, options.redact);
  const event = clean(raw, arrival, findings);
  return { projectId, event, distinctId: raw.distinctId, receivedAtMs: arrival.nowMs, findings };
}
