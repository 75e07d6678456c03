import type { Hoglet } from "../../lib/index.ts";
import { isWaiting, toWait } from "./back-off.ts";
import { tooMany, tooOld } from "./bounds.ts";
import type { OverLimit } from "./bounds.ts";
import { gather } from "./gather.ts";
import type { Batch } from "./gather.ts";
import type { Settings } from "./options.ts";
import type { Aside, Consent, Drop, Outbox, Progress, Trouble } from "./outbox.ts";
import { askTime, send } from "./send.ts";
import type { SendResult } from "./send.ts";

export interface SenderEvents {
  delivered: [{ events: number; seq: number }];
  failed: [Trouble & { retry_at: string | null }];
  dropped: [Drop];
  set_aside: [Aside];
}

export type Tell = <Name extends keyof SenderEvents>(name: Name, about: SenderEvents[Name][0]) => void;

export interface SenderParts {
  hoglet: Pick<Hoglet, "events" | "groups" | "clock">;
  settings: Settings;
  outbox: Outbox;
  /** The consent of this outbox; a push also respects that of the others. */
  consent(): Promise<Consent>;
  tell: Tell;
}

/** Nothing is left; it waits after a failure; consent is off; it was cancelled. */
export type TurnEnd = "idle" | "waiting" | "off" | "aborted";

export interface Sender {
  /** @param isPatient false = tries at once, also during a wait */
  turn(signal: AbortSignal, isPatient: boolean): Promise<TurnEnd>;
}

/** Then a single event is set aside: a proxy may refuse for a while, but the event does not change. */
const REFUSALS = 3;

/** Skipped events of other projects from which the new place is stored. */
const WORTH_KEEPING = 10_000;

/**
 * One batch is sent at a time, and the next only after it is settled and stored: the upstream receives the order of the
 * log, and a kill repeats at most one batch, which its uuids make harmless.
 */
export function createSender(parts: SenderParts): Sender {
  const { settings, outbox, hoglet } = parts;
  let limit = settings.batchEvents;

  const settle = async (batch: Batch, answer: SendResult): Promise<TurnEnd | "next"> => {
    if (answer.kind === "aborted") return "aborted";
    if (answer.kind === "accepted") {
      limit = Math.min(settings.batchEvents, limit * 2);
      await accept(parts, batch);
      return "next";
    }
    const isAboutEvents = answer.kind === "too_large" || answer.kind === "refused";
    if (isAboutEvents && batch.texts.length > 1) {
      // An event is too large or invalid: half as many, until it is alone.
      limit = Math.floor(batch.texts.length / 2);
      return "next";
    }
    return fail(parts, batch, answer);
  };

  return {
    async turn(signal, isPatient) {
      let mayTry = !isPatient;
      for (let isFirst = true; !signal.aborted; isFirst = false) {
        const consent = await parts.consent();
        if (!consent.given) return "off";
        const progress = await outbox.progress();
        if (!mayTry && isWaiting(progress.wait, hoglet.clock.now())) return "waiting";
        mayTry = false;
        if (isFirst) {
          const bound = await keepBounds(parts, progress.seq, signal);
          if (bound === "unknown") return failed(parts, progress, noAnswer());
          if (bound === "dropped") {
            mayTry = true;
            continue;
          }
        }
        const batch = await gather(hoglet, settings, { from: progress.seq, limit, consent });
        const end = await deliver(batch, signal);
        if (end !== "next") return end;
        const isSettled = batch.texts.length === 0 || (await outbox.progress()).seq >= batch.seq;
        if (batch.isLast && isSettled) return "idle";
      }
      return "aborted";
    },
  };

  async function deliver(batch: Batch, signal: AbortSignal): Promise<TurnEnd | "next"> {
    if (batch.texts.length === 0) {
      await pass(parts, batch);
      return "next";
    }
    // Another process may have switched it off since it was read.
    if (!(await parts.consent()).given) return "off";
    return settle(batch, await send(settings, batch.texts, signal, hoglet.clock.now()));
  }
}

/**
 * Drops events beyond the bound of size, then of age. The earlier of both clocks decides the age: a clock set years
 * ahead by mistake must not drop waiting events. `unknown` = some events look too old, and the upstream cannot be
 * reached.
 */
async function keepBounds(
  parts: SenderParts,
  from: number,
  signal: AbortSignal,
): Promise<"fine" | "dropped" | "unknown"> {
  const { hoglet, settings, outbox } = parts;
  const many = await tooMany(hoglet, settings, from);
  if (many !== null) await drop(parts, from, many);
  const { seq } = await outbox.progress();
  const isOld = (await tooOld(hoglet, settings, seq, hoglet.clock.now() - settings.maxAgeMs)) !== null;
  if (!isOld) return many === null ? "fine" : "dropped";
  // Each time, since the clock may have been moved.
  const upstreamMs = await askTime(settings, signal);
  if (upstreamMs === "no answer") return "unknown";
  const nowMs = Math.min(hoglet.clock.now(), upstreamMs ?? Infinity);
  const old = await tooOld(hoglet, settings, seq, nowMs - settings.maxAgeMs);
  if (old !== null) await drop(parts, seq, old);
  return many === null && old === null ? "fine" : "dropped";
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

async function drop(
  { hoglet, outbox, tell }: SenderParts,
  from: number,
  { seq, drop: found }: OverLimit,
): Promise<void> {
  const dropped: Drop = { ...found, dropped_at: toIso(hoglet.clock.now()) };
  const isOurs = await outbox.advance(from, (progress) => ({
    ...progress,
    seq,
    dropped_events: progress.dropped_events + dropped.events,
    dropped_bytes: progress.dropped_bytes + dropped.bytes,
    drops: [...progress.drops, dropped],
  }));
  if (isOurs) tell("dropped", dropped);
}

/** Settles a range of which no event leaves. */
async function pass(parts: SenderParts, batch: Batch): Promise<void> {
  const isWorth = batch.filtered + batch.withheld + batch.asides.length > 0 || batch.seq - batch.from > WORTH_KEEPING;
  const isMore = !batch.isLast && batch.seq > batch.from;
  if (!isWorth && !isMore) return;
  await setAsideAll(parts, batch);
  await parts.outbox.advance(batch.from, (progress) => past(progress, batch));
}

async function accept(parts: SenderParts, batch: Batch): Promise<void> {
  const { hoglet, outbox, tell } = parts;
  await setAsideAll(parts, batch);
  const isOurs = await outbox.advance(batch.from, (progress) => ({
    ...past(progress, batch),
    delivered: progress.delivered + batch.texts.length,
    wait: null,
    is_denied: false,
    trouble: null,
    delivered_at: toIso(hoglet.clock.now()),
  }));
  if (isOurs) tell("delivered", { events: batch.texts.length, seq: batch.seq });
}

function past(progress: Progress, batch: Batch): Progress {
  return {
    ...progress,
    seq: batch.seq,
    filtered: progress.filtered + batch.filtered,
    withheld: progress.withheld + batch.withheld,
    refusals: null,
  };
}

// Before the place moves: a kill in between writes the same note again.
async function setAsideAll({ hoglet, outbox, tell }: SenderParts, { asides }: Batch): Promise<void> {
  for (const found of asides) {
    const aside: Aside = { ...found, set_aside_at: toIso(hoglet.clock.now()) };
    await outbox.setAside(aside);
    tell("set_aside", aside);
  }
}

type Failure = Exclude<SendResult, { kind: "accepted" | "aborted" }>;

function noAnswer(): Failure {
  return { kind: "failed", status: null, message: "The upstream could not be asked for the time.", retryAfterMs: null };
}

async function fail(parts: SenderParts, batch: Batch, answer: Failure): Promise<TurnEnd | "next"> {
  const { outbox } = parts;
  const [source] = batch.sources;
  const progress = await outbox.progress();
  if (progress.seq !== batch.from) return "next";
  if (source === undefined || answer.kind === "failed" || answer.kind === "denied") {
    return failed(parts, progress, answer, source?.uuid);
  }
  const count = progress.refusals?.seq === source.seq ? progress.refusals.count + 1 : 1;
  if (count >= REFUSALS) {
    const reason = `${answer.status}: ${answer.message}`;
    const aside = { seq: source.seq, uuid: source.uuid, event: source.event, reason };
    await setAsideAll(parts, { ...batch, asides: [...batch.asides, aside] });
    await outbox.advance(batch.from, (stored) => ({ ...past(stored, batch), wait: null, trouble: null }));
    return "next";
  }
  return failed(parts, { ...progress, refusals: { seq: source.seq, count } }, answer, source.uuid);
}

async function failed(parts: SenderParts, progress: Progress, answer: Failure, seed = ""): Promise<TurnEnd> {
  const { hoglet, settings, outbox, tell } = parts;
  const nowMs = hoglet.clock.now();
  const retryAfterMs = "retryAfterMs" in answer ? answer.retryAfterMs : null;
  const wait = toWait(settings, (progress.wait?.failures ?? 0) + 1, nowMs, { seed, retryAfterMs });
  const trouble: Trouble = { at: toIso(nowMs), status: answer.status, message: answer.message };
  await outbox.advance(progress.seq, (stored) => ({
    ...stored,
    wait,
    refusals: progress.refusals,
    is_denied: answer.kind === "denied",
    trouble,
  }));
  tell("failed", { ...trouble, retry_at: toIso(wait.until_ms) });
  return "waiting";
}
