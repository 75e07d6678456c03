import type * as v from "valibot";
import { invalid } from "../base/errors.ts";
import { isFields } from "../base/fields.ts";
import type { Fields } from "../base/fields.ts";
import { FILTER_FIELDS, FiltersField, FiltersOrTextField } from "../events/filters/index.ts";
import { didYouMean } from "../base/nearest.ts";
import { parse } from "../base/parse.ts";

/**
 * Refuses an unknown field that resembles a field of the schema, in the input itself or in its entities, breakdowns and
 * filters. Other unknown fields are ignored, as over HTTP. A value that should be an object or a list passes: the
 * schema reports that fault.
 * @param also further allowed fields: those of a stored object, which may be read, changed and sent back, or of other
 * questions
 * @returns the input unchanged
 * @throws HogletError 400 `unknown_field`, naming the field and the nearest known one
 */
export function known<Input>(schema: v.GenericSchema, input: Input, also: Names = []): Input {
  look(schema, input, [], also);
  return input;
}

/** Parses an input whose fields are all known. @throws as `known` and `parse` */
export function parseKnown<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  also?: Names,
): v.InferOutput<Schema> {
  return parse(schema, known(schema, input, also));
}

/** The parts of a schema that this code reads, for every kind. */
interface Shape {
  readonly entries?: Entries;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
  /** The steps of a pipe, of which the first describes the input. */
  readonly pipe?: readonly unknown[];
}

/** Further names of fields. */
type Names = Pick<readonly string[], "includes">;

type Entries = Readonly<Record<string, v.GenericSchema>>;
type Path = readonly (string | number)[];

function look(schema: v.GenericSchema, input: unknown, path: Path, also: Names = []): void {
  if (schema === FiltersField || schema === FiltersOrTextField) return lookAtFilters(input, path);
  const { wrapped, item, pipe } = schema as Shape;
  if (pipe?.[0] === FiltersField) return lookAtFilters(input, path);
  if (wrapped !== undefined) return look(wrapped, input, path, also);
  if (Array.isArray(input)) {
    if (item !== undefined) for (const [index, member] of input.entries()) look(item, member, [...path, index]);
    return;
  }
  const entries = entriesOf(schema);
  if (entries === null || !isFields(input)) return;
  requireKnown(input, Object.keys(entries), path, also);
  for (const [name, value] of Object.entries(input)) {
    const inner = entries[name];
    if (inner !== undefined) look(inner, value, [...path, name], isQuestion(inner) ? also : []);
  }
}

/** A question within a question, such as the funnel of paths, may have the further fields of the outer one. */
function isQuestion(schema: v.GenericSchema): boolean {
  const { wrapped = schema } = schema as Shape;
  return Object.hasOwn(entriesOf(wrapped) ?? {}, "insight");
}

const OBJECTS: ReadonlySet<string> = new Set(["object", "strict_object", "object_with_rest"]);

/**
 * The fields of an object's schema; for alternatives, the fields of all. Null = not an object, or any field is allowed.
 */
function entriesOf(schema: v.GenericSchema): Entries | null {
  const { entries, options } = schema as Shape;
  if (OBJECTS.has(schema.type)) return entries ?? null;
  if (schema.type !== "variant" || options === undefined) return null;
  return Object.assign({}, ...options.map(entriesOf)) as Entries;
}

function lookAtFilters(input: unknown, path: Path): void {
  if (Array.isArray(input)) {
    for (const [index, member] of input.entries()) lookAtFilter(member, [...path, index]);
    return;
  }
  // Otherwise a map of values by property, which has no fields of its own.
  if (isGroup(input) && Object.hasOwn(input, "type")) lookAtGroup(input, path);
}

function lookAtFilter(member: unknown, path: Path): void {
  if (isGroup(member)) lookAtGroup(member, path);
  else if (isFields(member)) requireKnown(member, FILTER_FIELDS, path);
}

function lookAtGroup(group: Fields, path: Path): void {
  requireKnown(group, ["type", "values"], path);
  lookAtFilters(group["values"], [...path, "values"]);
}

function requireKnown(input: Fields, names: readonly string[], path: Path, also: Names = []): void {
  // An undefined field counts as absent.
  const isKnown = (name: string) => input[name] === undefined || names.includes(name) || also.includes(name);
  for (const name of Object.keys(input)) {
    const guess = isKnown(name) ? "" : didYouMean(name, names);
    if (guess !== "") throw invalid([...path, name].join("__"), `Unknown field "${name}".${guess}`, "unknown_field");
  }
}

function isGroup(input: unknown): input is Fields {
  return isFields(input) && Object.hasOwn(input, "values");
}
