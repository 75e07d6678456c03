import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Dashboard, DashboardUpdate, Page, SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty, ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { useLoaded } from "../../use-loaded.ts";
import { kindOf, KINDS } from "../insights/kinds.ts";
import { toTileInputs } from "./arrange.ts";
import { toShownQuestion } from "./shown-question.ts";

interface AddInsightProps {
  dashboard: Dashboard;
  send: (update: DashboardUpdate) => Promise<void>;
  close: () => void;
}

/** Insights in the list; a search finds the others. */
const SHOWN = 50;

/** The saved insights, each with a button that adds it at the end of the dashboard. */
export function AddInsight({ dashboard, send, close }: AddInsightProps) {
  const { P } = useProject();
  const [search, setSearch] = useState("");
  const answer = useLoaded(["insights to add", P, search], (signal) =>
    call<Page<SavedInsight>>(`${P}/insights/`, { query: { search, limit: SHOWN }, signal }),
  );
  const there = new Set(dashboard.tiles.map(({ insight }) => insight?.id));
  const adding = useAction(({ id }: SavedInsight) =>
    send({ tiles: [...toTileInputs(dashboard.tiles), { insight: id }] }),
  );
  return (
    <Dialog title="Add insight" close={close}>
      <SearchField label="Search saved insights" placeholder="Search by name" value={search} onChange={setSearch} />
      {adding.error !== undefined && <ErrorNote error={adding.error} />}
      <p class="unseen" role="status">
        {adding.isDone &&
          `Added: ${toCounted(dashboard.tiles.filter(({ insight }) => insight !== null).length, "insight is", "insights are")} on the dashboard.`}
      </p>
      <Answered answer={answer} what="saved insights">
        {({ count, results }) =>
          count === 0 ? (
            <Empty>
              {search === "" ? "No insight is saved yet. " : "No saved insight has this name. "}
              <Link href="/insights/new">Ask a new question</Link> and save it.
            </Empty>
          ) : (
            <>
              <ul class="insight-choice">
                {results.map((insight) => (
                  <Choice key={insight.id} insight={insight} isThere={there.has(insight.id)} add={adding.run} />
                ))}
              </ul>
              {count > results.length && (
                <p class="hint">
                  {results.length} of {count}: search for the others.
                </p>
              )}
            </>
          )
        }
      </Answered>
    </Dialog>
  );
}

interface ChoiceProps {
  insight: SavedInsight;
  isThere: boolean;
  add: (insight: SavedInsight) => Promise<boolean>;
}

function Choice({ insight, isThere, add }: ChoiceProps) {
  const kind = insight.question === null ? "Table" : KINDS[kindOf(toShownQuestion(insight, {}))].name;
  const name = insight.name || `${kind} without a name`;
  return (
    <li>
      <span>
        {name} <span class="hint">{isThere ? `${kind} · on the dashboard` : kind}</span>
      </span>
      <button type="button" class="small" aria-label={`Add ${name}`} onClick={() => void add(insight)}>
        {isThere ? "Add again" : "Add"}
      </button>
    </li>
  );
}
