import { useGroupTypes } from "../../parts/use-group-types.ts";
import type { FlagDraft } from "./flag-draft.ts";

interface FlagSettingsProps {
  draft: FlagDraft;
  onChange: (part: Partial<FlagDraft>) => void;
}

/** The settings of a flag that most flags leave as they are. */
export function FlagSettings({ draft, onChange }: FlagSettingsProps) {
  const types = useGroupTypes();
  return (
    <details class="flag-settings">
      <summary>More settings</summary>
      <div class="form">
        <label class="row">
          Chosen by
          <select
            value={draft.unit === null ? draft.bucketing : `group ${draft.unit}`}
            onChange={(event) => onChange(toUnit(event.currentTarget.value))}
          >
            <option value="distinct_id">person</option>
            <option value="device_id">device</option>
            {types.map(({ group_type: name, group_type_index: index }) => (
              <option key={index} value={`group ${index}`}>
                {name} (group)
              </option>
            ))}
          </select>
        </label>
        <label class="row">
          Evaluated in
          <select
            value={draft.runtime}
            onChange={(event) => onChange({ runtime: event.currentTarget.value as FlagDraft["runtime"] })}
          >
            <option value="all">browsers and servers</option>
            <option value="client">browsers only</option>
            <option value="server">servers only</option>
          </select>
        </label>
        <label class="row">
          <input
            type="checkbox"
            checked={draft.keepsValue}
            onChange={(event) => onChange({ keepsValue: event.currentTarget.checked })}
          />
          Keep the value when somebody signs in
        </label>
        <label class="row">
          <input
            type="checkbox"
            checked={draft.isRemoteConfig}
            onChange={(event) => onChange({ isRemoteConfig: event.currentTarget.checked })}
          />
          Remote config: only the payload counts
        </label>
        <label class="field">
          <span>Labels</span>
          <input
            placeholder="separated by commas"
            value={draft.tags}
            onInput={(event) => onChange({ tags: event.currentTarget.value })}
          />
        </label>
      </div>
    </details>
  );
}

function toUnit(word: string): Pick<FlagDraft, "unit" | "bucketing"> {
  const group = /^group (\d)$/.exec(word);
  if (group !== null) return { unit: Number(group[1]), bucketing: "distinct_id" };
  return { unit: null, bucketing: word as FlagDraft["bucketing"] };
}
