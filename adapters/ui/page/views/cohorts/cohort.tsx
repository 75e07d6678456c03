import { useState } from "preact/hooks";
import { Link, useParams } from "wouter-preact";
import type { CohortRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { Answered, ErrorNote } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { ActivityList } from "../persons/activity-list.tsx";
import { useWork } from "../persons/use-work.ts";
import { CohortFacts } from "./cohort-facts.tsx";
import { CohortForm } from "./cohort-form.tsx";
import { CohortMembers } from "./cohort-members.tsx";

/** A cohort: its members, its definition, and its actions. */
export function CohortView() {
  const { id = "" } = useParams();
  return <CohortPage key={id} id={id} />;
}

function CohortPage({ id }: { id: string }) {
  const { P } = useProject();
  const answer = useLoaded(["cohort", P, id], (signal) =>
    call<CohortRecord>(`${P}/cohorts/${encodeURIComponent(id)}`, { signal }),
  );
  if (isMissing(answer.error)) {
    const list = { path: "/cohorts", name: "All cohorts" };
    return (
      <Missing title="No such cohort" list={list}>
        There is no cohort {id} in this project; it may be one of another project.
      </Missing>
    );
  }
  return (
    <Answered answer={answer} what="the cohort">
      {(cohort) => <KnownCohort cohort={cohort} changed={answer.reload} />}
    </Answered>
  );
}

function KnownCohort({ cohort, changed }: { cohort: CohortRecord; changed: () => void }) {
  const { P } = useProject();
  const path = `${P}/cohorts/${cohort.id}`;
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const [{ news, turn }, setNews] = useState({ news: "", turn: 0 });
  const { error, isRunning, run } = useWork();
  const tell = (text: string) => {
    setNews({ news: text, turn: turn + 1 });
    changed();
  };
  const update = (body: unknown, text: (updated: CohortRecord) => string) =>
    run(async () => tell(text(await call<CohortRecord>(path, { method: "PATCH", body }))));
  const remove = async () => {
    await call(path, { method: "DELETE" });
    tell(`${cohort.name} is deleted.`);
  };
  const actions = cohort.deleted ? (
    <button
      type="button"
      class="primary"
      disabled={isRunning}
      onClick={() => void update({ deleted: false }, ({ name }) => `${name} is back.`)}
    >
      Restore
    </button>
  ) : (
    <>
      {!cohort.is_static && (
        // An update that changes nothing recalculates.
        <button
          type="button"
          disabled={isRunning}
          onClick={() => void update({}, ({ count }) => `Calculated: ${toCounted(count ?? 0, "person")}.`)}
        >
          Recalculate
        </button>
      )}
      <button type="button" onClick={() => setDialog("edit")}>
        Edit …
      </button>
      <button type="button" class="danger" onClick={() => setDialog("delete")}>
        Delete …
      </button>
    </>
  );
  return (
    <View title={cohort.name} actions={actions}>
      <div class="stack">
        <p role="status" class="news">
          {news}
        </p>
        {error !== undefined && <ErrorNote error={error} />}
        {cohort.deleted && (
          <p class="state empty">
            This cohort is deleted: nobody is in it, and questions about it find nobody.{" "}
            <Link href="/cohorts">All cohorts</Link>
          </p>
        )}
        <CohortFacts cohort={cohort} />
        {!cohort.deleted && <CohortMembers cohort={cohort} turn={turn} tell={tell} />}
        <section class="panel stack" aria-label="Changes of this cohort">
          <h2>Changes</h2>
          <ActivityList path={`${path}/activity`} turn={turn} none="Nothing was changed by hand." />
        </section>
      </div>
      {dialog === "edit" && (
        <CohortForm
          cohort={cohort}
          done={({ name, count }) => tell(`${name} is saved: ${toCounted(count ?? 0, "person")}.`)}
          close={() => setDialog(undefined)}
        />
      )}
      {dialog === "delete" && (
        <Confirm title={`Delete ${cohort.name}?`} verb="Delete" run={remove} close={() => setDialog(undefined)}>
          <p>Its persons stay. Insights and cohorts that use it find no members. It can be restored here.</p>
        </Confirm>
      )}
    </View>
  );
}
