import { useState } from "preact/hooks";
import type { PluginRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Answered, ErrorNote } from "../../parts/states.tsx";
import { useAction } from "../../use-action.ts";
import { useLoaded } from "../../use-loaded.ts";
import { PLUGINS } from "./plugin-config.ts";
import { SourceFiles } from "./source-files.tsx";

type Files = Readonly<Record<string, string>>;

interface EditSourceProps {
  plugin: PluginRecord;
  done: () => void;
  close: () => void;
}

/** The stored files of a plugin: editable if they were given as text, else read-only. */
export function EditSource({ plugin, done, close }: EditSourceProps) {
  const answer = useLoaded(["source", plugin.id], (signal) =>
    call<Files>(`${PLUGINS}/${plugin.id}/source`, { signal }),
  );
  return (
    <Dialog title={`Source of ${plugin.name}`} close={close} place="side">
      <Answered answer={answer} what="the source">
        {(files) => <SourceForm plugin={plugin} stored={files} done={done} close={close} />}
      </Answered>
    </Dialog>
  );
}

function SourceForm({ plugin, stored, done, close }: EditSourceProps & { stored: Files }) {
  const [files, setFiles] = useState(stored);
  const isReadOnly = plugin.plugin_type !== "source";
  const save = useAction(async () => {
    await call(`${PLUGINS}/${plugin.id}/update_source`, { method: "PATCH", body: files });
    done();
    close();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form class="form" onSubmit={submit}>
      <SourceFiles files={files} onChange={setFiles} isReadOnly={isReadOnly} />
      {save.error !== undefined && <ErrorNote error={save.error} />}
      {isReadOnly ? (
        <p class="hint">Plugins that were given as text can be edited here.</p>
      ) : (
        <div class="actions">
          <button type="submit" class="primary" disabled={save.isRunning}>
            Save
          </button>
          <span class="hint">At work at once, in all projects.</span>
        </div>
      )}
    </form>
  );
}
