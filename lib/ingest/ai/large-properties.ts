import type { Fields } from "../../base/fields.ts";
import type { Tell } from "./ai-event.ts";

/** The properties that hold prompts, answers and states, whose size the user's data decides. */
const LARGE = ["$ai_input", "$ai_output_choices", "$ai_output", "$ai_input_state", "$ai_output_state", "$ai_tools"];

/** Characters of JSON that each of them may have: an event with all six stays below 1.5 MB, which the page and exports still show. */
const MAX_CHARS = 250_000;

/** Keeps the beginning of larger properties, as text, and tells of it. */
export function cutLargeProperties(properties: Fields, tell: Tell): void {
  for (const name of LARGE) {
    const value = properties[name];
    if (value === undefined || value === null) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text.length <= MAX_CHARS) continue;
    properties[name] = text.slice(0, MAX_CHARS).toWellFormed();
    tell("ai_property_cut", { property: name, characters: text.length, kept: MAX_CHARS });
  }
}
