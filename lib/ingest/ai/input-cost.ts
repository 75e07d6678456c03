import type { Fields } from "../../base/fields.ts";
import { lowerText, numberOf, toFiniteNumber } from "./ai-event.ts";
import type { TokenPrices } from "./find-price.ts";

/**
 * An event's input cost (reference/ai.md 3.2). Providers count cache tokens beside the input or within it:
 * `$ai_cache_reporting_exclusive` says which, and is written here if the sender does not. Sound and pictures are within
 * the input, and cost as text.
 */
export function inputCost(properties: Fields, prices: TokenPrices): number {
  const isExclusive = settleExclusive(properties);
  const input = numberOf(properties, "$ai_input_tokens");
  const read = numberOf(properties, "$ai_cache_read_input_tokens");
  const [audio, images] = [
    numberOf(properties, "$ai_audio_input_tokens"),
    numberOf(properties, "$ai_image_input_tokens"),
  ];
  const cachedAudio = Math.max(0, Math.min(numberOf(properties, "$ai_cache_read_audio_tokens"), audio, read));
  const cachedText = read - cachedAudio;
  const written = writtenTokens(properties);
  const plain = (isExclusive ? input : input - cachedText - written) - audio - images;
  const text = audio > 0 || images > 0 ? Math.max(0, plain) : plain;
  const perRead = prices.cacheRead ?? prices.input * (isClaude(properties) ? 0.1 : 0.5);
  const perCachedAudio = prices.cacheRead ?? prices.input * 0.5;
  return (
    prices.input * (text + audio - cachedAudio + images) +
    perRead * cachedText +
    perCachedAudio * cachedAudio +
    writingCost(properties, prices)
  );
}

/** The prompt with its cache, by which long prompts cost more. */
export function promptTokens(properties: Fields): number {
  const input = numberOf(properties, "$ai_input_tokens");
  if (!settleExclusive(properties)) return input;
  return input + numberOf(properties, "$ai_cache_read_input_tokens") + writtenTokens(properties);
}

function settleExclusive(properties: Fields): boolean {
  const said = properties["$ai_cache_reporting_exclusive"];
  if (typeof said === "boolean") return said;
  const isExclusive =
    (isClaude(properties) && !isThroughGateway(properties)) ||
    numberOf(properties, "$ai_input_tokens") <
      numberOf(properties, "$ai_cache_read_input_tokens") + numberOf(properties, "$ai_cache_creation_input_tokens");
  properties["$ai_cache_reporting_exclusive"] = isExclusive;
  return isExclusive;
}

/** Anthropic's models count alike at all providers. */
function isClaude(properties: Fields): boolean {
  const model = lowerText(properties["$ai_model"]);
  return (
    lowerText(properties["$ai_provider"]) === "anthropic" || model.includes("anthropic") || model.startsWith("claude")
  );
}

/** Vercel's AI Gateway counts the cache within the input. */
function isThroughGateway(properties: Fields): boolean {
  return lowerText(properties["$ai_provider"]) === "gateway" && lowerText(properties["$ai_framework"]) === "vercel";
}

const FOR_MINUTES = "$ai_cache_creation_5m_input_tokens";
const FOR_AN_HOUR = "$ai_cache_creation_1h_input_tokens";

/** Does the event tell tokens kept for minutes from those for an hour? */
function hasTerms(properties: Fields): boolean {
  const told = [FOR_MINUTES, FOR_AN_HOUR].every((name) => toFiniteNumber(properties[name]) !== undefined);
  return told && isClaude(properties);
}

function writtenTokens(properties: Fields): number {
  return hasTerms(properties)
    ? numberOf(properties, FOR_MINUTES) + numberOf(properties, FOR_AN_HOUR)
    : numberOf(properties, "$ai_cache_creation_input_tokens");
}

function writingCost(properties: Fields, prices: TokenPrices): number {
  const perToken = prices.cacheWrite ?? prices.input * (isClaude(properties) ? 1.25 : 1);
  if (!hasTerms(properties)) return perToken * writtenTokens(properties);
  const perHourToken = prices.cacheWriteHour ?? prices.input * 2;
  return perToken * numberOf(properties, FOR_MINUTES) + perHourToken * numberOf(properties, FOR_AN_HOUR);
}
