import { Answered, Empty } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useDraft } from "../../use-draft.ts";
import { useHashQuery } from "../../use-hash.ts";
import { ask, DEFAULT_LIMIT } from "./ask.ts";
import { Editor } from "./editor.tsx";
import { PastQuestions } from "./past-questions.tsx";
import { Result } from "./result.tsx";
import { TablesList } from "./tables-list.tsx";
import { usePast } from "./use-past.ts";

/** Questions in SQL. The address holds the answered question. */
export function SqlView() {
  const { P, project } = useProject();
  const [query, setQuery] = useHashQuery();
  const asked = query.get("q") ?? "";
  const limit = Number(query.get("limit")) || DEFAULT_LIMIT;
  // Back and forward change the question from outside.
  const [sql, setSql] = useDraft(asked);
  const past = usePast(project.id);
  const answer = useLoaded(asked === "" ? null : ["sql", P, asked, limit], (signal) =>
    ask(P, asked, { limit, signal }),
  );
  const run = (text: string, rows = limit) => {
    if (text.trim() === "") return;
    setSql(text);
    past.remember(text);
    if (text === asked && rows === limit) answer.reload();
    setQuery({ q: text, limit: rows === DEFAULT_LIMIT ? "" : String(rows) });
  };
  return (
    <View title="SQL">
      <div class="sql">
        <div class="stack">
          <Editor
            sql={sql}
            limit={limit}
            isRunning={answer.isLoading}
            onInput={setSql}
            run={run}
            stop={answer.cancel}
          />
          {asked === "" ? (
            <Empty>Write a SELECT, or click a table for a first one.</Empty>
          ) : (
            <Answered answer={answer} what="the answer">
              {(result) => <Result result={result} />}
            </Answered>
          )}
        </div>
        <div class="stack">
          <TablesList run={run} />
          <PastQuestions past={past.list} run={run} forget={past.forget} />
        </div>
      </div>
    </View>
  );
}
