import * as v from "valibot";
import { performance } from "../base/platform.ts";
import { conflict, unavailable } from "../base/errors.ts";
import { ask } from "./ask.ts";
import type { Successor } from "./fence.ts";

/** The first's answer to a follower that takes over. */
export const SteppedDown = v.pipe(
  v.object({
    /** The last place of its log: nothing is written behind it. */
    last_seq: v.pipe(v.number(), v.integer()),
  }),
  v.examples([{ last_seq: 48_210 }]),
);

/** The result of taking over. */
export const TakenOver = v.pipe(
  v.object({
    /** The count of firsts so far. */
    epoch: v.pipe(v.number(), v.integer()),
    /** Is everything here that the last first had acknowledged? */
    is_complete: v.boolean(),
    /**
     * Whole seconds before the take-over from which acknowledged events may be missing, when it is not complete; null = unknown.
     */
    lag_seconds: v.nullable(v.pipe(v.number(), v.integer())),
  }),
  v.examples([{ epoch: 2, is_complete: true, lag_seconds: 0 }]),
);
export type TakenOver = v.InferOutput<typeof TakenOver>;

/** Ms for all steps; then the follower follows on, and the first goes on (`fence.ts`). */
const TAKE_OVER_MS = 20_000;

/** Ms for the first's answer; forced, it may be dead. */
const ANSWER_MS = { asked: 10_000, forced: 3000 };

interface First {
  url: string;
  key: string;
}

/**
 * Has the first step down, and waits for its last commits.
 * @param answerMs for its answer; 0 = it is not asked
 * @param arrived resolves when all that the first had stored at the call is here, and gives the last place of the log
 * @returns false = the first does not answer. @throws HogletError 409 when it refuses; 503 when its commits do not arrive in time
 */
export async function succeed(
  { url, key }: First,
  { force, answerMs, ...successor }: Successor & { force: boolean; answerMs: number | undefined },
  arrived: (signal: AbortSignal) => Promise<number>,
): Promise<boolean> {
  const begunMs = performance.now();
  const waitMs = answerMs ?? (force ? ANSWER_MS.forced : ANSWER_MS.asked);
  const left = waitMs === 0 ? null : await askToStepDown({ url, key }, successor, waitMs);
  if (left === null) return false;
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(TAKE_OVER_MS - (performance.now() - begunMs))));
  while (!signal.aborted) if ((await arrived(signal)) >= left.last_seq) return true;
  const detail = `The last commits of ${url} do not arrive here; it goes on in half a minute. Nothing was changed.`;
  throw unavailable("not_current", detail, undefined);
}

/** Tells a first that has stepped down that it may go on; it asks by itself else, where it knows the address. */
export async function callOff({ url, key }: First, successor: Successor): Promise<void> {
  await askToStepDown({ url, key }, { ...successor, isOff: true }, ANSWER_MS.forced).catch(() => null);
}

async function askToStepDown({ url, key }: First, { isOff = false, ...successor }: Successor, answerMs: number) {
  const json = { ...successor, is_off: isOff };
  const reply = await ask(`${url}/api/replication/step_down`, { key, json, answerMs }).catch(() => null);
  if (reply === null || reply.status >= 500 || reply.body === null) return null;
  const { status, body } = reply;
  if (status !== 200) throw conflict(null, `${url} refuses: ${body.toString("utf8", 0, 1000)}`);
  return v.parse(SteppedDown, JSON.parse(body.toString()));
}
