import type * as v from "valibot";

/** The parts of every kind's schema that this file reads. */
interface Shape {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
}

/** Names of the fields of the object at a path. */
export function namesAt(schema: v.GenericSchema, keys: readonly string[]): string[] {
  const { entries, wrapped, item, options } = schema as Shape;
  if (wrapped !== undefined) return namesAt(wrapped, keys);
  if (options !== undefined) return options.flatMap((option) => namesAt(option, keys));
  const [first, ...rest] = keys;
  if (first === undefined) return Object.keys(entries ?? {});
  const inner = item ?? entries?.[first];
  return inner === undefined ? [] : namesAt(inner, rest);
}
