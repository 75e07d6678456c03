import { useState } from "preact/hooks";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Answered, ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { here } from "../../use-hash.ts";

interface DashboardDialogProps {
  saved: SavedInsight;
  done: (saved: SavedInsight) => void;
  close: () => void;
}

interface NamedDashboard {
  id: number;
  name: string;
}

/** The dashboards of an insight; a new dashboard can be created for it. */
export function DashboardDialog({ saved, done, close }: DashboardDialogProps) {
  const { P } = useProject();
  const [on, setOn] = useState<readonly number[]>(saved.dashboards);
  const [name, setName] = useState("");
  const [error, setError] = useState<Error>();
  const answer = useLoaded(["dashboards", P], (signal) =>
    call<{ results: NamedDashboard[] }>(`${P}/dashboards/`, { query: { limit: 1000 }, signal }),
  );
  const put = async (dashboards: readonly number[]) => {
    try {
      const body = { dashboards };
      const changed = await call<SavedInsight>(`${P}/insights/${saved.id}/`, { method: "PATCH", body });
      setOn(changed.dashboards);
      setError(undefined);
      done(changed);
    } catch (cause) {
      setError(cause as Error);
    }
  };
  const create = async () => {
    try {
      const { id } = await call<NamedDashboard>(`${P}/dashboards/`, { method: "POST", body: { name } });
      setName("");
      answer.reload();
      await put([...on, id]);
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <Dialog title="Dashboards with this insight" close={close}>
      <Answered answer={answer} what="dashboards">
        {({ results }) => (
          <fieldset class="checks" aria-label="Dashboards">
            {results.map(({ id, name: each }) => (
              <div key={id} class="row">
                <label class="row">
                  <input
                    type="checkbox"
                    checked={on.includes(id)}
                    onChange={(event) =>
                      void put(event.currentTarget.checked ? [...on, id] : on.filter((other) => other !== id))
                    }
                  />
                  {each}
                </label>
                {on.includes(id) && <a href={here(`/dashboards/${id}`)}>open</a>}
              </div>
            ))}
          </fieldset>
        )}
      </Answered>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <input
          required
          aria-label="Name of a new dashboard"
          placeholder="new dashboard"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit">Create and add</button>
      </form>
      {error !== undefined && <ErrorNote error={error} />}
    </Dialog>
  );
}
