import type { AskOptions, Engine } from "./engine.ts";
import type { Plan } from "./plan.ts";

export interface Asker {
  /** Aborts when the answer is not wanted any more. */
  signal?: AbortSignal;
}

/**
 * Stops whatever this caller asks the engine, refused as `cancelled`, when the signal aborts.
 * @param signal undefined = never
 */
export function withSignal<C extends { engine: Engine }>(ctx: C, signal: AbortSignal | undefined): C & Asker {
  if (signal === undefined) return ctx;
  const { engine } = ctx;
  return { ...ctx, signal, engine: withOptions(engine, () => ({ signal })) };
}

/** An engine with these options for each plan. */
export function withOptions(engine: Engine, optionsOf: (plan: Plan) => AskOptions): Engine {
  const own: Engine = { ask: (plan, options) => engine.ask(plan, { ...optionsOf(plan), ...options }) };
  if (engine.status !== undefined) own.status = engine.status.bind(engine);
  if (engine.keeps !== undefined) own.keeps = engine.keeps.bind(engine);
  return own;
}
