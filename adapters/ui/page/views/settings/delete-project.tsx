import { useState } from "preact/hooks";
import type { Project } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";

/** Deletes a project, after its name was typed. */
export function DeleteProject({ project, close }: { project: Project; close: () => void }) {
  const { project: shown, projects, choose, reload } = useProject();
  const [typed, setTyped] = useState("");
  const remove = useAction(async () => {
    await call(`api/projects/${project.id}/`, { method: "DELETE" });
    const other = projects.find(({ id }) => id !== project.id);
    if (shown.id === project.id && other !== undefined) choose(other.id);
    close();
    reload();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void remove.run();
  };
  return (
    <Dialog title={`Delete ${project.name}?`} close={close}>
      <form class="form" onSubmit={submit}>
        <p>
          The project goes with its persons, events, insights and settings. Apps that send to its token are refused from
          then on. This cannot be undone.
        </p>
        <label class="field">
          <span>Its name, to be sure: {project.name}</span>
          <input value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
        {remove.error !== undefined && <ErrorNote error={remove.error} />}
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="danger" disabled={remove.isRunning || typed !== project.name}>
            Delete the project
          </button>
        </div>
      </form>
    </Dialog>
  );
}
