import { call } from "../../api.ts";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

/** The time at which queued deletions run, as a sentence. */
export function NextRun() {
  const { P, project } = useProject();
  const answer = useLoaded(["next run", P], (signal) =>
    call<{ next_run_at: string | null }>(`${P}/deletions/`, { query: { limit: 1 }, signal }),
  );
  // Unknown (a key without the right to read deletions, or still loading): the default schedule.
  if (answer.data === undefined)
    return <span>they go with the next scheduled run, by default on Sunday at 05:00 UTC.</span>;
  const { next_run_at: at } = answer.data;
  if (at === null) return <span>no run is scheduled here, so they go when somebody runs the deletions.</span>;
  return (
    <span>
      they go with the next run, at <Time at={at} isExact /> ({project.timezone}).
    </span>
  );
}
