import { useState } from "preact/hooks";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty, Loading } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { toAddress } from "../../../insight-address.ts";
import { kindOf, KIND_NAMES, KINDS, toDefault } from "./kinds.ts";
import { useKnownEvents } from "./known-events.ts";
import type { QuestionDraft } from "./question.ts";
import { Paste } from "./paste.tsx";
import { DeleteInsight } from "./save-bar.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import { here } from "../../use-hash.ts";
import { readSaved } from "../sql/saved-query.ts";

/** The saved insights, and links to new insights. */
export function InsightsView() {
  const { P } = useProject();
  const [search, setSearch] = useState("");
  const query = { search, limit: 1000 };
  const answer = useLoaded(["saved insights", P, query], (signal) =>
    call<{ results: SavedInsight[] }>(`${P}/insights/`, { query, signal }),
  );
  return (
    <View title="Insights">
      <NewInsights />
      <Paste />
      <div class="row insight-search">
        <h2>Saved</h2>
        <SearchField
          label="Search saved insights"
          placeholder="name or description"
          value={search}
          onChange={setSearch}
        />
      </div>
      <Answered answer={answer} what="saved insights">
        {({ results }) =>
          results.length === 0 ? (
            <Empty>
              {search === ""
                ? "Nothing is saved yet: ask one of the questions above, then save it."
                : "No insight has this name."}
            </Empty>
          ) : (
            <SavedTable insights={results} reload={answer.reload} />
          )
        }
      </Answered>
    </View>
  );
}

function describeKind(saved: SavedInsight): string {
  if (saved.question !== null) return KINDS[kindOf(saved.question as QuestionDraft)].name;
  return readSaved(saved) === null ? "Table" : "SQL";
}

/** A question of each kind to start with, about existing events. */
function NewInsights() {
  const known = useKnownEvents();
  if (known === undefined) return <Loading what="the names of events" />;
  const { names, steps } = known;
  return (
    <ul class="new-insights">
      {KIND_NAMES.map((kind) => (
        <li key={kind}>
          <a href={here(toAddress("new", toDefault(kind, names, steps)))}>
            <b>{KINDS[kind].name}</b>
            <span class="hint">{KINDS[kind].about}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function SavedTable({ insights, reload }: { insights: SavedInsight[]; reload: () => void }) {
  const [chosen, setChosen] = useState<{ saved: SavedInsight; to: "name" | "delete" }>();
  const close = () => setChosen(undefined);
  return (
    <>
      <Table
        caption="Saved insights"
        rows={insights}
        rowKey={({ id }) => id}
        columns={[
          {
            name: "Name",
            cell: ({ short_id: id, name, description }) => (
              <div class="insight-name">
                <a href={here(`/insights/${id}`)}>{name || "without a name"}</a>
                {description && <p class="hint">{description}</p>}
              </div>
            ),
          },
          {
            name: "Kind",
            cell: (saved) => describeKind(saved),
          },
          { name: "Changed", cell: ({ last_modified_at: at }) => <Time at={at} /> },
          {
            name: "Actions",
            cell: (saved) => (
              <span class="row">
                <button type="button" class="small" onClick={() => setChosen({ saved, to: "name" })}>
                  Rename<span class="unseen"> {saved.name}</span>
                </button>
                <button type="button" class="small danger" onClick={() => setChosen({ saved, to: "delete" })}>
                  Delete<span class="unseen"> {saved.name}</span>
                </button>
              </span>
            ),
          },
        ]}
      />
      {chosen?.to === "name" && <SaveDialog saved={chosen.saved} done={reload} close={close} />}
      {chosen?.to === "delete" && <DeleteInsight saved={chosen.saved} done={reload} close={close} />}
    </>
  );
}
