import { toCounted } from "../../parts/counted.ts";
import type { Filled } from "./config-form.ts";
import { isStoredSecret } from "./config-form.ts";
import type { SettingField } from "./setting-fields.ts";

interface SettingInputProps {
  field: SettingField;
  isRequired: boolean;
  /** The stored value; undefined = none. */
  stored: unknown;
  filled: Filled;
  onChange: (filled: Filled) => void;
}

/** A field of a config, with its help from the manifest. */
export function SettingInput({ field, isRequired, stored, filled, onChange }: SettingInputProps) {
  const { key, name, markdown, hint } = field;
  const text = markdown !== "" && <p class="plugins-text">{markdown}</p>;
  if (key === null) return <>{text}</>;
  const hasStored = isStoredSecret(stored) || (field.type === "attachment" && stored !== undefined && stored !== null);
  const isGone = filled.removed.has(key);
  const toggle = () => {
    const removed = new Set(filled.removed);
    if (!removed.delete(key)) removed.add(key);
    onChange({ ...filled, removed });
  };
  return (
    <div class="plugins-setting">
      {text}
      <label class="field">
        <span>
          {name}
          {isRequired && <span class="plugins-required"> (required)</span>}
        </span>
        <Input
          field={field}
          settingKey={key}
          isRequired={isRequired && !(hasStored && !isGone)}
          filled={filled}
          onChange={onChange}
          placeholder={isStoredSecret(stored) && !isGone ? "stored; type a new value to replace it" : ""}
        />
        {hint !== "" && <small class="hint">{hint}</small>}
      </label>
      {hasStored && (
        <p class="row hint">
          {field.type === "attachment" && describeFile(stored)}
          {!isRequired && (
            <label class="row">
              <input type="checkbox" checked={isGone} onChange={toggle} />
              Take {name} away
            </label>
          )}
        </p>
      )}
    </div>
  );
}

interface InputProps extends Pick<SettingInputProps, "field" | "isRequired" | "filled" | "onChange"> {
  settingKey: string;
  placeholder: string;
}

function Input({
  field: { type, isSecret, choices },
  settingKey: key,
  isRequired,
  filled,
  onChange,
  placeholder,
}: InputProps) {
  const value = filled.texts[key] ?? "";
  const set = (text: string) => onChange({ ...filled, texts: { ...filled.texts, [key]: text } });
  if (type === "attachment") {
    const choose = ([file]: Iterable<File>) =>
      onChange({ ...filled, files: { ...filled.files, ...(file !== undefined && { [key]: file }) } });
    return (
      <input type="file" required={isRequired} onChange={({ currentTarget }) => choose(currentTarget.files ?? [])} />
    );
  }
  if (type === "choice") {
    return (
      <select value={value} required={isRequired} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {[...new Set(["", ...choices, value])].map((choice) => (
          <option key={choice} value={choice}>
            {choice === "" ? "—" : choice}
          </option>
        ))}
      </select>
    );
  }
  if (type === "json" && !isSecret) {
    const check = (element: HTMLTextAreaElement) => {
      element.setCustomValidity(isJson(element.value) ? "" : "Expected JSON.");
      set(element.value);
    };
    return (
      <textarea rows={4} value={value} required={isRequired} onInput={({ currentTarget }) => check(currentTarget)} />
    );
  }
  return (
    <input
      type={isSecret ? "password" : "text"}
      value={value}
      required={isRequired}
      placeholder={placeholder}
      autocomplete="off"
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

function describeFile(stored: unknown): string {
  const { name, size } = stored as { name: string; size: number };
  return size < 0 ? "A secret file is kept." : `${name}, ${toCounted(size, "byte")}, is kept.`;
}

/** Is the text valid JSON, or empty? */
function isJson(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
