import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import type { NewKey } from "./key.ts";
import { OBJECTS } from "../../../../../lib/admin/auth/scope-objects.ts";
import { toScopes } from "./scopes.ts";
import type { Level } from "./scopes.ts";

/** Creates a key: its label, its scopes, its projects. */
export function KeyForm({ done, close }: { done: (key: NewKey) => void; close: () => void }) {
  const { projects } = useProject();
  const [isLimited, setIsLimited] = useState(false);
  const [levels, setLevels] = useState<Record<string, Level>>({});
  const create = useAction(async (form: FormData) => {
    const body = {
      label: form.get("label"),
      scopes: isLimited ? toScopes(levels) : ["*"],
      scoped_teams: form.getAll("project").map(Number),
    };
    // An empty list would mean all scopes.
    if (body.scopes.length === 0) throw new Error("Choose at least one thing that the key may read or write.");
    done(await call<NewKey>("api/personal_api_keys/", { method: "POST", body }));
    close();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void create.run(new FormData(event.currentTarget as HTMLFormElement));
  };
  return (
    <Dialog title="Create a key" close={close}>
      <form class="form" onSubmit={submit}>
        <label class="field">
          <span>Label</span>
          <input name="label" required maxLength={40} autocomplete="off" placeholder="the purpose of the key" />
        </label>
        <fieldset class="settings-choices">
          <legend>It may</legend>
          <label class="row">
            <input type="radio" name="access" checked={!isLimited} onChange={() => setIsLimited(false)} />
            do everything
          </label>
          <label class="row">
            <input type="radio" name="access" checked={isLimited} onChange={() => setIsLimited(true)} />
            do only this
          </label>
          {isLimited && <Levels levels={levels} onChange={setLevels} />}
        </fieldset>
        {projects.length > 1 && (
          <fieldset class="settings-choices">
            <legend>In</legend>
            {projects.map(({ id, name }) => (
              <label key={id} class="row">
                <input type="checkbox" name="project" value={id} />
                {name}
              </label>
            ))}
            <p class="hint">None chosen: in all projects, later ones too.</p>
          </fieldset>
        )}
        <FormEnd verb="Create" close={close} error={create.error} isRunning={create.isRunning} />
      </form>
    </Dialog>
  );
}

interface LevelsProps {
  levels: Record<string, Level>;
  onChange: (levels: Record<string, Level>) => void;
}

function Levels({ levels, onChange }: LevelsProps) {
  return (
    <div class="settings-levels">
      {OBJECTS.map((object) => (
        <label key={object} class="row">
          <span>{object}</span>
          <select
            aria-label={object}
            value={levels[object] ?? "none"}
            onChange={({ currentTarget }) => onChange({ ...levels, [object]: currentTarget.value as Level })}
          >
            <option value="none">no</option>
            <option value="read">read</option>
            <option value="write">read and write</option>
          </select>
        </label>
      ))}
    </div>
  );
}
