import type { PluginRecord } from "../../../../../lib/index.ts";

/** A field of a plugin's manifest, ready to be drawn (reference/plugins.md 2). */
export interface SettingField {
  /** Null = a text for people, nothing to fill in. */
  key: string | null;
  name: string;
  type: "string" | "json" | "choice" | "attachment";
  choices: string[];
  /** What a new config begins with. */
  default: string;
  hint: string;
  /** Shown as it is written. */
  markdown: string;
  isSecret: boolean;
  isRequired: boolean;
  requiredIf: Condition[];
  visibleIf: Condition[];
  /** Lower ones come first. */
  place: number;
}

/** Another field's key, and the value that it must have; without one any value will do. */
type Condition = [key: string, value?: unknown];

/** Texts of fields by key, as they are being filled in. */
export type Texts = Readonly<Record<string, string>>;

/** The fields of either form of a manifest's `config`, by their `order` where they have one. */
export function toSettingFields(schema: PluginRecord["config_schema"]): SettingField[] {
  const fields = Array.isArray(schema)
    ? schema.map((field) => toField(field.key ?? null, field))
    : Object.entries(schema).map(([key, field]) => toField(key, field));
  return fields.toSorted((a, b) => a.place - b.place);
}

/** Is it shown? When all other fields that it names have the values it asks for. */
export function isVisible({ visibleIf }: SettingField, texts: Texts): boolean {
  return visibleIf.every((condition) => holds(condition, texts));
}

/** Must it be filled in? Always, or when any of the fields that it names has the value it tells. */
export function isRequired({ isRequired: always, requiredIf }: SettingField, texts: Texts): boolean {
  return always || requiredIf.some((condition) => holds(condition, texts));
}

function holds([key, value]: Condition, texts: Texts): boolean {
  const text = texts[key] ?? "";
  return value === undefined ? text !== "" : text === toText(value);
}

function toField(key: string | null, field: Record<string, unknown>): SettingField {
  const text = (name: string) => (typeof field[name] === "string" ? field[name] : "");
  return {
    key: key === "" ? null : key,
    name: text("name") || (key ?? ""),
    type: toType(field["type"]),
    choices: Array.isArray(field["choices"]) ? field["choices"].map(String) : [],
    default: toText(field["default"]),
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

/** A stored value as a field has it: texts as they are, nothing as an empty one, the rest as JSON. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
