import type { Engine } from "./engine.ts";

/** The caller of a question. */
export interface Asker {
  /** Aborts when the answer is not wanted any more. */
  signal?: AbortSignal;
}

/**
 * The context of one caller: whatever it asks the engine is stopped, and refused as `cancelled`, when the signal aborts.
 * @param signal undefined = never
 */
export function withSignal<C extends { engine: Engine }>(ctx: C, signal: AbortSignal | undefined): C & Asker {
  if (signal === undefined) return ctx;
  const { engine } = ctx;
  const stopped: Engine = { ask: (plan, options) => engine.ask(plan, { signal, ...options }) };
  if (engine.status !== undefined) stopped.status = engine.status.bind(engine);
  return { ...ctx, signal, engine: stopped };
}
