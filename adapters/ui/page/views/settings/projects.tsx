import { useState } from "preact/hooks";
import type { Project } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { DeleteProject } from "./delete-project.tsx";
import { SaveRow } from "./save-row.tsx";

/** All projects of the database: tokens, creation, deletion. */
export function Projects() {
  const { project: shown, projects, choose } = useProject();
  const [doomed, setDoomed] = useState<Project>();
  return (
    <section class="panel stack" aria-labelledby="settings-projects">
      <h2 id="settings-projects">Projects</h2>
      <Table
        caption="All projects"
        rows={projects}
        rowKey={({ id }) => id}
        columns={[
          { name: "Id", isNumber: true, cell: ({ id }) => id },
          { name: "Name", cell: ({ name }) => name },
          { name: "Token", cell: ({ api_token }) => <code>{api_token}</code> },
          { name: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            name: "Actions",
            cell: (project) => (
              <div class="actions">
                {project.id === shown.id ? (
                  <span class="hint">shown now</span>
                ) : (
                  <button type="button" aria-label={`Show ${project.name}`} onClick={() => choose(project.id)}>
                    Show
                  </button>
                )}
                {projects.length > 1 && (
                  <button
                    type="button"
                    class="danger"
                    aria-label={`Delete ${project.name}`}
                    onClick={() => setDoomed(project)}
                  >
                    Delete
                  </button>
                )}
              </div>
            ),
          },
        ]}
      />
      <NewProject />
      {doomed !== undefined && <DeleteProject project={doomed} close={() => setDoomed(undefined)} />}
    </section>
  );
}

function NewProject() {
  const { project, reload } = useProject();
  const create = useAction(async (form: HTMLFormElement) => {
    const name = String(new FormData(form).get("name"));
    await call("api/projects/", { method: "POST", body: { name, timezone: project.timezone } });
    form.reset();
    reload();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void create.run(event.currentTarget as HTMLFormElement);
  };
  return (
    <form class="form settings-create" onSubmit={submit}>
      <label class="field">
        <span>New project</span>
        <input name="name" required maxLength={200} placeholder="its name" />
      </label>
      <SaveRow save={create} verb="Create project" />
    </form>
  );
}
