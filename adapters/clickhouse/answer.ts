import type { AnyPlan } from "../../lib/engine.ts";
import type { Connection } from "./connection.ts";
import { answerByGathering } from "./gather.ts";
import type { Settings } from "./options.ts";
import { answerInSql, Unsupported } from "./sql/index.ts";

/** The resources of a question. */
interface Answering {
  connection: Connection;
  settings: Settings;
  signal?: AbortSignal | undefined;
}

/** Answers a plan: in SQL where there is an exact form, else over the rows that it looks at. */
export async function answer(plan: AnyPlan, { connection, settings, signal }: Answering): Promise<unknown> {
  const inSql = settings.pushdown ? await trySql(plan, { connection, signal }) : undefined;
  if (inSql !== undefined) return inSql.answer;
  return answerByGathering(plan, { connection, limit: settings.gatherEvents, signal });
}

async function trySql(plan: AnyPlan, asking: Omit<Answering, "settings">): Promise<{ answer: unknown } | undefined> {
  try {
    const answering = answerInSql(plan, asking);
    return answering === null ? undefined : { answer: await answering };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}
