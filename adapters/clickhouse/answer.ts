import type { AnyPlan } from "../../lib/engine.ts";
import type { Connection } from "./connection.ts";
import { answerByGathering, answerByThinRows } from "./gather.ts";
import type { Settings } from "./options.ts";
import { answerInSql, Unsupported } from "./sql/index.ts";

/** The resources of a question. */
interface Answering {
  connection: Connection;
  settings: Settings;
  signal?: AbortSignal | undefined;
}

/**
 * Answers a plan: in SQL where it has an exact form; else over rows that are gathered, thin where ClickHouse can make them so, or
 * whole.
 */
export async function answer(plan: AnyPlan, { connection, settings, signal }: Answering): Promise<unknown> {
  const gathering = { connection, limit: settings.gatherEvents, signal };
  if (settings.pushdown) {
    const inSql = await attempt(async () => {
      const answering = answerInSql(plan, { connection, signal });
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
