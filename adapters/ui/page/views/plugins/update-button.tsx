import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { ApiError, call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { PLUGINS } from "./plugin-config.ts";

interface UpdateButtonProps {
  plugin: PluginRecord;
  configs: PluginConfigRecord[];
  done: () => void;
}

/** Reads a plugin again from its source, and updates the project's configs to the new version. */
export function UpdateButton({ plugin, configs, done }: UpdateButtonProps) {
  const { P } = useProject();
  const update = useAction(async () => {
    await call(`${PLUGINS}/${plugin.id}/upgrade`, { method: "POST", body: {} });
    const own = configs.filter((config) => config.plugin === plugin.id);
    for (const { id } of own) await migrate(`${P}/plugin_configs/${id}/migrate`);
    done();
  });
  return (
    <>
      <button
        type="button"
        aria-label={`Update ${plugin.name}`}
        title={`Reads ${plugin.url} again`}
        disabled={update.isRunning}
        onClick={() => void update.run()}
      >
        Update
      </button>
      <span role="status">{update.error?.message ?? (update.isDone ? "Updated." : "")}</span>
    </>
  );
}

async function migrate(path: string): Promise<void> {
  try {
    await call(path, { method: "POST" });
  } catch (error) {
    // 400: the config runs the newest version already.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  }
}
