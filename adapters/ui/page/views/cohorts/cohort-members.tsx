import { useState } from "preact/hooks";
import type { CohortRecord, Page, PersonRecord } from "../../../../../lib/index.ts";
import { call, toUrl } from "../../api.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty, ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { toColumnKeys } from "../persons/column-keys.ts";
import { Pager } from "../persons/pager.tsx";
import { toShortName } from "../persons/short-name.ts";
import { PersonTable } from "../persons/person-table.tsx";
import { useWork } from "../persons/use-work.ts";

const SIZE = 50;

interface CohortMembersProps {
  cohort: CohortRecord;
  /** The list is loaded again when it changes. */
  turn: number;
  tell: (news: string) => void;
}

/** The persons in a cohort: search, pages, CSV file; members of a static cohort can be removed. */
export function CohortMembers({ cohort, turn, tell }: CohortMembersProps) {
  const { P } = useProject();
  const { id, is_static: isStatic } = cohort;
  const [{ search, offset }, setPlace] = useState({ search: "", offset: 0 });
  const { error, isRunning, run } = useWork();
  const answer = useLoaded(["members", P, id, search, offset, turn], (signal) =>
    call<Page<PersonRecord>>(`${P}/cohorts/${id}/persons`, { query: { search, limit: SIZE, offset }, signal }),
  );
  const takeOut = (person: PersonRecord) =>
    run(async () => {
      const body = { person_id: person.uuid };
      await call(`${P}/cohorts/${id}/remove_person_from_static_cohort`, { method: "POST", body });
      tell(`${toShortName(person)} is no longer in ${cohort.name}.`);
    });
  const action = (person: PersonRecord) => (
    <button
      type="button"
      class="plain"
      disabled={isRunning}
      aria-label={`Remove ${toShortName(person)}`}
      onClick={() => void takeOut(person)}
    >
      Remove
    </button>
  );
  // The list of persons returns a file of all persons, not of a page.
  const csv = toUrl(`${P}/persons.csv`, { search, properties: [{ key: "id", type: "cohort", value: id }] });
  return (
    <section class="stack" aria-label="Members">
      <div class="row">
        <h2>Persons</h2>
        <SearchField
          label="Search persons of this cohort"
          placeholder="Part of an email, or a distinct id"
          value={search}
          onChange={(text) => setPlace({ search: text, offset: 0 })}
        />
        <a class="file-link" href={csv} download="cohort.csv">
          CSV
        </a>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <Answered answer={answer} what="persons">
        {({ count, results }) => (
          <div class="stack">
            <Pager
              what="persons"
              count={count}
              offset={offset}
              shown={results.length}
              size={SIZE}
              go={(to) => setPlace({ search, offset: to })}
            />
            {results.length === 0 ? (
              <Empty>{search === "" ? "Nobody is in this cohort." : "No person in this cohort matches."}</Empty>
            ) : (
              <PersonTable
                caption="Persons in this cohort"
                persons={results}
                keys={toColumnKeys(results, null)}
                {...(isStatic && { action })}
              />
            )}
          </div>
        )}
      </Answered>
    </section>
  );
}
