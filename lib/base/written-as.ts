import type * as v from "valibot";

/** Types what callers write where the schema reads more, such as the text of a number. */
export function writtenAs<Input>() {
  // Unnamed: else declarations would have the schema's whole type in each place.
  return <const Schema extends v.GenericSchema>(schema: Schema) =>
    schema as unknown as v.GenericSchema<Input, v.InferOutput<Schema>>;
}
