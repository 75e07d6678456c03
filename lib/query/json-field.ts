import * as v from "valibot";
import { parseJsonText } from "../base/json-text.ts";

/** A field that a query string holds as JSON text, and a body as it is; an empty text counts as absent. */
export function jsonOf<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === "string" && given !== "" ? fromJson(given) : given || undefined)),
    schema,
  );
}

function fromJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    // The schema refuses the text, which is no object.
    return text;
  }
}
