import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import type { CohortRecord, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { Pager } from "../persons/pager.tsx";
import { CohortForm } from "./cohort-form.tsx";
import { LastCalculated } from "./last-calculated.tsx";
import { CohortWords } from "./cohort-words.tsx";
import { DeletedCohorts } from "./deleted-cohorts.tsx";

const SIZE = 100;

/** All cohorts, newest first, and deleted cohorts. */
export function CohortsView() {
  const { P } = useProject();
  const [, navigate] = useLocation();
  const [isMaking, setIsMaking] = useState(false);
  const [offset, setOffset] = useState(0);
  const answer = useLoaded(["cohort list", P, offset], (signal) =>
    call<Page<CohortRecord>>(`${P}/cohorts/`, { query: { limit: SIZE, offset }, signal }),
  );
  const actions = (
    <button type="button" class="primary" onClick={() => setIsMaking(true)}>
      New cohort …
    </button>
  );
  return (
    <View title="Cohorts" actions={actions}>
      <div class="stack">
        <p class="hint">
          A cohort is a set of persons, to filter and break down by. Cohorts by properties contain everybody who matches
          now; cohorts by behaviour are calculated every hour; a static cohort contains its listed members.
        </p>
        <Answered answer={answer} what="cohorts">
          {({ count, results }) =>
            count === 0 ? (
              <Empty>There is no cohort yet.</Empty>
            ) : (
              <div class="stack">
                <CohortTable cohorts={results} />
                <Pager what="cohorts" count={count} offset={offset} shown={results.length} size={SIZE} go={setOffset} />
              </div>
            )
          }
        </Answered>
        <DeletedCohorts restored={answer.reload} />
      </div>
      {isMaking && <CohortForm done={({ id }) => navigate(`/cohorts/${id}`)} close={() => setIsMaking(false)} />}
    </View>
  );
}

function CohortTable({ cohorts }: { cohorts: CohortRecord[] }) {
  return (
    <Table
      caption="Cohorts"
      rows={cohorts}
      rowKey={({ id }) => id}
      columns={[
        { name: "Name", cell: ({ id, name }) => <Link href={`/cohorts/${id}`}>{name}</Link> },
        { name: "Definition", cell: (cohort) => <CohortWords cohort={cohort} /> },
        { name: "Persons", isNumber: true, cell: (cohort) => <CohortCount cohort={cohort} /> },
        { name: "Last calculated", cell: (cohort) => <LastCalculated cohort={cohort} /> },
        { name: "Created by", cell: ({ created_by: by }) => by?.first_name ?? "the app" },
      ]}
    />
  );
}

/** The stored number of members, or for a live cohort the number of now. */
function CohortCount({ cohort: { id, count } }: { cohort: CohortRecord }) {
  const { P } = useProject();
  const answer = useLoaded(count === null ? ["cohort count", P, id] : null, (signal) =>
    call<Page<unknown>>(`${P}/cohorts/${id}/persons`, { query: { limit: 1 }, signal }),
  );
  return <>{(count ?? answer.data?.count)?.toLocaleString("en") ?? "…"}</>;
}
