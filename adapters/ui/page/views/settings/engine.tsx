import { call } from "../../api.ts";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

interface EngineState {
  name: string;
  state: "current" | "behind" | "starting" | "down";
  behind: { events: number; changes: number };
  percent: number;
  /** ISO text. */
  current_at: string | null;
  trouble: string | null;
  property_columns: string[];
}

const STATES: Record<EngineState["state"], string> = {
  current: "It has everything.",
  behind: "It is reading what is new.",
  starting: "It is reading what was there when it began.",
  down: "It cannot be read into now; hoglet tries again by itself.",
};

/** How far an engine with a copy of its own is. Columns have no copy, and then nothing is shown. */
export function EngineProgress() {
  const { P } = useProject();
  const { data, isLoading, reload } = useLoaded(["engine", P], (signal) =>
    call<EngineState>(`${P}/engine/`, { signal }),
  );
  if (data === undefined || data.name === "columns") return null;
  const { name, state, behind, percent, current_at: currentAt, trouble, property_columns: columns } = data;
  return (
    <section class="panel stack" aria-labelledby="settings-engine">
      <h2 id="settings-engine">Engine</h2>
      <p class="hint">Questions are answered by {name}, which follows the events of all projects.</p>
      <p role="status">
        {percent} % of the database is there. {STATES[state]}
      </p>
      <progress max={100} value={percent} aria-label="Part of the database that the engine has" />
      <p>
        {behind.events.toLocaleString("en")} events and {behind.changes.toLocaleString("en")} changes wait.{" "}
        {currentAt !== null && (
          <>
            It last had everything <Time at={currentAt} isExact />.
          </>
        )}
      </p>
      {columns.length > 0 && <p>Frequent properties have columns of their own: {columns.join(", ")}.</p>}
      {trouble !== null && <p role="alert">{trouble}</p>}
      <div class="actions">
        <button type="button" disabled={isLoading} onClick={reload}>
          Look again
        </button>
      </div>
    </section>
  );
}
