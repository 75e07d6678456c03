import { Link } from "wouter-preact";
import type { CohortRecord, PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered, ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useWork } from "./use-work.ts";

interface PersonCohortsProps {
  person: PersonRecord;
  /** The list is loaded again when it changes. */
  turn: number;
  tell: (news: string) => void;
}

/** The cohorts of a person; the person can be added to static cohorts, and removed. */
export function PersonCohorts({ person, turn, tell }: PersonCohortsProps) {
  const { P } = useProject();
  const { uuid } = person;
  const { error, isRunning, run } = useWork();
  const answer = useLoaded(["cohorts of", P, uuid, turn], async (signal) => {
    const [own, all] = await Promise.all([
      call<{ results: CohortRecord[] }>(`${P}/persons/cohorts`, { query: { person_id: uuid }, signal }),
      call<{ results: CohortRecord[] }>(`${P}/cohorts/`, { query: { limit: 1000 }, signal }),
    ]);
    return { own: own.results, all: all.results };
  });
  const change = (cohort: CohortRecord, action: string, body: unknown, news: string) =>
    run(async () => {
      await call(`${P}/cohorts/${cohort.id}/${action}`, { method: "POST", body });
      tell(news);
    });
  return (
    <section class="panel stack" aria-label="Cohorts">
      <h2>Cohorts</h2>
      <Answered answer={answer} what="cohorts">
        {({ own, all }) => (
          <div class="stack">
            {own.length === 0 && <p class="hint">In no cohort.</p>}
            <ul class="plain-list" aria-label="Cohorts of this person" hidden={own.length === 0}>
              {own.map((cohort) => (
                <li key={cohort.id} class="row">
                  <Link href={`/cohorts/${cohort.id}`}>{cohort.name}</Link>
                  {cohort.is_static && (
                    <button
                      type="button"
                      class="plain"
                      disabled={isRunning}
                      aria-label={`Remove from ${cohort.name}`}
                      onClick={() =>
                        void change(
                          cohort,
                          "remove_person_from_static_cohort",
                          { person_id: uuid },
                          `No longer in ${cohort.name}.`,
                        )
                      }
                    >
                      Remove
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <AddToCohort
              cohorts={all.filter(({ id, is_static }) => is_static && !own.some((cohort) => cohort.id === id))}
              isRunning={isRunning}
              add={(cohort) =>
                void change(cohort, "add_persons_to_static_cohort", { person_ids: [uuid] }, `Added to ${cohort.name}.`)
              }
            />
          </div>
        )}
      </Answered>
      {error !== undefined && <ErrorNote error={error} />}
    </section>
  );
}

interface AddToCohortProps {
  /** Static cohorts without the person. */
  cohorts: CohortRecord[];
  isRunning: boolean;
  add: (cohort: CohortRecord) => void;
}

function AddToCohort({ cohorts, isRunning, add }: AddToCohortProps) {
  if (cohorts.length === 0) return null;
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const id = Number(new FormData(event.currentTarget).get("cohort"));
        const cohort = cohorts.find((each) => each.id === id);
        if (cohort !== undefined) add(cohort);
      }}
    >
      <select name="cohort" aria-label="Static cohort" required>
        {cohorts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" disabled={isRunning}>
        Add to cohort
      </button>
    </form>
  );
}
