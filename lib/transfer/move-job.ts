import type { Context } from "./context.ts";
import type { EventImport, Staging } from "../log/index.ts";
import type { Tally } from "./tally.ts";

/** A staged import during its move. */
export interface MoveJob {
  ctx: Pick<Context, "db" | "clock">;
  projectId: number;
  events: EventImport;
  /** The staging area of `events`. */
  staging: Staging;
  tally: Tally;
  persons: "create" | "given";
}
