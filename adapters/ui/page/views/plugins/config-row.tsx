import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { Time } from "../../parts/time.tsx";
import type { Opened } from "./open-dialog.tsx";

interface ConfigRowProps {
  config: PluginConfigRecord;
  plugin: PluginRecord;
  open: (opened: Opened) => void;
  /** Enables the config, or disables it. */
  toggle: (config: PluginConfigRecord) => void;
}

/** A config of a plugin: its status, and its actions. */
export function ConfigRow({ config, plugin, open, toggle }: ConfigRowProps) {
  const { name, enabled, delivery_rate_24h: rate } = config;
  const on = (what: "configure" | "logs" | "job" | "remove") => () => open({ what, plugin, config });
  return (
    <div class="plugins-config">
      <div>
        <h3>{name}</h3>
        <p class="hint">{config.description}</p>
        {rate !== null && (
          <p class={rate < 1 ? "plugins-rate low" : "plugins-rate"}>
            {(rate * 100).toFixed(rate === 1 ? 0 : 1)} % of its runs went well in the last 24 hours
          </p>
        )}
        <ConfigError error={config.error} />
      </div>
      <div class="actions">
        <button type="button" aria-label={`Configure ${name}`} onClick={on("configure")}>
          Configure
        </button>
        <button type="button" aria-label={`Log of ${name}`} onClick={on("logs")}>
          Log
        </button>
        {Object.keys(plugin.public_jobs).length > 0 && enabled && (
          <button type="button" aria-label={`Run a job of ${name}`} onClick={on("job")}>
            Run a job
          </button>
        )}
        <button
          type="button"
          aria-label={enabled ? `Disable ${name}` : `Enable ${name}`}
          onClick={() => toggle(config)}
        >
          {enabled ? "Disable" : "Enable"}
        </button>
        {!enabled && (
          <button type="button" class="danger" aria-label={`Remove ${name}`} onClick={on("remove")}>
            Remove
          </button>
        )}
      </div>
    </div>
  );
}

function ConfigError({ error }: Pick<PluginConfigRecord, "error">) {
  if (error === null) return null;
  return (
    <div class="plugins-error">
      <p>
        Stopped <Time at={error.time} />: {error.name !== undefined && `${error.name}: `}
        {error.message}
      </p>
      {error.stack !== undefined && (
        <details>
          <summary>Where</summary>
          <pre>{error.stack}</pre>
        </details>
      )}
    </div>
  );
}
