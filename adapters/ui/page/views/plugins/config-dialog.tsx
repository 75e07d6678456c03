import { useState } from "preact/hooks";
import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { failOnError } from "./plugin-config.ts";
import type { WireConfig } from "./plugin-config.ts";
import { toBody, toTexts, toValues } from "./config-form.ts";
import type { Filled } from "./config-form.ts";
import { isRequired, isVisible, toSettingFields } from "./setting-fields.ts";
import { SettingInput } from "./setting-input.tsx";

interface ConfigDialogProps {
  plugin: PluginRecord;
  /** Null = a new config. */
  config: PluginConfigRecord | null;
  order: number;
  done: () => void;
  close: () => void;
}

/** The form for the fields in a plugin's manifest. */
export function ConfigDialog({ plugin, config, order, done, close }: ConfigDialogProps) {
  const { P } = useProject();
  const stored = config?.config ?? null;
  const fields = toSettingFields(plugin.config_schema);
  const [filled, setFilled] = useState<Filled>({ texts: toTexts(fields, stored), files: {}, removed: new Set() });
  // A new config whose set-up failed is there, and the next try changes it.
  const [savedId, setSavedId] = useState(config?.id);
  const save = useAction(async (form: FormData) => {
    const enabled = config === null ? form.has("enabled") : config.enabled;
    const extra = {
      name: String(form.get("name")),
      ...(savedId === undefined ? newConfig(form) : enabled && { enabled: "true" }),
    };
    const body = toBody(toValues(fields, stored, filled), filled, extra);
    const saved =
      savedId === undefined
        ? await call<WireConfig>(`${P}/plugin_configs/`, { method: "POST", body })
        : await call<WireConfig>(`${P}/plugin_configs/${savedId}`, { method: "PATCH", body });
    setSavedId(saved.id);
    done();
    if (enabled) failOnError(saved);
    close();
  });
  const newConfig = (form: FormData) => ({
    plugin: String(plugin.id),
    order: String(order),
    enabled: String(form.has("enabled")),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save.run(new FormData(event.currentTarget as HTMLFormElement));
  };
  return (
    <Dialog title={config === null ? `Set up ${plugin.name}` : `Configure ${config.name}`} close={close}>
      <form class="form" onSubmit={submit}>
        {fields
          .filter((field) => isVisible(field, filled.texts))
          .map((field, index) => (
            <SettingInput
              key={field.key ?? `text ${index}`}
              field={field}
              isRequired={isRequired(field, filled.texts)}
              stored={field.key === null ? undefined : stored?.[field.key]}
              filled={filled}
              onChange={setFilled}
            />
          ))}
        <label class="field">
          <span>Name in this project</span>
          <input name="name" defaultValue={config?.name ?? plugin.name} maxLength={400} />
        </label>
        {config === null && (
          <label class="row">
            <input type="checkbox" name="enabled" defaultChecked />
            Enable now
          </label>
        )}
        <FormEnd verb="Save" close={close} error={save.error} isRunning={save.isRunning} />
      </form>
    </Dialog>
  );
}
