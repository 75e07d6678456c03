import type { ActivityList, CohortRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useWork } from "../persons/use-work.ts";
import { toDeletedIds } from "./deleted-ids.ts";

/** Entries of the activity that are searched: the list of cohorts omits deleted cohorts. */
const LOOKED_THROUGH = 1000;

/** Most offered cohorts. */
const MOST = 20;

/** The cohorts that were deleted last, which can be restored; empty without any. */
export function DeletedCohorts({ restored }: { restored: () => void }) {
  const { P } = useProject();
  const { error, isRunning, run } = useWork();
  const answer = useLoaded(["deleted cohorts", P], (signal) => readDeleted(P, signal));
  const restore = (id: number) =>
    run(async () => {
      await call(`${P}/cohorts/${id}`, { method: "PATCH", body: { deleted: false } });
      answer.reload();
      restored();
    });
  const cohorts = answer.data ?? [];
  if (cohorts.length === 0) return null;
  return (
    <details class="panel">
      <summary>Deleted cohorts ({cohorts.length})</summary>
      <ul class="plain-list stack deleted-cohorts" aria-label="Deleted cohorts">
        {cohorts.map(({ id, name }) => (
          <li key={id} class="row">
            <span>{name}</span>
            <button type="button" disabled={isRunning} aria-label={`Restore ${name}`} onClick={() => void restore(id)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
      {error !== undefined && <ErrorNote error={error} />}
    </details>
  );
}

async function readDeleted(P: string, signal: AbortSignal): Promise<CohortRecord[]> {
  // A key without the right to read the activity sees no deleted cohorts.
  const { results } = await call<ActivityList>(`${P}/cohorts/activity`, {
    query: { limit: LOOKED_THROUGH },
    signal,
  }).catch(() => ({ results: [] }));
  const ids = toDeletedIds(results).slice(0, MOST);
  const found = await Promise.all(
    ids.map((id) => call<CohortRecord>(`${P}/cohorts/${id}`, { signal }).catch(() => null)),
  );
  return found.filter((cohort) => cohort !== null).filter(({ deleted }) => deleted);
}
