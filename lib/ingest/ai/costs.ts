import type { Fields } from "../../base/fields.ts";
import { toFiniteNumber } from "./ai-event.ts";
import { findPrice } from "./find-price.ts";
import type { AiPrices, PricedModel, TokenPrices } from "./find-price.ts";
import { inputCost, promptTokens } from "./input-cost.ts";
import { takeModalityTokens } from "./modality-tokens.ts";
import { outputCost } from "./output-cost.ts";
import { hasCounts } from "./token-counts.ts";

const PARTS = ["$ai_input_cost_usd", "$ai_output_cost_usd", "$ai_request_cost_usd", "$ai_web_search_cost_usd"];
const TOTAL = "$ai_total_cost_usd";

/**
 * Adds costs in US dollars, and whose prices they are (reference/ai.md 3.2). The sender's costs stay. Without counts of
 * tokens there is no cost, rather than 0.
 */
export function addCosts(properties: Fields, own: AiPrices | undefined): void {
  takeModalityTokens(properties);
  for (const name of [...PARTS, TOTAL]) readGiven(properties, name);
  if (properties["$ai_input_cost_usd"] && properties["$ai_output_cost_usd"]) {
    if (!properties[TOTAL]) properties[TOTAL] = sumOfParts(properties);
    properties["$ai_cost_model_source"] = "passthrough";
    return;
  }
  const isTotalGiven = properties["$ai_cost_passthrough"] === true || properties["$ai_cost_passthrough"] === "true";
  if (isTotalGiven && typeof properties[TOTAL] === "number") {
    properties["$ai_cost_model_source"] = "passthrough";
    return;
  }
  const custom = givenPrices(properties);
  if (custom !== undefined)
    return setCosts(properties, { model: "custom", provider: "custom", source: "custom" }, custom);
  const model = properties["$ai_model"];
  if (typeof model !== "string" || model === "") return;
  const priced = findPrice(model, properties["$ai_provider"], own);
  if (priced !== undefined) setCosts(properties, priced, pricesFor(properties, priced));
}

/** Converts a cost sent as text; another text is replaced by the computed cost. */
function readGiven(properties: Fields, name: string): void {
  if (properties[name] === undefined) return;
  const cost = toFiniteNumber(properties[name]);
  if (cost === undefined) delete properties[name];
  else properties[name] = cost;
}

/** The prices per token that the event itself names. */
function givenPrices(properties: Fields): TokenPrices | undefined {
  const [input, output] = [
    toFiniteNumber(properties["$ai_input_token_price"]),
    toFiniteNumber(properties["$ai_output_token_price"]),
  ];
  if (input === undefined || output === undefined) return undefined;
  const cacheWrite = toFiniteNumber(properties["$ai_cache_write_token_price"]);
  return {
    input,
    output,
    cacheRead: toFiniteNumber(properties["$ai_cache_read_token_price"]),
    cacheWrite,
    cacheWriteHour: toFiniteNumber(properties["$ai_cache_write_1h_token_price"]) ?? cacheWrite,
    request: toFiniteNumber(properties["$ai_request_price"]),
    webSearch: toFiniteNumber(properties["$ai_web_search_price"]),
  };
}

function pricesFor(properties: Fields, { prices, long }: PricedModel): TokenPrices {
  return long !== undefined && promptTokens(properties) > long.overTokens ? { ...prices, ...long.prices } : prices;
}

function setCosts(
  properties: Fields,
  { model, provider, source }: { model: string; provider: string; source: string },
  prices: TokenPrices,
): void {
  const requests =
    prices.request === undefined ? 0 : prices.request * (toFiniteNumber(properties["$ai_request_count"]) ?? 1);
  const searches = (prices.webSearch ?? 0) * (toFiniteNumber(properties["$ai_web_search_count"]) ?? 0);
  const [hasInput, hasOutput] = [hasCounts(properties, "input"), hasCounts(properties, "output")];
  const isGiven = [...PARTS, TOTAL].some((name) => typeof properties[name] === "number");
  if (hasInput || hasOutput || requests > 0 || searches > 0 || isGiven) {
    if (hasInput) properties["$ai_input_cost_usd"] ??= toUsd(inputCost(properties, prices));
    if (hasOutput) properties["$ai_output_cost_usd"] ??= toUsd(outputCost(properties, prices));
    properties["$ai_request_cost_usd"] ??= toUsd(requests);
    properties["$ai_web_search_cost_usd"] ??= toUsd(searches);
    properties[TOTAL] ??= sumOfParts(properties);
  }
  properties["$ai_model_cost_used"] = model;
  properties["$ai_cost_model_source"] = source;
  properties["$ai_cost_model_provider"] = provider;
}

function sumOfParts(properties: Fields): number {
  return toUsd(PARTS.reduce((sum, name) => sum + (toFiniteNumber(properties[name]) ?? 0), 0));
}

/** Further digits are errors of binary fractions, which PostHog's decimals lack. */
const DIGITS = 14;

function toUsd(cost: number): number {
  return Number(cost.toPrecision(DIGITS));
}
