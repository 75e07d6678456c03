import type { Context } from "./context.ts";
import { moveActions, moveCohorts, moveGroups, moveProject } from "./move-definitions.ts";
import { moveEvents } from "./move-events.ts";
import { movePersons } from "./move-persons.ts";
import type { Staging } from "./staging.ts";
import type { Tally } from "./tally.ts";

/** A staged import during its move into the real tables. */
export interface Move {
  ctx: Pick<Context, "db" | "clock">;
  projectId: number;
  staging: Staging;
  tally: Tally;
  persons: "create" | "given";
}

/**
 * Copies all staged rows into the real tables, except cohort members; for use inside a transaction. Persons come before
 * events, because events look up the persons of their distinct ids.
 */
export function move(job: Move, { withEvents }: { withEvents: boolean }): void {
  moveProject(job);
  movePersons(job);
  if (withEvents) moveEvents(job);
  moveGroups(job);
  moveCohorts(job);
  moveActions(job);
}
