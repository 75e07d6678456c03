import { median } from "../measure.ts";
import type { EngineName } from "./engines/index.ts";
import { openSession } from "./open-session.ts";
import type { Session } from "./open-session.ts";
import { requireEqual } from "./question.ts";
import type { Row } from "./question.ts";
import { runJob } from "./run-job.ts";
import type { SessionReport } from "./session-process.ts";

/** Milliseconds of the askings of a question in a new process. */
export interface Times {
  /** The first, opening the file included. */
  cold: number;
  second: number;
  /** The middle of all askings but the first. */
  median: number;
  worst: number;
}

/** The times of an engine's process, and what the process was like at its end. */
export interface Measured extends SessionReport {
  times: Times;
}

/** Where an engine's file is. */
export interface Place {
  name: EngineName;
  path: string;
}

/** Milliseconds of an engine's askings after which it is asked no more: plain SQL takes seconds for some questions. */
const BUDGET_MS = 30_000;

/** Askings that every engine gets: the cold one, and two to see a second and a middle. */
const LEAST_ASKINGS = 3;

/**
 * Asks a question of all engines, each in a new process: once cold, one engine after the other, then `rounds` times in
 * turn, so that a busy minute of the machine is charged to all of them.
 * @returns by engine; without engines that cannot be asked the question
 * @throws Error when two answers differ
 */
export async function askInterleaved(
  id: string,
  places: readonly Place[],
  rounds: number,
): Promise<Map<EngineName, Measured>> {
  const sessions: { session: Session; msList: number[] }[] = [];
  for (const { name, path } of places) {
    const { form } = await runJob({ engine: name, path, kind: "form", id });
    if (form !== null) sessions.push({ session: await openSession({ engine: name, path, id, form }), msList: [] });
  }
  let expected: Row[] | undefined;
  for (let round = 0; round <= rounds; round++) {
    for (const { session, msList } of sessions) {
      if (msList.length >= LEAST_ASKINGS && msList.reduce((sum, ms) => sum + ms, 0) > BUDGET_MS) continue;
      const { rows, ms } = await session.ask();
      if (rows.length === 0) throw new Error(`${id} has an empty answer, which agrees with any.`);
      requireEqual(`${id} by ${session.engine} (asking ${round + 1})`, rows, (expected ??= rows));
      msList.push(ms);
    }
  }
  const measured = new Map<EngineName, Measured>();
  for (const { session, msList } of sessions) {
    measured.set(session.engine, { ...(await session.end()), times: toTimes(msList) });
  }
  return measured;
}

function toTimes([cold = Number.NaN, ...warm]: number[]): Times {
  return { cold, second: warm[0] ?? Number.NaN, median: median(warm), worst: Math.max(...warm) };
}
