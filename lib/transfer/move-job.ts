import type { Context } from "./context.ts";
import type { Staging } from "./staging.ts";
import type { Tally } from "./tally.ts";

/** A staged import during its move into the real tables. */
export interface MoveJob {
  ctx: Pick<Context, "db" | "clock">;
  projectId: number;
  staging: Staging;
  tally: Tally;
  persons: "create" | "given";
}
