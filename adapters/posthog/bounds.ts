import type { Hoglet } from "../../lib/index.ts";
import type { Settings } from "./options.ts";
import type { Drop } from "./outbox.ts";

type Source = Pick<Hoglet, "events">;
type Measure = Awaited<ReturnType<Hoglet["events"]["measure"]>>;

/** Events that are too many or too old. */
export interface OverLimit {
  /** The last one's place in the log. */
  seq: number;
  drop: Omit<Drop, "dropped_at">;
}

/**
 * The oldest waiting events beyond `maxBytes`; null = all fit. Events are measured, not read.
 * @param from all events up to here are settled
 */
export async function tooMany(hoglet: Source, settings: Settings, from: number): Promise<OverLimit | null> {
  const place = placeOf(settings);
  const until = settings.untilSeq;
  const { bytes } = await hoglet.events.measure({ ...place, seq: from, until_seq: until });
  const excess = bytes - settings.maxBytes;
  if (excess <= 0) return null;
  let gone = 0;
  // As few as possible: an event is dropped while those before it are not enough.
  return findRange(hoglet, settings, from, "bytes", (part) => {
    const isWhole = part.events === 1 ? gone < excess : gone + part.bytes <= excess;
    if (isWhole) gone += part.bytes;
    return isWhole;
  });
}

/** Waiting events that arrived before `beforeMs`, up to the first later one; null = none. */
export async function tooOld(
  hoglet: Source,
  settings: Settings,
  from: number,
  beforeMs: number,
): Promise<OverLimit | null> {
  return findRange(hoglet, settings, from, "age", (part) => Date.parse(part.last_created_at ?? "") < beforeMs);
}

function placeOf({ project }: Settings): { project?: number } {
  return project === undefined ? {} : { project };
}

/** Events measured at once; the end of a range is searched in smaller and smaller steps. */
const STEPS = [10_000, 1000, 100, 10, 1];

/** The longest range from `from` on for which `goes` holds. */
async function findRange(
  hoglet: Source,
  settings: Settings,
  from: number,
  reason: Drop["reason"],
  isOver: (part: Measure) => boolean,
): Promise<OverLimit | null> {
  const whole: { seq: number; events: number; bytes: number; first: string[]; last: string[] } = {
    seq: from,
    events: 0,
    bytes: 0,
    first: [],
    last: [],
  };
  for (const limit of STEPS) {
    for (;;) {
      const part = await hoglet.events.measure({
        ...placeOf(settings),
        seq: whole.seq,
        until_seq: settings.untilSeq,
        limit,
      });
      if (part.first_created_at === null || part.last_created_at === null || !isOver(part)) break;
      whole.seq = part.seq;
      whole.events += part.events;
      whole.bytes += part.bytes;
      whole.first.push(part.first_created_at);
      whole.last.push(part.last_created_at);
    }
  }
  const first = earliest(whole.first);
  const last = latest(whole.last);
  if (first === undefined || last === undefined) return null;
  const { seq, events, bytes } = whole;
  return { seq, drop: { reason, events, bytes, first_created_at: first, last_created_at: last } };
}

// Compared as instants and not as texts, because a fraction may be absent.
function earliest(times: readonly string[]): string | undefined {
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(0);
}

function latest(times: readonly string[]): string | undefined {
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}
