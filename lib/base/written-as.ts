import type * as v from "valibot";

/** Says what callers write where the schema reads more, such as the text of a number. */
export function writtenAs<Input>() {
  // Without a name of its own: with one, declarations would have the whole type of the schema in each place.
  return <const Schema extends v.GenericSchema>(schema: Schema) =>
    schema as unknown as v.GenericSchema<Input, v.InferOutput<Schema>>;
}
