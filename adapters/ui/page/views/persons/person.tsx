import { useState } from "preact/hooks";
import { Link, useParams } from "wouter-preact";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { ActivityList } from "./activity-list.tsx";
import { DeletePersons } from "./delete-person.tsx";
import type { Deleted } from "./delete-person.tsx";
import { EventDeletionNote } from "./event-deletion-note.tsx";
import { PersonCohorts } from "./person-cohorts.tsx";
import { PersonEvents } from "./person-events.tsx";
import { PersonFacts } from "./person-facts.tsx";
import { toShortName } from "./short-name.ts";
import { PersonProperties } from "./person-properties.tsx";
import { SplitPerson } from "./split-person.tsx";

/** A person (`id` = integer or UUID): properties, events, and actions. */
export function PersonView() {
  const { id = "" } = useParams();
  // Another person is another page, without the state of the last person.
  return <PersonPage key={id} id={id} />;
}

function PersonPage({ id }: { id: string }) {
  const { P } = useProject();
  const [deleted, setDeleted] = useState<Deleted>();
  const answer = useLoaded(["person", P, id], (signal) =>
    call<PersonRecord>(`${P}/persons/${encodeURIComponent(id)}`, { signal }),
  );
  if (deleted?.isPersonGone === true) return <Gone {...deleted} />;
  if (isMissing(answer.error)) return <Unknown id={id} />;
  return (
    <Answered answer={answer} what="the person">
      {(person) => <KnownPerson person={person} changed={answer.reload} deleted={setDeleted} />}
    </Answered>
  );
}

interface KnownPersonProps {
  person: PersonRecord;
  /** The person was changed and must be loaded again. */
  changed: () => void;
  deleted: (what: Deleted) => void;
}

function KnownPerson({ person, changed, deleted }: KnownPersonProps) {
  const { P } = useProject();
  const [dialog, setDialog] = useState<"split" | "delete">();
  const [news, setNews] = useState("");
  // Data that depend on the person's history are loaded again after each change.
  const [turn, setTurn] = useState(0);
  const tell = (text: string) => {
    setNews(text);
    setTurn((last) => last + 1);
    changed();
  };
  const actions = (
    <>
      <button type="button" disabled={person.distinct_ids.length < 2} onClick={() => setDialog("split")}>
        Split …
      </button>
      <button type="button" class="danger" onClick={() => setDialog("delete")}>
        Delete …
      </button>
    </>
  );
  const path = `${P}/persons/${person.uuid}`;
  return (
    <View title={toShortName(person)} actions={actions}>
      <div class="stack">
        <p role="status" class="news">
          {news}
        </p>
        <EventDeletionNote uuid={person.uuid} turn={turn} />
        <div class="person-columns">
          <div class="stack person-card">
            <PersonFacts person={person} />
            <PersonCohorts person={person} turn={turn} tell={tell} />
          </div>
          <div class="stack">
            <PersonProperties person={person} tell={tell} />
            <PersonEvents uuid={person.uuid} turn={turn} />
            <section class="panel stack" aria-label="Changes of this person">
              <h2>Changes</h2>
              <ActivityList path={`${path}/activity`} turn={turn} none="Nobody changed this person by hand." />
            </section>
          </div>
        </div>
      </div>
      {dialog === "split" && <SplitPerson person={person} tell={tell} close={() => setDialog(undefined)} />}
      {dialog === "delete" && (
        <DeletePersons
          persons={[person]}
          close={() => setDialog(undefined)}
          done={(what) => {
            deleted(what);
            if (!what.isPersonGone) tell("The person's events wait to be deleted.");
          }}
        />
      )}
    </View>
  );
}

function Gone({ name, areEventsQueued }: Deleted) {
  return (
    <View title="Person deleted">
      <div class="stack" role="status">
        <p>
          {name} is gone.{" "}
          {areEventsQueued ? "Their events go with the next run." : "Their events stay, and are nobody's."}
        </p>
        <p class="row">
          <Link href="/persons">All persons</Link>
          {areEventsQueued && <Link href="/deletions">Deletions</Link>}
        </p>
      </div>
    </View>
  );
}

function Unknown({ id }: { id: string }) {
  return (
    <Missing title="No such person" list={{ path: "/persons", name: "All persons" }}>
      There is nobody with the id <code>{id}</code> in this project: deleted, merged into another person, or of another
      project.
    </Missing>
  );
}
