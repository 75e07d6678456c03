import { loopDelayLine } from "../../loop-delay.ts";
import { loadBuilt } from "../built.ts";
import type { BenchTarget } from "../engine.ts";
import type { BenchQuestion } from "../question.ts";
import { NOW } from "../world.ts";

const { createHoglet } = await loadBuilt();

type Ask = (query: Record<string, unknown>) => Promise<{ result?: unknown; results?: unknown }>;

/**
 * The product by its public handle. Every question has `refresh: true`: the cache of answers would else give it back in
 * no time at all.
 */
export async function openProduct(file: string): Promise<BenchTarget> {
  const hoglet = await createHoglet({ file, now: NOW, deletionCron: "" });
  const find = (method: string) => findMethod(hoglet, method);
  return {
    version: "this commit",
    forms: ({ method }) => (find(method) === undefined ? 0 : 1),
    async ask({ method, query, toRows }) {
      const start = performance.now();
      const answer = await find(method)?.({ ...query, refresh: true });
      const ms = performance.now() - start;
      return { rows: toRows(answer?.result ?? answer?.results), ms };
    },
    close: () => hoglet.close(),
  };
}

/**
 * The event loop while questions are asked in turn and events arrive, as a line to print. Writes into the file: hand over a
 * copy.
 */
export async function underLoad(file: string, questions: readonly BenchQuestion[]): Promise<string> {
  const hoglet = await createHoglet({ file, now: NOW, deletionCron: "" });
  const asks = questions.flatMap(({ method, query }) => {
    const ask = findMethod(hoglet, method);
    return ask === undefined ? [] : [() => ask({ ...query, refresh: true })];
  });
  const line = await loopDelayLine("questions in turn, 200 events/s captured meanwhile", hoglet, { questions: asks });
  await hoglet.close();
  return line;
}

/** A method by its path, such as `insights.trend`; undefined = the handle has no such method. */
function findMethod(hoglet: object, path: string): Ask | undefined {
  let found: unknown = hoglet;
  for (const name of path.split(".")) found = (found as Record<string, unknown> | undefined)?.[name];
  return found as Ask | undefined;
}
