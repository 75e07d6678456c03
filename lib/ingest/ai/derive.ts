import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import type { AiEvent, Tell } from "./ai-event.ts";
import { addCosts } from "./costs.ts";
import type { AiPrices } from "./find-price.ts";
import { normalizeError } from "./normalize-error.ts";
import { convertSpan } from "./otel/index.ts";
import { checkTokenCounts } from "./token-counts.ts";
import { addToolsCalled } from "./tools-called.ts";

/** Events that have costs. */
const COSTED = new Set(["$ai_generation", "$ai_embedding", "$ai_evaluation"]);

/** Adds derived properties in PostHog's order (reference/ai.md 3). */
export function deriveAi(event: AiEvent, prices: AiPrices | undefined, tell: Tell): void {
  const { properties } = event;
  if (properties["$ai_ingestion_source"] === "otel") convertSpan(event);
  checkTokenCounts(properties, tell);
  toTextIds(properties);
  addNormalizedError(properties);
  if (COSTED.has(event.event)) {
    addCosts(properties, prices);
    addModelParameters(properties);
  }
  if (event.event === "$ai_generation") addToolsCalled(properties);
  cutLargeProperties(properties, tell);
}

const IDS = ["$ai_trace_id", "$ai_parent_id", "$ai_span_id", "$ai_generation_id", "$ai_session_id"];

/** Questions compare ids as texts; values without a text are removed. */
function toTextIds(properties: Fields): void {
  for (const name of IDS) {
    const id = properties[name];
    if (id === undefined || id === null || typeof id === "string") continue;
    if (typeof id === "number" || typeof id === "boolean") properties[name] = String(id);
    else delete properties[name];
  }
}

function addNormalizedError(properties: Fields): void {
  const { $ai_is_error: isError, $ai_error: error } = properties;
  if ((isError !== true && isError !== "true") || error === undefined || error === null) return;
  const text = normalizeError(typeof error === "object" ? JSON.stringify(error) : String(error as string | number));
  if (text !== "") properties["$ai_error_normalized"] = text;
}

function addModelParameters(properties: Fields): void {
  const parameters = properties["$ai_model_parameters"];
  if (!isFields(parameters)) return;
  const { temperature, stream, max_tokens, max_completion_tokens, service_tier } = parameters;
  const most = max_tokens === undefined ? max_completion_tokens : max_tokens;
  if (temperature !== undefined) properties["$ai_temperature"] = temperature;
  if (stream !== undefined) properties["$ai_stream"] = stream;
  if (most !== undefined) properties["$ai_max_tokens"] = most;
  if (service_tier !== undefined) properties["$ai_service_tier"] ??= service_tier;
}

/** Prompts, answers and states, of any size. */
const LARGE = ["$ai_input", "$ai_output_choices", "$ai_output", "$ai_input_state", "$ai_output_state", "$ai_tools"];

/** Characters of JSON that each of them may have: an event with all six stays below 1.5 MB, which the page and exports still show. */
const MAX_CHARS = 250_000;

/** Keeps the beginning, as text, and tells of it. */
function cutLargeProperties(properties: Fields, tell: Tell): void {
  for (const name of LARGE) {
    const value = properties[name];
    if (value === undefined || value === null) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text.length <= MAX_CHARS) continue;
    properties[name] = text.slice(0, MAX_CHARS).toWellFormed();
    tell("ai_property_cut", { property: name, characters: text.length, kept: MAX_CHARS });
  }
}
