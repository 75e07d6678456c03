import type * as v from "valibot";

/** A schema that reads what `Schema` reads, whose callers write `Input`. */
export type WrittenAs<Input, Schema extends v.GenericSchema> = v.GenericSchema<Input, v.InferOutput<Schema>>;

/** Says what callers write where the schema reads more, such as the text of a number. */
export function writtenAs<Input>() {
  return <const Schema extends v.GenericSchema>(schema: Schema) => schema as unknown as WrittenAs<Input, Schema>;
}
