import * as v from "valibot";
import { Count, Instant } from "../base/answer-scalars.ts";
import { toIso } from "../base/clock.ts";
import type { Context } from "../handle/context.ts";
import type { EngineStatus } from "../port/engine.ts";
import { operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";

export interface EngineHandle {
  /**
   * How far the engine that answers questions is behind the events: that of another machine has a copy of its own.
   * @example
   * const { state, behind, trouble } = await hoglet.engine.status();
   */
  status(): Promise<EngineStatus>;
}

/** How far the engine that answers questions is. */
const EngineState = v.object({
  name: v.string(),
  state: v.picklist(["current", "behind", "starting", "down"]),
  /** Events and changes that the engine has not stored yet. */
  behind: v.object({ events: Count, changes: Count }),
  /** The part of the database that the engine has; 100 = every acknowledged write. */
  percent: v.pipe(Count, v.maxValue(100)),
  /** Entries that the engine has stored since it was opened. */
  stored: Count,
  current_at: v.nullable(Instant),
  /** A sentence about the trouble. */
  trouble: v.nullable(v.string()),
  /** Properties of events that have a column of their own, because questions name them often. */
  property_columns: v.array(v.string()),
});

/** The engine that answers questions; this path is hoglet's. */
export const engine = {
  status: operation({
    summary: "How far the engine that answers questions is behind the events of the database.",
    http: ["GET", "/api/projects/:project_id/engine"],
    scopes: ["query:read"],
    input: v.object({}),
    response: EngineState,
    run: engineStatus,
    toWire: ({ currentMs, propertyColumns = [], ...status }) => ({
      ...status,
      property_columns: [...propertyColumns],
      current_at: currentMs === null ? null : toIso(currentMs),
    }),
  }),
} satisfies OperationsOf<EngineHandle>;

/** The state of a handle's engine. Columns have no copy to fall behind with: they read what they lack from the log. */
async function engineStatus(ctx: Pick<Context, "engine">): Promise<EngineStatus> {
  if (ctx.engine.status !== undefined) return ctx.engine.status();
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
