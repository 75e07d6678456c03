import { performance } from "../../base/platform.ts";
import { whileAlive } from "../../base/while-alive.ts";
import { withSignal } from "../../port/with-signal.ts";
import { createAsker } from "./asker.ts";
import type { AskedAgain, Watching } from "./asker.ts";
import { createBell } from "./bell.ts";
import type { NextOutcome, WatchedQuestion } from "./question.ts";
import { createTimer } from "./timer.ts";

/**
 * The least time in ms from an answer to the next asking. Questions that are asked without any change of theirs cost as much each
 * time: less time lets them take more of the processor.
 */
const REST_MS = 1000;

/** The least time in ms for questions whose engine counts new events alone: these cost less each time. */
const REST_OF_KEPT_MS = 100;

/** The least time, as a multiple of that of the last asking: a watched question takes at most a tenth of a thread. */
const REST_TIMES = 9;

const MINUTE_MS = 60_000;

/** Begins to ask. */
export function watchQuestion(ctx: Watching, projectId: number, asked: AskedAgain): WatchedQuestion {
  const stop = new AbortController();
  const { signal } = stop;
  const asker = createAsker(withSignal(ctx, signal), projectId, asked);
  const bell = createBell();
  const state = { newest: undefined as NextOutcome | undefined, version: 0 };
  let [started, finished] = [0, 0];
  let isHurried = false;
  let seen = "";
  /** The state of the database, and the minute of the clock: ranges of time move with it. */
  const look = () => `${ctx.db.stamp()} ${Math.floor(ctx.clock.now() / MINUTE_MS)}`;
  const until = async (isSo: () => boolean) => {
    while (!isSo() && !signal.aborted) await bell.next();
  };
  const rest = async (ms: number) => {
    const timer = createTimer(ms, bell.ring);
    await until(() => timer.isOver() || isHurried);
    timer.end();
  };
  const askAgain = async () => {
    isHurried = false;
    started += 1;
    seen = look();
    const startMs = performance.now();
    const outcome = await asker.ask();
    finished = started;
    if (outcome.sameAs !== state.newest?.sameAs) {
      state.newest = outcome;
      state.version += 1;
    }
    return performance.now() - startMs;
  };
  const run = async () => {
    let tookMs = await askAgain();
    while (!signal.aborted) {
      bell.ring();
      await rest(Math.max(asker.isKept() ? REST_OF_KEPT_MS : REST_MS, REST_TIMES * tookMs));
      await until(() => isHurried || look() !== seen);
      const place = asker.isKept() ? null : ctx.watches.line.join(bell.ring);
      await until(() => isHurried || place === null || place.isFirst());
      if (!signal.aborted) tookMs = await askAgain();
      place?.leave(tookMs);
    }
  };
  const leave = ctx.live.onCommit(bell.ring);
  const close = () => {
    stop.abort();
    leave();
    bell.ring();
  };
  // The database was closed under it.
  void run().catch(close);
  return {
    state,
    isOver: () => signal.aborted,
    async settle() {
      const isCurrent = look() === seen;
      const wanted = isCurrent ? started : started + 1;
      isHurried ||= !isCurrent;
      bell.ring();
      await whileAlive(() => until(() => finished >= wanted));
    },
    change: bell.next,
    wake: bell.ring,
    close,
  };
}
