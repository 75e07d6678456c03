import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from "../../base/platform.ts";

/** Ms between reads of unpublished events: of other processes, and imports. */
const POLL_MS = 500;

/** Subscribers woken at once. More wait a millisecond for each: waking then takes a few percent of a core. */
const WOKEN_AT_ONCE = 16;

/** The subscribers that wait for commits. */
export interface Waiters<Moment> {
  /** Waits for the next waking. */
  add(waiter: () => void): void;
  /** Wakes some at once. */
  wake(chosen: Iterable<() => void>): void;
  /** Wakes all after a commit, soon. */
  publish(): void;
  /** The state of the log, equal for all woken together, so that each event is read once, and written in few pieces. */
  look(): Moment;
  /** Wakes all, for the last time. */
  close(): void;
}

/** @param lookNow reads the state of the log */
export function createWaiters<Moment>(lookNow: () => Moment): Waiters<Moment> {
  const waiters = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let waking: { moment?: Moment } | undefined;

  const wake = (chosen: Iterable<() => void>) => {
    for (const resolve of chosen) {
      waiters.delete(resolve);
      resolve();
    }
    if (waiters.size === 0) timer = void clearInterval(timer);
  };
  const wakeSoon = () => (soon ??= setTimeout(wakeInTurns, Math.min(waiters.size, POLL_MS)).unref());
  // Each subscriber reads for itself: a database error reaches its loop, and not a timer, where it would end the
  // process.
  const wakeInTurns = () => {
    clearTimeout(soon);
    soon = undefined;
    if (waiters.size === 0) return;
    // The subscribers that are being woken share a moment; a new waking would give the rest another.
    if (waking !== undefined) return void wakeSoon();
    const chosen = [...waiters];
    const now = (waking = {});
    const wakeSome = () => {
      wake(chosen.splice(0, WOKEN_AT_ONCE));
      setImmediate(() => {
        if (chosen.length > 0) wakeSome();
        else if (waking === now) waking = undefined;
      });
    };
    wakeSome();
  };
  return {
    add(waiter) {
      waiters.add(waiter);
      // Listening does not keep the process alive.
      timer ??= setInterval(wakeInTurns, POLL_MS).unref();
    },
    wake,
    publish() {
      if (waking === undefined && waiters.size <= WOKEN_AT_ONCE) wakeInTurns();
      else wakeSoon();
    },
    look: () => (waking === undefined ? lookNow() : (waking.moment ??= lookNow())),
    close() {
      clearTimeout(soon);
      wake([...waiters]);
    },
  };
}
