import type { PluginRecord } from "../../../../../lib/index.ts";
import { Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import type { Opened } from "./open-dialog.tsx";
import type { Setup } from "./plugin-config.ts";
import { UpdateButton } from "./update-button.tsx";

interface InstalledPluginsProps {
  setup: Setup;
  open: (opened: Opened) => void;
  reload: () => void;
}

const FROM: Record<string, string> = {
  local: "a folder or file",
  custom: "a package or archive",
  source: "source text",
};

/** The plugins of the database, which every project may use. */
export function InstalledPlugins({ setup: { plugins, configs }, open, reload }: InstalledPluginsProps) {
  return (
    <section class="stack plugins-installed" aria-labelledby="plugins-installed">
      <h2 id="plugins-installed">Installed</h2>
      {plugins.length === 0 ? (
        <Empty>No plugins yet. One changes, drops or forwards events as they arrive.</Empty>
      ) : (
        <Table
          caption="Installed plugins"
          rows={plugins}
          rowKey={({ id }) => id}
          columns={[
            { name: "Name", cell: (plugin) => <PluginName plugin={plugin} /> },
            { name: "Version", cell: ({ tag }) => tag ?? "—" },
            {
              name: "From",
              cell: ({ plugin_type, url }) => <span title={url ?? ""}>{FROM[plugin_type] ?? plugin_type}</span>,
            },
            { name: "Does", cell: ({ capabilities }) => Object.values(capabilities).flat().join(", ") },
            {
              name: "Used here",
              isNumber: true,
              cell: ({ id }) => configs.filter(({ plugin }) => plugin === id).length,
            },
            {
              name: "Actions",
              cell: (plugin) => (
                <div class="actions">
                  <button
                    type="button"
                    aria-label={`Set up ${plugin.name}`}
                    onClick={() => open({ what: "set up", plugin })}
                  >
                    Set up
                  </button>
                  <button
                    type="button"
                    aria-label={`Source of ${plugin.name}`}
                    onClick={() => open({ what: "source", plugin })}
                  >
                    Source
                  </button>
                  {plugin.url !== null && <UpdateButton plugin={plugin} configs={configs} done={reload} />}
                  {!plugin.is_global && (
                    <button
                      type="button"
                      class="danger"
                      aria-label={`Uninstall ${plugin.name}`}
                      onClick={() => open({ what: "uninstall", plugin })}
                    >
                      Uninstall
                    </button>
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

function PluginName({ plugin: { name, description, error } }: { plugin: PluginRecord }) {
  return (
    <>
      <strong>{name}</strong>
      <p class="hint">{description}</p>
      {error !== null && <p class="plugins-error">{error}</p>}
    </>
  );
}
