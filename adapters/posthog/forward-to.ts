import { EventEmitter } from "node:events";
import { requireHoglet } from "../../lib/base/call-faults.ts";
import { oneByOne } from "../../lib/base/one-by-one.ts";
import { clearInterval, queueMicrotask, setInterval } from "../../lib/base/platform.ts";
import { HogletError } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { gather } from "./gather.ts";
import { parseOptions } from "./options.ts";
import type { ForwardOptions, Settings } from "./options.ts";
import { openOutbox } from "./outbox.ts";
import type { Outbox } from "./outbox.ts";
import { send } from "./send.ts";
import { createSender } from "./sender.ts";
import type { SenderEvents, TurnEnd } from "./sender.ts";
import { readStatus } from "./status.ts";
import type { OutboxStatus } from "./status.ts";

/** The events of a forwarder for its listeners. */
export interface ForwarderEvents extends SenderEvents {
  /** This process changed the consent switch. */
  consent: [boolean];
}

/** Forwards stored events to an upstream; created by `forwardTo`. */
export interface Forwarder {
  /** Its status, from the disk. */
  status(): Promise<OutboxStatus>;
  /** Sends waiting events, even during a wait, until none is left or a request fails; returns the status then. */
  flush(): Promise<OutboxStatus>;
  /**
   * Sends events that are due by the handle's clock. On the system's clock a timer does it; with a clock of your own
   * (option `now` of the hoglet) call it after moving the time.
   */
  runDue(): Promise<void>;
  /**
   * Changes the consent switch, on disk. Off: once it resolves no event leaves any more, and a running request was
   * aborted (the upstream may keep the part that it had read).
   */
  consent(given: boolean): Promise<void>;
  /** Sends the events that were set aside again, one by one; returns the number that the upstream accepted. */
  retrySetAside(): Promise<number>;
  on<Name extends keyof ForwarderEvents>(name: Name, listener: (...args: ForwarderEvents[Name]) => void): void;
  off<Name extends keyof ForwarderEvents>(name: Name, listener: (...args: ForwarderEvents[Name]) => void): void;
  /** Stops, and aborts a running request; call it before the hoglet's. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

type Source = Pick<Hoglet, "clock" | "events" | "groups" | "notes">;

/**
 * Delivers every stored event to an upstream PostHog (or hoglet), in order: those of the past that no outbox of this
 * name has delivered, then each new one. Progress is kept in the database, so that a kill, a restart or months offline
 * lose nothing; the upstream tells by the uuid what it has already.
 * @example
 * const outbox = await forwardTo(hoglet, { host: "https://eu.i.posthog.com", projectToken: "phc_…" });
 * outbox.on("failed", ({ message, retry_at }) => console.warn(message, retry_at));
 * @throws HogletError `misconfigured` naming the invalid option
 */
export async function forwardTo(hoglet: Source, options: ForwardOptions): Promise<Forwarder> {
  requireHoglet("forwardTo", hoglet, "notes");
  const settings = parseOptions(options);
  const { name, host, project } = settings;
  const emitter = new EventEmitter<ForwarderEvents>();
  const first = { given: settings.consent, withheld: toWithheld(settings.consent, settings.whileOff) };
  const outbox = openOutbox(hoglet, { host, name, project }, first);
  // On disk from the beginning, so that other processes and commands know of it.
  await outbox.changeConsent((consent) => consent);
  const sender = createSender({
    hoglet,
    settings,
    outbox,
    consent: outbox.consent,
    // In a turn of its own: a listener's error must not end the delivery.
    tell: (event, about) => queueMicrotask(() => emitter.emit(event, ...([about] as never))),
  });

  let stopping = new AbortController();
  let isClosed = false;
  const inTurn = oneByOne();
  const queue = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => inTurn(() => work(stopping.signal));
  const turn = (isPatient: boolean): Promise<TurnEnd> =>
    queue(async (signal) => (isClosed ? "aborted" : sender.turn(signal, isPatient)));
  const stop = async () => {
    stopping.abort();
    await inTurn(() => {});
    stopping = new AbortController();
  };

  const timer = hoglet.clock.isSystem ? setInterval(look, settings.intervalMs).unref() : undefined;
  let isLooking = false;
  function look(): void {
    if (isLooking) return;
    isLooking = true;
    turn(true)
      .catch((error: unknown) => {
        // Closed before this: nothing can follow. Else the database is busy, and the next turn finds it free.
        if (error instanceof HogletError && error.code === "misconfigured") return clearInterval(timer);
        const at = new Date(hoglet.clock.now()).toISOString();
        emitter.emit("failed", { at, status: null, message: String(error), retry_at: null });
      })
      .finally(() => (isLooking = false));
  }
  const status = () => readStatus(hoglet, outbox, { name, project });
  const close = async () => {
    isClosed = true;
    clearInterval(timer);
    await stop();
  };

  return {
    status,
    async flush() {
      await turn(false);
      return status();
    },
    async runDue() {
      await turn(true);
    },
    async consent(given) {
      // Waits for running captures: events captured before the change belong before it.
      const { newest_seq: newest } = await hoglet.events.after({ ...placeOf(project), seq: Number.MAX_SAFE_INTEGER });
      await outbox.changeConsent((stored) => {
        const open = stored.withheld.filter(([, upTo]) => upTo === null);
        const shut = stored.withheld.filter(([, upTo]) => upTo !== null);
        if (given) return { given, withheld: [...shut, ...open.map(([after]): [number, number] => [after, newest])] };
        const isNew = settings.whileOff === "skip" && open.length === 0 && stored.given;
        return { given, withheld: isNew ? [...stored.withheld, [newest, null]] : stored.withheld };
      });
      if (!given) await stop();
      emitter.emit("consent", given);
    },
    retrySetAside: () => queue((signal) => retryAsides({ hoglet, settings, outbox }, signal)),
    on: (event, listener) => void emitter.on(event, listener as never),
    off: (event, listener) => void emitter.off(event, listener as never),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Sends the events that were set aside again. @returns the number that the upstream accepted */
async function retryAsides(
  { hoglet, settings, outbox }: { hoglet: Source; settings: Settings; outbox: Outbox },
  signal: AbortSignal,
): Promise<number> {
  let taken = 0;
  for (const aside of await outbox.asides()) {
    const consent = await outbox.consent();
    if (!consent.given || signal.aborted) break;
    const batch = await gather(hoglet, settings, { from: aside.seq - 1, limit: 1, consent });
    const isSame = batch.sources[0]?.uuid === aside.uuid;
    const answer = isSame ? await send(settings, batch.texts, signal, hoglet.clock.now()) : { kind: "gone" as const };
    if (answer.kind === "accepted") taken += 1;
    // Deleted meanwhile, or a hook now keeps it here: nothing is left to send.
    if (answer.kind === "failed" || answer.kind === "denied" || answer.kind === "aborted") break;
    const isOver = answer.kind === "accepted" || (answer.kind === "gone" && batch.asides.length === 0);
    if (isOver) await outbox.removeAside(aside.seq);
  }
  const counted = taken;
  const { seq } = await outbox.progress();
  await outbox.advance(seq, (progress) => ({ ...progress, delivered: progress.delivered + counted }));
  return taken;
}

/** Without consent at the start, earlier events are withheld too. */
function toWithheld(isGiven: boolean, whileOff: "skip" | "keep"): [number, null][] {
  return isGiven || whileOff === "keep" ? [] : [[0, null]];
}

function placeOf(project: number | undefined): { project?: number } {
  return project === undefined ? {} : { project };
}
