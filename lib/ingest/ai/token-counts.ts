import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { toFiniteNumber } from "./ai-event.ts";
import type { Tell } from "./ai-event.ts";

/** Counts that are checked as they come. */
const CHECKED = [
  "$ai_input_tokens",
  "$ai_output_tokens",
  "$ai_reasoning_tokens",
  "$ai_cache_read_input_tokens",
  "$ai_cache_creation_input_tokens",
  "$ai_cache_creation_5m_input_tokens",
  "$ai_cache_creation_1h_input_tokens",
];

/**
 * Takes `total` of counts sent as objects, and removes counts that are no numbers. Null, and a text without a letter,
 * are no mistake.
 */
export function checkTokenCounts(properties: Fields, tell: Tell): void {
  for (const name of CHECKED) {
    if (!(name in properties)) continue;
    const sent = properties[name];
    const count = isFields(sent) && "total" in sent ? sent["total"] : sent;
    properties[name] = count;
    if (count === null || count === undefined || count === "" || toFiniteNumber(count) !== undefined) continue;
    tell("invalid_ai_token_property", { property: name, value_type: typeof count });
    properties[name] = null;
  }
}

/** Multiplied by the price of input. */
const OF_INPUT = [
  "$ai_input_tokens",
  "$ai_cache_read_input_tokens",
  "$ai_cache_creation_input_tokens",
  "$ai_cache_creation_5m_input_tokens",
  "$ai_cache_creation_1h_input_tokens",
  "$ai_audio_input_tokens",
  "$ai_image_input_tokens",
  "$ai_cache_read_audio_tokens",
];

/** Multiplied by the price of output. */
const OF_OUTPUT = [
  "$ai_output_tokens",
  "$ai_text_output_tokens",
  "$ai_reasoning_tokens",
  "$ai_audio_output_tokens",
  "$ai_image_output_tokens",
];

/** Did the provider report any count of this side? Zero is a report; no count means that nobody knows. */
export function hasCounts(properties: Fields, side: "input" | "output"): boolean {
  return (side === "input" ? OF_INPUT : OF_OUTPUT).some((name) => toFiniteNumber(properties[name]) !== undefined);
}
