import { useState } from "preact/hooks";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useHashQuery } from "../../use-hash.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { toColumnKeys, toKnownKeys } from "./column-keys.ts";
import { DeletePersons } from "./delete-person.tsx";
import { Pager } from "./pager.tsx";
import { PAGE_SIZE, toAddress, toListQuery, toPersonListState, toPlace } from "./person-list-state.ts";
import type { PersonListState } from "./person-list-state.ts";
import { PersonTable } from "./person-table.tsx";

import { findPersons } from "./find-persons.ts";

/** All persons, newest first: search, filters, pages, CSV file. */
export function PersonsView() {
  const { P, project } = useProject();
  const [address, ask] = useHashQuery();
  const state = toPersonListState(address);
  const { person_display_name_properties: nameKeys } = project;
  const query = toListQuery(state, nameKeys);
  const { offset, cursor } = state;
  const answer = useLoaded(["persons", P, query, cursor], (signal) => findPersons(P, { state, query }, signal));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const show = (change: Partial<PersonListState>) => {
    setChosen(new Set());
    // A changed question starts on its first page.
    ask(toAddress({ ...state, offset: 0, cursor: null, ...change }));
  };
  const csv = (
    <a class="file-link" href={toUrl(`${P}/persons.csv`, query)} download="persons.csv">
      CSV
    </a>
  );
  return (
    <View title="Persons" actions={csv}>
      <div class="stack">
        <div class="panel stack">
          <SearchField
            label="Search persons"
            placeholder="Name, email, or a whole distinct id"
            value={state.search}
            onChange={(search) => show({ search })}
          />
          <PropertyFilters
            value={state.filters}
            onChange={(filters) => show({ filters })}
            types={["person", "cohort"]}
          />
        </div>
        <Answered answer={answer} what="persons">
          {({ count, results, next, previous }) => {
            const keys = toColumnKeys(results, state.columns);
            return (
              <div class="stack">
                <div class="row persons-head">
                  <Pager
                    what="persons"
                    count={count}
                    offset={offset}
                    shown={results.length}
                    size={PAGE_SIZE}
                    hasNext={next !== null}
                    go={(to) => show(toPlace(to, to > offset ? next : previous))}
                  />
                  <ColumnChoice
                    known={toKnownKeys(results)}
                    chosen={keys}
                    choose={(columns) => show({ columns, offset, cursor })}
                  />
                </div>
                {results.length === 0 ? (
                  <NoPersons isNarrowed={Object.values(query).some(Boolean)} clear={() => ask({})} />
                ) : (
                  <>
                    <Chosen
                      persons={results.filter(({ uuid }) => chosen.has(uuid))}
                      done={() => {
                        setChosen(new Set());
                        answer.reload();
                      }}
                    />
                    <PersonTable caption="Persons" persons={results} keys={keys} choice={[chosen, setChosen]} />
                  </>
                )}
              </div>
            );
          }}
        </Answered>
      </div>
    </View>
  );
}

/** Actions on the chosen persons. */
function Chosen({ persons, done }: { persons: readonly PersonRecord[]; done: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  if (persons.length === 0) return null;
  return (
    <p class="row" role="status">
      {toCounted(persons.length, "person")} chosen
      <button type="button" class="danger" onClick={() => setIsAsking(true)}>
        Delete …
      </button>
      {isAsking && <DeletePersons persons={persons} done={done} close={() => setIsAsking(false)} />}
    </p>
  );
}

function NoPersons({ isNarrowed, clear }: { isNarrowed: boolean; clear: () => void }) {
  if (isNarrowed) {
    return (
      <Empty>
        <p>No persons match. The search reads names and emails, and finds whole distinct ids.</p>
        <button type="button" onClick={clear}>
          Show all persons
        </button>
      </Empty>
    );
  }
  return (
    <Empty>
      No persons yet. The first event of a distinct id creates a person, unless it is captured without a person profile.
    </Empty>
  );
}
