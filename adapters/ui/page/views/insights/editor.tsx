import { useEffect, useState } from "preact/hooks";
import { useParams } from "wouter-preact";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { withQuery } from "../../hash.ts";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { NotesContext } from "../../parts/notes/use-notes.ts";
import { ErrorNote, Loading } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { DeletedInsight } from "./deleted-insight.tsx";
import { toDefault } from "./kinds.ts";
import { useKnownEvents } from "./known-events.ts";
import type { KnownEvents } from "./known-events.ts";
import type { QuestionDraft } from "./question.ts";
import { toSql } from "./pasted.ts";
import { SaveBar } from "./save-bar.tsx";
import { SavedRows } from "./saved-rows.tsx";
import { goTo, useAddress } from "./use-address.ts";
import { Workbench } from "./workbench.tsx";
import { here } from "../../use-hash.ts";

/** An insight, new or saved. The address holds the shown question. */
export function InsightEditor() {
  const { id: place = "new" } = useParams<{ id: string }>();
  const [id = "new"] = place.split("?");
  return id === "new" ? <NewInsight key="new" /> : <ExistingInsight key={id} id={id} />;
}

/** Names of events are still loading: the question of the address is asked meanwhile. */
const NOT_YET: KnownEvents = { names: [], steps: [] };

function NewInsight() {
  const { P } = useProject();
  const { question, isCutOff } = useAddress();
  const known = useKnownEvents();
  const isEmpty = question === undefined && !isCutOff;
  useEffect(() => {
    if (isEmpty && known !== undefined) goTo("new", toDefault("trends", known.names), true);
  }, [isEmpty, known]);
  if (isCutOff) return <CutOff list={{ path: "/insights/new", name: "Start a new insight" }} />;
  if (question === undefined) return <Loading what="the names of events" />;
  return (
    <View title="New insight" actions={<SaveBar key={P} question={question} />}>
      <Workbench question={question} known={known ?? NOT_YET} onChange={(next) => goTo("new", next)} />
    </View>
  );
}

function ExistingInsight({ id }: { id: string }) {
  const { P } = useProject();
  const found = useLoaded(["saved insight", P, id], (signal) =>
    call<SavedInsight>(`${P}/insights/${encodeURIComponent(id)}/`, { signal }),
  );
  // The insight's state after changes here.
  const [latest, setLatest] = useState<SavedInsight>();
  const { question: changed, isCutOff } = useAddress();
  const known = useKnownEvents();
  const saved = latest ?? found.data;
  if (isMissing(found.error)) {
    const list = { path: "/insights", name: "All insights" };
    return (
      <Missing title="No such insight" list={list}>
        There is no insight {id} in this project; it may be one of another project.
      </Missing>
    );
  }
  if (found.error !== undefined) return <ErrorNote error={found.error} retry={found.reload} />;
  if (saved === undefined) return <Loading what="the insight" />;
  if (saved.deleted) return <DeletedInsight saved={saved} restored={setLatest} />;
  if (saved.question === null) return <TableInsight saved={saved} onSaved={setLatest} />;
  if (isCutOff) return <CutOff list={{ path: `/insights/${id}`, name: "The insight as it was saved" }} />;
  const question = changed ?? (saved.question as QuestionDraft);
  return (
    <View
      title={saved.name || "Insight without a name"}
      actions={<SaveBar question={question} saved={saved} onSaved={setLatest} />}
    >
      {saved.description && <p class="hint insight-about">{saved.description}</p>}
      <NotesContext.Provider value={{ insight: saved.id }}>
        <Workbench question={question} known={known ?? NOT_YET} onChange={(next) => goTo(id, next)} />
      </NotesContext.Provider>
    </View>
  );
}

/** Links break in chats and mails: half a question would be another question. */
function CutOff({ list }: { list: { path: string; name: string } }) {
  return (
    <Missing title="This link is cut off" list={list}>
      The address holds only a part of a question. Ask for the whole link, or copy it again.
    </Missing>
  );
}

/** An insight without a chart: SQL is edited in its own view. */
function TableInsight({ saved, onSaved }: { saved: SavedInsight; onSaved: (saved: SavedInsight) => void }) {
  const sql = toSql(saved.query);
  return (
    <View
      title={saved.name || "Insight without a name"}
      actions={<SaveBar question={undefined} saved={saved} onSaved={onSaved} />}
    >
      {saved.description && <p class="hint insight-about">{saved.description}</p>}
      {sql !== null && (
        <p>
          <a href={here(withQuery("/sql", { id: saved.short_id }))}>Edit in SQL</a>
        </p>
      )}
      <div class="panel insight">
        <SavedRows key={saved.last_modified_at} id={saved.id} />
      </div>
    </View>
  );
}
