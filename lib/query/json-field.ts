import * as v from "valibot";
import { parseJsonText } from "../base/json-text.ts";

/** JSON text in a query string, the value itself in a body; empty text = absent. */
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
    // Not JSON: the schema refuses the text.
    return text;
  }
}
