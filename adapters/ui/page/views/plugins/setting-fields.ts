import type { PluginRecord } from "../../../../../lib/index.ts";

/** A field of a plugin's manifest, ready to be drawn (reference/plugins.md 2). */
export interface SettingField {
  /** Null = text for users without an input. */
  key: string | null;
  name: string;
  type: "string" | "json" | "choice" | "attachment";
  choices: string[];
  /** Default in a new config. */
  default: string;
  hint: string;
  /** Shown as plain text. */
  markdown: string;
  isSecret: boolean;
  isRequired: boolean;
  requiredIf: Condition[];
  visibleIf: Condition[];
  /** Lower numbers come first. */
  place: number;
}

/** The key of another field, and its required value; without a value, any will do. */
type Condition = [key: string, value?: unknown];

/** Texts of the fields by key, during input. */
export type Texts = Readonly<Record<string, string>>;

/** The fields of a manifest's `config` in either form, sorted by `order` if present. */
export function toSettingFields(schema: PluginRecord["config_schema"]): SettingField[] {
  const fields = Array.isArray(schema)
    ? schema.map((field) => toField(field.key ?? null, field))
    : Object.entries(schema).map(([key, field]) => toField(key, field));
  return fields.toSorted((a, b) => a.place - b.place);
}

/** Is it shown? All other fields that it names must have the values that it requires. */
export function isVisible({ visibleIf }: SettingField, texts: Texts): boolean {
  return visibleIf.every((condition) => holds(condition, texts));
}

/** Is it required? Always, or if any of the fields that it names has the given value. */
export function isRequired({ isRequired: always, requiredIf }: SettingField, texts: Texts): boolean {
  return always || requiredIf.some((condition) => holds(condition, texts));
}

function holds([key, value]: Condition, texts: Texts): boolean {
  const text = texts[key] ?? "";
  return value === undefined ? text !== "" : text === toFieldText(value);
}

function toField(key: string | null, field: Record<string, unknown>): SettingField {
  const text = (name: string) => (typeof field[name] === "string" ? field[name] : "");
  return {
    key: key === "" ? null : key,
    name: text("name") || (key ?? ""),
    type: toType(field["type"]),
    choices: Array.isArray(field["choices"]) ? field["choices"].map(String) : [],
    default: toFieldText(field["default"]),
    hint: text("hint"),
    markdown: text("markdown"),
    isSecret: field["secret"] === true,
    isRequired: field["required"] === true,
    requiredIf: toConditions(field["required_if"]),
    visibleIf: toConditions(field["visible_if"]),
    place: typeof field["order"] === "number" ? field["order"] : 0,
  };
}

function toType(type: unknown): SettingField["type"] {
  return type === "json" || type === "choice" || type === "attachment" ? type : "string";
}

function toConditions(value: unknown): Condition[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => (Array.isArray(each) && typeof each[0] === "string" ? [[each[0], each[1]]] : []));
}

/** A stored value in a field: text unchanged, a missing value empty, others as JSON. */
export function toFieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
