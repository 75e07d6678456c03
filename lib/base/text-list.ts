import * as v from "valibot";
import { parseJsonText } from "./json-text.ts";
import { writtenAs } from "./written-as.ts";

/** Each is compared with every row. */
const MAX_TEXTS = 1000;

/** A list, or its JSON in a query string; empty text = an empty list. */
export const TextList = writtenAs<readonly string[]>()(
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === "string" ? fromJson(given) : given)),
    v.array(v.string(), "Expected a JSON list of texts."),
    v.maxLength(MAX_TEXTS, `Expected at most ${MAX_TEXTS} texts.`),
  ),
);

function fromJson(text: string): unknown {
  try {
    return text === "" ? [] : parseJsonText(text);
  } catch {
    // Not JSON: the schema refuses the text.
    return text;
  }
}
