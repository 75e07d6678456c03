import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { ConfigDialog } from "./config-dialog.tsx";
import { EditSource } from "./edit-source.tsx";
import { InstallDialog } from "./install-dialog.tsx";
import { JobDialog } from "./job-dialog.tsx";
import { Logs } from "./logs.tsx";
import { nextOrder } from "./orders.ts";
import type { Setup } from "./plugin-config.ts";
import { RemoveConfig, Uninstall } from "./removals.tsx";

interface OfPlugin {
  what: "set up" | "source" | "uninstall";
  plugin: PluginRecord;
}

interface OfConfig {
  what: "configure" | "logs" | "job" | "remove";
  plugin: PluginRecord;
  config: PluginConfigRecord;
}

/** The subject of a dialog: a new plugin, an installed plugin, or a config. */
export type Opened = { what: "install" } | OfPlugin | OfConfig;

interface OpenDialogProps {
  opened: Opened;
  setup: Setup;
  open: (opened: Opened) => void;
  close: () => void;
  reload: () => void;
}

/** The single open dialog. */
export function OpenDialog({ opened, ...rest }: OpenDialogProps) {
  if (opened.what === "install") return <Install {...rest} />;
  if ("config" in opened) return <AboutConfig opened={opened} {...rest} />;
  return <AboutPlugin opened={opened} {...rest} />;
}

type Rest = Omit<OpenDialogProps, "opened">;

/** After an installation, the dialog of its config follows. */
function Install({ open, close, reload }: Rest) {
  const done = (plugin: PluginRecord) => {
    reload();
    if (plugin.error === null) open({ what: "set up", plugin });
    else close();
  };
  return <InstallDialog done={done} close={close} />;
}

function AboutPlugin({ opened: { what, plugin }, setup, close, reload }: Rest & { opened: OfPlugin }) {
  if (what === "source") return <EditSource plugin={plugin} done={reload} close={close} />;
  if (what === "uninstall") return <Uninstall plugin={plugin} done={reload} close={close} />;
  return <ConfigDialog plugin={plugin} config={null} order={nextOrder(setup.configs)} done={reload} close={close} />;
}

function AboutConfig({ opened: { what, plugin, config }, open, close, reload }: Rest & { opened: OfConfig }) {
  if (what === "logs") return <Logs config={config} close={close} />;
  if (what === "remove") return <RemoveConfig config={config} done={reload} close={close} />;
  if (what === "configure") {
    return <ConfigDialog plugin={plugin} config={config} order={config.order} done={reload} close={close} />;
  }
  const started = () => open({ what: "logs", plugin, config });
  return <JobDialog plugin={plugin} config={config} done={started} close={close} />;
}
