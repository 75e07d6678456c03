import { useState } from "preact/hooks";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { Answered, Empty, ErrorNote, Loading } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useDraft } from "../../use-draft.ts";
import { useHashQuery } from "../../use-hash.ts";
import { ask, DEFAULT_LIMIT } from "./ask.ts";
import { Editor } from "./editor.tsx";
import { PastQuestions } from "./past-questions.tsx";
import { QueryActions } from "./query-actions.tsx";
import { Result } from "./result.tsx";
import { SavedQueries } from "./saved-queries.tsx";
import { readSaved, toSavedNode } from "./saved-query.ts";
import { firstChoice } from "./to-chart.ts";
import type { Show } from "./saved-query.ts";
import type { ChartChoice } from "./to-chart.ts";
import { TablesList } from "./tables-list.tsx";
import { usePast } from "./use-past.ts";

/** Questions in SQL, new (`?q=`) or saved (`?id=`). The address holds the answered question. */
export function SqlView() {
  const { P } = useProject();
  const [query] = useHashQuery();
  const id = query.get("id");
  // The query's state after changes here.
  const [latest, setLatest] = useState<SavedInsight>();
  const known = latest?.short_id === id ? latest : undefined;
  // A query that is saved here keeps its page, and with it the answer.
  const [savedHere, setSavedHere] = useState<string>();
  const created = (insight: SavedInsight) => {
    setLatest(insight);
    setSavedHere(insight.short_id);
  };
  const found = useLoaded(id === null || known !== undefined ? null : ["saved query", P, id], (signal) =>
    call<SavedInsight>(`${P}/insights/${encodeURIComponent(id ?? "")}/`, { signal }),
  );
  if (id === null) return <SqlPage key="new" saved={undefined} changed={created} />;
  const saved = known ?? found.data;
  const isGone = saved !== undefined && (saved.deleted || readSaved(saved) === null);
  if (isMissing(found.error) || isGone) {
    return (
      <Missing title="No such query" list={{ path: "/sql", name: "SQL" }}>
        There is no saved query {id} in this project; it may be one of another project.
      </Missing>
    );
  }
  if (found.error !== undefined) return <ErrorNote error={found.error} retry={found.reload} />;
  if (saved === undefined) return <Loading what="the query" />;
  return <SqlPage key={id === savedHere ? "new" : id} saved={saved} changed={setLatest} />;
}

interface SqlPageProps {
  /** Undefined = a new query. */
  saved: SavedInsight | undefined;
  changed: (saved: SavedInsight) => void;
}

function SqlPage({ saved, changed }: SqlPageProps) {
  const { P, project } = useProject();
  const [query, setQuery] = useHashQuery();
  const [turn, setTurn] = useState(0);
  const stored = saved === undefined ? null : readSaved(saved);
  const asked = query.get("q") ?? stored?.sql ?? "";
  const limit = Number(query.get("limit")) || DEFAULT_LIMIT;
  const show = (query.get("show") ?? stored?.show) === "chart" ? "chart" : "table";
  const [chosen, setChosen] = useState<{ of: string; choice: ChartChoice }>();
  const choice = chosen?.of === asked ? chosen.choice : stored?.choice;
  // Back and forward change the question from outside.
  const [sql, setSql] = useDraft(asked);
  const past = usePast(project.id);
  const answer = useLoaded(asked === "" ? null : ["sql", P, asked, limit], (signal) =>
    ask(P, asked, { limit, signal }),
  );
  const address = (next: { q?: string; limit?: number; show?: Show }) => {
    const { q = asked, limit: rows = limit, show: shown = show } = next;
    return {
      id: saved?.short_id ?? "",
      q: q === stored?.sql ? "" : q,
      limit: rows === DEFAULT_LIMIT ? "" : String(rows),
      show: shown === (stored?.show ?? "table") ? "" : shown,
    };
  };
  const run = (text: string, rows = limit) => {
    if (text.trim() === "") return;
    setSql(text);
    past.remember(text);
    if (text === asked && rows === limit) answer.reload();
    setQuery(address({ q: text, limit: rows }));
  };
  const done = (insight: SavedInsight) => {
    changed(insight);
    setTurn((last) => last + 1);
    setQuery({ id: insight.short_id, limit: limit === DEFAULT_LIMIT ? "" : String(limit) });
  };
  const best = answer.data === undefined ? null : firstChoice(answer.data);
  const node = sql.trim() === "" ? null : toSavedNode(sql, show, sql === asked ? (choice ?? best) : null);
  const isChosen = JSON.stringify(choice) !== JSON.stringify(stored?.choice);
  const isChanged = stored !== null && (sql !== stored.sql || show !== stored.show || isChosen);
  const actions = <QueryActions node={node} saved={saved} isChanged={isChanged} done={done} />;
  return (
    <View title={saved === undefined ? "SQL" : saved.name || "Query without a name"} actions={actions}>
      <div class="sql">
        <div class="stack">
          {saved?.description && <p class="hint">{saved.description}</p>}
          <Editor sql={sql} limit={limit} onInput={setSql} run={run} />
          {asked === "" ? (
            <Empty>Write a SELECT, or click a table for a first one.</Empty>
          ) : (
            <Answered answer={answer} what="the answer">
              {(result) => (
                <Result
                  result={result}
                  show={show}
                  choice={choice}
                  onChoice={(next) => setChosen({ of: asked, choice: next })}
                  most={limit}
                  onShow={(next) => setQuery(address({ show: next }), { replace: true })}
                />
              )}
            </Answered>
          )}
        </div>
        <div class="stack">
          <SavedQueries shown={saved?.short_id} turn={turn} />
          <TablesList run={run} />
          <PastQuestions past={past.list} run={run} forget={past.forget} />
        </div>
      </div>
    </View>
  );
}
