import { useState } from "preact/hooks";
import type { PluginRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useAction } from "../../use-action.ts";
import { PLUGINS } from "./plugin-config.ts";
import { SourceFiles } from "./source-files.tsx";
import { TEMPLATE } from "./template.ts";

const WAYS = ["file", "source", "path"] as const;
type Way = (typeof WAYS)[number];

const NAMES: Record<Way, string> = { file: "From a file", source: "From source", path: "From this machine" };

interface InstallDialogProps {
  done: (plugin: PluginRecord) => void;
  close: () => void;
}

/** Installs a plugin from an archive, from typed text, or from the server's machine. Nothing is downloaded. */
export function InstallDialog({ done, close }: InstallDialogProps) {
  const [way, setWay] = useState<Way>("file");
  const [files, setFiles] = useState(TEMPLATE);
  const install = useAction(async (form: FormData) => {
    const body = way === "source" ? { files } : way === "path" ? { url: String(form.get("url")).trim() } : form;
    done(await call<PluginRecord>(`${PLUGINS}/`, { method: "POST", body }));
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void install.run(new FormData(event.currentTarget as HTMLFormElement));
  };
  return (
    <Dialog title="Install a plugin" close={close}>
      <fieldset class="plugins-ways">
        <legend class="unseen">Where it comes from</legend>
        {WAYS.map((each) => (
          <label key={each} class="row">
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            {NAMES[each]}
          </label>
        ))}
      </fieldset>
      <form class="form" onSubmit={submit}>
        {way === "file" && (
          <label class="field">
            <span>Archive</span>
            <input type="file" name="archive" accept=".zip,.tgz,.tar.gz" required />
            <small class="hint">A zip or tgz with a plugin.json, as npm and GitHub give them.</small>
          </label>
        )}
        {way === "source" && <SourceFiles files={files} onChange={setFiles} />}
        {way === "path" && (
          <label class="field">
            <span>Address</span>
            <input name="url" required placeholder="file:/home/me/my-plugin or npm:@posthog/geoip-plugin" />
            <small class="hint">
              An npm package installed where the server runs; with <code>--plugin-paths</code> a folder or archive
              there.
            </small>
          </label>
        )}
        <FormEnd verb="Install" close={close} error={install.error} isRunning={install.isRunning} />
      </form>
    </Dialog>
  );
}
