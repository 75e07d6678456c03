import type { Fields } from "../../base/fields.ts";
import { lowerText, numberOf, withoutMaker } from "./ai-event.ts";
import type { TokenPrices } from "./find-price.ts";

/** Sound and pictures are within the output, and cost as text. */
export function outputCost(properties: Fields, prices: TokenPrices): number {
  const media = numberOf(properties, "$ai_audio_output_tokens") + numberOf(properties, "$ai_image_output_tokens");
  const rest = numberOf(properties, "$ai_output_tokens") - media;
  const told = properties["$ai_text_output_tokens"] ?? null;
  const text = told === null ? (media > 0 ? Math.max(0, rest) : rest) : numberOf(properties, "$ai_text_output_tokens");
  const thought = countsThoughtApart(properties["$ai_model"]) ? numberOf(properties, "$ai_reasoning_tokens") : 0;
  return prices.output * (text + media + thought);
}

/** Gemini from 2.5 counts reasoning beside the output, and bills it as output. */
export function countsThoughtApart(model: unknown): boolean {
  return /^gemini-(?:2\.5|3(?:\.\d+)?)-/.test(withoutMaker(lowerText(model)));
}
