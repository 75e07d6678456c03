import { createPersons } from "./move-persons.ts";
import type { MoveJob } from "./move-job.ts";

/** Creates persons for their distinct ids too, if the options ask for it. */
export function moveEvents(job: MoveJob): void {
  const { ctx, events, tally, persons } = job;
  const moved = events.move(ctx.clock.now());
  tally.counts.duplicates = tally.counts.events - moved;
  tally.counts.events = moved;
  if (persons === "create") createPersons(job);
  markPersonless(job);
}

/** A distinct id without a person, but with a personless event, is an actor of its own, as after a capture. */
function markPersonless({ staging }: MoveJob): void {
  staging
    .sql(
      `UPDATE distinct_ids SET is_personless = 1 WHERE person_id IS NULL
         AND id IN (SELECT ordinal FROM staging.actors WHERE personless = 1)`,
    )
    .run();
}
