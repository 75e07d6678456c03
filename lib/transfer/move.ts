import { moveActions, moveCohorts, moveGroups, moveProject } from "./move-definitions.ts";
import { moveEvents } from "./move-events.ts";
import { moveFlags } from "./move-flags.ts";
import type { MoveJob } from "./move-job.ts";
import { movePersons } from "./move-persons.ts";

/**
 * Copies all staged rows into the real tables, except cohort members; for use inside a transaction. Persons come before
 * events, because events look up the persons of their distinct ids.
 */
export function move(job: MoveJob, { withEvents }: { withEvents: boolean }): void {
  moveProject(job);
  movePersons(job);
  if (withEvents) moveEvents(job);
  moveGroups(job);
  moveCohorts(job);
  moveActions(job);
  moveFlags(job);
}
