import { useState } from "preact/hooks";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useReloading } from "../../use-reloading.ts";
import { Configs } from "./configs.tsx";
import { InstalledPlugins } from "./installed-plugins.tsx";
import { getSetup } from "./plugin-config.ts";
import { OpenDialog } from "./open-dialog.tsx";
import type { Opened } from "./open-dialog.tsx";

/** Pause in ms between looks at the state of plugins. */
const EVERY_MS = 4000;

/** Installed plugins, and the project's configs: their order, values and logs. */
export function PluginsView() {
  const { P } = useProject();
  const answer = useLoaded(["plugins", P], (signal) => getSetup(P, signal));
  // A plugin that stops is told without a click; a dialog keeps what it was opened with.
  useReloading(answer, EVERY_MS);
  const [opened, setOpened] = useState<Opened>();
  const install = (
    <button type="button" class="primary" onClick={() => setOpened({ what: "install" })}>
      Install a plugin
    </button>
  );
  return (
    <View title="Plugins" actions={install}>
      <Answered answer={answer} what="plugins">
        {(setup) => (
          <div class="stack">
            <Configs setup={setup} open={setOpened} reload={answer.reload} />
            <InstalledPlugins setup={setup} open={setOpened} reload={answer.reload} />
            {opened !== undefined && (
              <OpenDialog
                opened={opened}
                setup={setup}
                open={setOpened}
                close={() => setOpened(undefined)}
                reload={answer.reload}
              />
            )}
          </div>
        )}
      </Answered>
    </View>
  );
}
