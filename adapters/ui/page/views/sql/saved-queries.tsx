import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { here } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";
import { readSaved } from "./saved-query.ts";

interface SavedQueriesProps {
  /** The query that is open. */
  shown: string | undefined;
  /** The list is loaded again when it changes. */
  turn: number;
}

/** The saved queries of the project: insights that are SQL. */
export function SavedQueries({ shown, turn }: SavedQueriesProps) {
  const { P } = useProject();
  const answer = useLoaded(["saved queries", P, turn], async (signal) => {
    const { results } = await call<{ results: SavedInsight[] }>(`${P}/insights/`, { query: { limit: 1000 }, signal });
    return results.filter((saved) => readSaved(saved) !== null);
  });
  return (
    <section class="panel stack" aria-label="Saved queries">
      <h2>Saved queries</h2>
      <Answered answer={answer} what="saved queries">
        {(queries) =>
          queries.length === 0 ? (
            <p class="hint">Run a query, then save it: it can stand on dashboards too.</p>
          ) : (
            <ul class="plain-list sql-saved">
              {queries.map(({ short_id: id, name }) => (
                <li key={id}>
                  <a href={here(`/sql?id=${id}`)} aria-current={id === shown ? "true" : undefined}>
                    {name || "without a name"}
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}
