import type { Hoglet, LoggedEvent } from "../../lib/index.ts";
import type { Settings } from "./options.ts";
import type { Aside, Consent } from "./outbox.ts";
import { toWireEvent, whyUnsendable } from "./wire-event.ts";
import type { WireEvent } from "./wire-event.ts";

/** The next range of the log, ready to send. */
export interface Batch {
  /** The range: after the first place, up to the second. */
  from: number;
  seq: number;
  /** The events to send, in order: each as JSON text, with its stored event. */
  texts: string[];
  sources: LoggedEvent[];
  filtered: number;
  withheld: number;
  /** Events that cannot be sent. */
  asides: Omit<Aside, "set_aside_at">[];
  /** No event comes after it now. */
  isLast: boolean;
}

type Source = Pick<Hoglet, "events" | "groups">;

/**
 * Reads the log after `from`: at most `limit` events, without those that arrived without consent, through the hooks and
 * in wire form. A hook's error sets its event aside, since it would fail for ever.
 */
export async function gather(
  hoglet: Source,
  settings: Settings,
  { from, limit, consent }: { from: number; limit: number; consent: Consent },
): Promise<Batch> {
  const place = settings.project === undefined ? {} : { project: settings.project };
  const held = consent.withheld.find(([after, upTo]) => from >= after && from < (upTo ?? Infinity));
  if (held !== undefined) return passOver(hoglet, from, Math.min(held[1] ?? Infinity, settings.untilSeq), place);

  const page = await hoglet.events.after({ ...place, seq: from, limit, limit_bytes: settings.batchBytes });
  const last = nextHeld(consent, from);
  const end = Math.min(last, settings.untilSeq);
  const batch: Batch = {
    from,
    seq: Math.min(page.seq, end),
    texts: [],
    sources: [],
    filtered: 0,
    withheld: 0,
    asides: [],
    isLast: Math.min(page.newest_seq, settings.untilSeq) <= Math.min(page.seq, end),
  };
  const groupTypes = await hoglet.groups.types(place);
  for (const stored of page.results.filter(({ seq }) => seq <= end)) {
    const made = await make(stored, settings, groupTypes);
    if (made === null) {
      batch.filtered += 1;
    } else if (typeof made === "string") {
      batch.texts.push(made);
      batch.sources.push(stored);
    } else {
      batch.asides.push({ seq: stored.seq, uuid: stored.uuid, event: stored.event, reason: made.reason });
    }
  }
  return batch;
}

/** Start of the next range that must not leave. */
function nextHeld(consent: Consent, from: number): number {
  return Math.min(...consent.withheld.map(([after]) => after).filter((after) => after > from), Infinity);
}

async function passOver(hoglet: Source, from: number, upTo: number, place: { project?: number }): Promise<Batch> {
  const until = Number.isFinite(upTo) ? upTo : Number.MAX_SAFE_INTEGER;
  const { events, seq } = await hoglet.events.measure({ ...place, seq: from, until_seq: until });
  // To the range's end, even without events there: else it would be found again.
  const end = Number.isFinite(upTo) ? upTo : seq;
  return {
    from,
    seq: end,
    texts: [],
    sources: [],
    filtered: 0,
    withheld: events,
    asides: [],
    isLast: !Number.isFinite(upTo),
  };
}

/** JSON; null = a hook keeps the event here; or why it cannot be sent. */
async function make(
  stored: LoggedEvent,
  { filter, transform, missingIp }: Settings,
  groupTypes: Awaited<ReturnType<Hoglet["groups"]["types"]>>,
): Promise<string | null | { reason: string }> {
  try {
    if (filter !== undefined && !(await filter(stored))) return null;
    const wire = toWireEvent(stored, groupTypes, missingIp);
    const sent: WireEvent | null = transform === undefined ? wire : await transform(wire);
    if (sent === null) return null;
    const reason = whyUnsendable(sent);
    return reason === null ? JSON.stringify({ ...sent, uuid: stored.uuid }) : { reason };
  } catch (error) {
    return { reason: `A hook failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
