import type * as v from "valibot";
import { invalid } from "../base/errors.ts";
import { FILTER_FIELDS, FiltersField, FiltersOrTextField } from "../events/filters/index.ts";
import { nearest } from "./options.ts";
import { parse } from "../base/parse.ts";

/**
 * Refuses a field that a schema does not know and that looks like one it does, in the input itself or in what it holds:
 * entities, breakdowns, filters. Any other unknown field is passed over, as over HTTP.
 * What is no object or list where one is expected is let pass: the schema says what is wrong with it.
 * @param also further fields that are let pass: those of a stored thing, which may be read, changed and given back, or of
 * other questions
 * @returns the input as it is
 * @throws HogletError 400 `unknown_field`, naming the field and the nearest known one
 */
export function known<Input>(schema: v.GenericSchema, input: Input, also: readonly string[] = []): Input {
  look(schema, input, [], also);
  return input;
}

/** Parses an input all of whose fields are known. @throws as `known` and `parse` */
export function parseKnown<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  also?: readonly string[],
): v.InferOutput<Schema> {
  return parse(schema, known(schema, input, also));
}

/** What is looked at of a schema, whatever its kind. */
interface Shape {
  readonly entries?: Entries;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
  /** Of several steps, the first of which says what goes in. */
  readonly pipe?: readonly unknown[];
}

type Entries = Readonly<Record<string, v.GenericSchema>>;
type Path = readonly (string | number)[];

function look(schema: v.GenericSchema, input: unknown, path: Path, also: readonly string[] = []): void {
  if (schema === FiltersField || schema === FiltersOrTextField) return lookAtFilters(input, path);
  const { wrapped, item, pipe } = schema as Shape;
  if (pipe?.[0] === FiltersField) return lookAtFilters(input, path);
  if (wrapped !== undefined) return look(wrapped, input, path, also);
  if (Array.isArray(input)) {
    if (item !== undefined) for (const [index, member] of input.entries()) look(item, member, [...path, index]);
    return;
  }
  const entries = entriesOf(schema);
  if (entries === null || !isRecord(input)) return;
  requireKnown(input, Object.keys(entries), path, also);
  for (const [name, value] of Object.entries(input)) {
    const inner = entries[name];
    if (inner !== undefined) look(inner, value, [...path, name]);
  }
}

/** The fields of an object; of a choice between several, those of any. Null = it is none, or any field may be in it. */
function entriesOf(schema: v.GenericSchema): Entries | null {
  const { entries, options } = schema as Shape;
  if (schema.type === "object" || schema.type === "strict_object") return entries ?? null;
  if (schema.type !== "variant" || options === undefined) return null;
  return Object.assign({}, ...options.map(entriesOf)) as Entries;
}

function lookAtFilters(input: unknown, path: Path): void {
  if (Array.isArray(input)) {
    for (const [index, member] of input.entries()) lookAtFilter(member, [...path, index]);
    return;
  }
  // Else a map of values by property, which has no fields of its own.
  if (isGroup(input) && Object.hasOwn(input, "type")) lookAtGroup(input, path);
}

function lookAtFilter(member: unknown, path: Path): void {
  if (isGroup(member)) lookAtGroup(member, path);
  else if (isRecord(member)) requireKnown(member, FILTER_FIELDS, path);
}

function lookAtGroup(group: Fields, path: Path): void {
  requireKnown(group, ["type", "values"], path);
  lookAtFilters(group["values"], [...path, "values"]);
}

function requireKnown(input: Fields, names: readonly string[], path: Path, also: readonly string[] = []): void {
  // What is undefined was not said.
  const isKnown = (name: string) => input[name] === undefined || names.includes(name) || also.includes(name);
  for (const name of Object.keys(input)) {
    const meant = isKnown(name) ? undefined : nearest(name, names);
    if (meant === undefined) continue;
    const detail = `Unknown field "${name}". Did you mean "${meant}"?`;
    throw invalid([...path, name].join("__"), detail, "unknown_field");
  }
}

type Fields = Record<string, unknown>;

function isRecord(input: unknown): input is Fields {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

function isGroup(input: unknown): input is Fields {
  return isRecord(input) && Object.hasOwn(input, "values");
}
