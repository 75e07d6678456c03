import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { useProject } from "../../project.ts";
import { PLUGINS } from "./plugin-config.ts";

interface UninstallProps {
  plugin: PluginRecord;
  done: () => void;
  close: () => void;
}

/** Uninstalls a plugin after confirmation. */
export function Uninstall({ plugin, done, close }: UninstallProps) {
  const run = async () => {
    await call(`${PLUGINS}/${plugin.id}`, { method: "DELETE" });
    done();
  };
  return (
    <Confirm title={`Uninstall ${plugin.name}?`} verb="Uninstall" run={run} close={close}>
      <p>
        It goes from all projects, with its settings, files, logs and what it stored. Events that it changed stay as
        they are.
      </p>
    </Confirm>
  );
}

interface RemoveConfigProps {
  config: PluginConfigRecord;
  done: () => void;
  close: () => void;
}

/** Removes a plugin's config from the project after confirmation. */
export function RemoveConfig({ config, done, close }: RemoveConfigProps) {
  const { P } = useProject();
  const run = async () => {
    await call(`${P}/plugin_configs/${config.id}`, { method: "DELETE" });
    done();
  };
  return (
    <Confirm title={`Remove ${config.name} from the project?`} verb="Remove" run={run} close={close}>
      <p>It no longer runs and is no longer listed. The plugin stays installed.</p>
    </Confirm>
  );
}
