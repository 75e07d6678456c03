import type { HogletError } from "../../lib/index.ts";
import type { AnyPlan } from "../../lib/engine.ts";
import type { Connection } from "./connection.ts";
import { answerByGathering, answerByThinRows } from "./gather.ts";
import { keepSides } from "./join-sides.ts";
import type { JoinSides } from "./join-sides.ts";
import type { Settings } from "./options.ts";
import { answerInSql, Unsupported } from "./sql/index.ts";
import { engineTrouble } from "./trouble.ts";

interface Answering {
  connection: Connection;
  settings: Settings;
  /** The last place in the copy's order of arrival. */
  newestSeq: number;
  /** Absent = ClickHouse chooses the sides of joins. */
  sides?: JoinSides;
  signal?: AbortSignal | undefined;
}

/**
 * Answers a plan: in SQL where it has an exact form, else over gathered rows, thin where ClickHouse can make them so,
 * or whole. All statements and slices together have the time of the option `timeoutMs`.
 * @throws HogletError 503 `engine_slow` when it takes longer
 */
export async function answer(plan: AnyPlan, { signal, ...answering }: Answering): Promise<unknown> {
  const limit = AbortSignal.timeout(answering.settings.timeoutMs);
  try {
    return await answerSoon(plan, {
      ...answering,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch (error) {
    if (limit.aborted && signal?.aborted !== true) throw slow(answering.settings);
    throw error;
  }
}

function slow({ timeoutMs }: Settings): HogletError {
  const detail = `The question took longer than ${timeoutMs} ms (the option timeoutMs). Ask for a shorter time, or raise the limit.`;
  return engineTrouble("engine_slow", detail);
}

async function answerSoon(
  plan: AnyPlan,
  { settings, newestSeq, signal, sides, connection: own }: Answering,
): Promise<unknown> {
  const connection = sides === undefined ? own : keepSides(own, plan, sides);
  const gathering = { connection, limit: settings.gatherEvents, signal };
  if (settings.pushdown) {
    const inSql = await attempt(async () => {
      const answering = answerInSql(plan, { connection, newestSeq, signal });
      return answering === null ? undefined : { answer: await answering };
    });
    const found = inSql ?? (await attempt(() => answerByThinRows(plan, gathering)));
    if (found !== undefined) return found.answer;
  }
  return answerByGathering(plan, gathering);
}

/** Undefined = there is no such form. */
async function attempt<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}
