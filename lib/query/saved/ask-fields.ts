import * as v from "valibot";
import { parseJsonText } from "../../base/json-text.ts";
import { FiltersOverrideField, RefreshField, VariablesOverrideField } from "../index.ts";

/** The fields by which a request asks saved questions, in a query string (reference/query.md 6.2). */
export const askFields = {
  /** How a question is asked; absent = an answer that is there already, or none. */
  refresh: RefreshField,
  /** Filters that are laid over the question: JSON. */
  filters_override: v.exactOptional(jsonOf(FiltersOverrideField)),
  /** Values for its variables: JSON. */
  variables_override: v.exactOptional(jsonOf(VariablesOverrideField)),
};

/** A field that a query string holds as JSON text. */
function jsonOf<const Schema extends v.GenericSchema>(schema: Schema) {
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
