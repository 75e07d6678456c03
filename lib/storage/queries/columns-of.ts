import { toJson, toStorableText } from "../json.ts";

/** A field's name as drizzle's rows have it. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Stored<Value> = Value extends boolean ? number : Value extends object ? string : Value;
type ColumnsOf<Fields> = { [Name in keyof Fields & string as Camel<Name>]: Stored<Fields[Name]> };

/**
 * Converts fields to columns: booleans to 1 and 0, lists and objects to JSON, texts to what SQLite can hold.
 * @param like has the names of the fields
 */
export function toColumns<Fields extends object>(fields: NoInfer<Fields>, like: Fields): ColumnsOf<Fields> {
  const names = Object.keys(like) as (keyof Fields & string)[];
  return Object.fromEntries(names.map((name) => [toCamel(name), toStored(fields[name])])) as ColumnsOf<Fields>;
}

/**
 * Converts a row's columns back to fields.
 * @param like has the names of the fields, with values of their types
 */
export function fromColumns<Fields extends object>(row: object, like: Fields): Fields {
  const columns = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(like).map(([name, value]) => [name, fromStored(columns[toCamel(name)], value)]),
  ) as Fields;
}

export function columnKeys<Fields extends object>(like: Fields): (keyof ColumnsOf<Fields>)[] {
  return Object.keys(like).map(toCamel) as (keyof ColumnsOf<Fields>)[];
}

function toCamel(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function toStored(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string") return toStorableText(value);
  return typeof value === "object" && value !== null ? toJson(value) : value;
}

function fromStored(value: unknown, like: unknown): unknown {
  if (typeof like === "boolean") return value === 1;
  return typeof like === "object" && like !== null ? JSON.parse(String(value)) : value;
}
