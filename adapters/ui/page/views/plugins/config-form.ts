import { SECRET_MASK } from "./secret-mask.ts";
import { toFieldText } from "./setting-fields.ts";
import type { SettingField, Texts } from "./setting-fields.ts";

/** Values of a config by key. */
type Values = Readonly<Record<string, unknown>>;

/** The input of the user. */
export interface Filled {
  texts: Texts;
  /** Chosen files by key. */
  files: Readonly<Record<string, File>>;
  /** Keys of secrets and files to remove. */
  removed: ReadonlySet<string>;
}

/** The initial texts: stored values, empty for secrets; for a new config (null) the defaults. */
export function toTexts(fields: readonly SettingField[], stored: Values | null): Texts {
  const entries = fields.flatMap((field): [string, string][] => {
    if (field.key === null || field.type === "attachment") return [];
    if (stored === null) return [[field.key, field.default]];
    return [[field.key, isStoredSecret(stored[field.key]) ? "" : toFieldText(stored[field.key])]];
  });
  return Object.fromEntries(entries);
}

/** Is the value a stored secret, which is not shown? */
export function isStoredSecret(value: unknown): boolean {
  return value === SECRET_MASK;
}

/**
 * The values to store. Untouched values stay unchanged, even if they are not text. An empty secret is left out, which
 * keeps it unless it was removed. Values without a field are kept.
 */
export function toValues(fields: readonly SettingField[], stored: Values | null, { texts, removed }: Filled): Values {
  const values: Record<string, unknown> = { ...stored };
  for (const { key, type, isSecret, default: first } of fields) {
    if (key === null) continue;
    const text = texts[key] ?? "";
    if (type === "attachment") delete values[key];
    else if (isSecret && removed.has(key)) values[key] = "";
    else if (isSecret && text === "") delete values[key];
    else if (text !== (stored === null ? "" : toFieldText(stored[key])) || (stored === null && first !== ""))
      values[key] = text;
  }
  return values;
}

/** The body of the request, with files. `extra` = other fields of the config. */
export function toBody(values: Values, { files, removed }: Filled, extra: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...extra, config: JSON.stringify(values) })) form.set(name, value);
  for (const [key, file] of Object.entries(files)) form.set(`add_attachment[${key}]`, file);
  // Removed secrets are among the values, as empty texts.
  for (const key of removed) if (!Object.hasOwn(values, key)) form.set(`remove_attachment[${key}]`, "true");
  return form;
}
