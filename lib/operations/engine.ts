import type { EngineStatus } from "../port/engine.ts";
import type { Context } from "../handle/context.ts";
import type { Scope } from "./scope.ts";

export interface EngineHandle {
  /**
   * How far the engine that answers questions is behind the events: that of another machine has a copy of its own.
   * @example
   * const { state, behind, trouble } = await hoglet.engine.status();
   */
  status(): Promise<EngineStatus>;
}

export function engineHandle({ open }: Scope): EngineHandle {
  return { status: () => engineStatus(open()) };
}

/** The state of a handle's engine. Columns have no copy to fall behind with: they read what they lack from the log. */
export async function engineStatus({ engine }: Pick<Context, "engine">): Promise<EngineStatus> {
  if (engine.status !== undefined) return engine.status();
  return {
    name: "columns",
    state: "current",
    behind: { events: 0, changes: 0 },
    percent: 100,
    stored: 0,
    currentMs: null,
    trouble: null,
  };
}
