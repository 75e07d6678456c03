import { isFields } from "../../../base/fields.ts";
import type { Fields } from "../../../base/fields.ts";
import { parseIfJson, toFiniteNumber } from "../ai-event.ts";
import type { AiEvent } from "../ai-event.ts";
import { countsThoughtApart } from "../output-cost.ts";
import { mapAttributes, moveJson, removeAll } from "./attributes.ts";

/** Has the event attributes that only Vercel's AI SDK sends? */
export function isOfAiSdk(properties: Fields): boolean {
  return properties["ai.operationId"] !== undefined || properties["ai.telemetry.functionId"] !== undefined;
}

const OUTERMOST = new Set(["ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject"]);

/** Attributes with a property, or without further meaning. */
const REMOVED = [
  "ai.operationId",
  "ai.telemetry.functionId",
  "ai.model.id",
  "ai.model.provider",
  "ai.settings.maxRetries",
  "ai.settings.maxOutputTokens",
  "ai.settings.output",
  "ai.usage.promptTokens",
  "ai.usage.completionTokens",
  "ai.usage.tokens",
  "ai.usage.inputTokenDetails.noCacheTokens",
  "ai.usage.outputTokenDetails.textTokens",
  "ai.response.id",
  "ai.response.model",
  "ai.response.timestamp",
  "ai.response.providerMetadata",
  "ai.response.reasoning",
  "ai.response.avgCompletionTokensPerSecond",
  "ai.response.msToFirstChunk",
  "ai.response.msToFinish",
  "ai.response.object",
  "ai.response.toolCalls",
  "ai.response.finishReason",
  "ai.prompt",
  "ai.prompt.tools",
  "ai.prompt.toolChoice",
  "ai.value",
  "ai.embedding",
  "ai.values",
  "ai.embeddings",
  "ai.schema",
  "ai.schema.name",
  "ai.schema.description",
  "operation.name",
  "resource.name",
  "gen_ai.request.max_tokens",
  "gen_ai.response.id",
  "gen_ai.response.finish_reasons",
];

/** The AI SDK's conventions (reference/ai.md 2.3). */
export function mapAiSdk(event: AiEvent): void {
  const { properties } = event;
  const operation = properties["ai.operationId"];
  const usage = takeUsage(properties);
  readMessages(properties);
  if (properties["ai.telemetry.metadata.$groups"] !== undefined) {
    properties["$groups"] ??= properties["ai.telemetry.metadata.$groups"];
  }
  mapAttributes(event);
  const isOutermost =
    event.event === "$ai_trace" ||
    (event.event !== "$ai_generation" && typeof operation === "string" && OUTERMOST.has(operation));
  if (isOutermost) addStates(properties);
  if (operation === "ai.toolCall") mapToolCall(properties);
  const functionId = givenText(properties["ai.telemetry.functionId"]);
  if (functionId !== undefined) properties["functionId"] ??= functionId;
  if (functionId !== undefined && isOutermost) properties["$ai_span_name"] = functionId;
  readMetadata(event);
  properties["$ai_stop_reason"] ??= properties["ai.response.finishReason"] ?? firstReason(properties);
  if (properties["$ai_stop_reason"] === undefined) delete properties["$ai_stop_reason"];
  properties["$ai_lib"] = "opentelemetry/vercel-ai";
  properties["$ai_framework"] ??= "vercel";
  addReasoning(properties, usage);
  removeAll(properties, REMOVED, ["ai.telemetry.metadata.", "ai.request.headers."]);
}

function givenText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

interface Usage {
  text: unknown;
  reasoning: unknown;
}

/** Version 7 counts the cache within the input. */
function takeUsage(properties: Fields): Usage {
  const countsCache = [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_creation.input_tokens",
    "ai.usage.inputTokenDetails.noCacheTokens",
  ].some((name) => properties[name] !== undefined);
  if (countsCache) properties["$ai_cache_reporting_exclusive"] ??= false;
  return {
    text: properties["ai.usage.outputTokenDetails.textTokens"],
    reasoning: properties["ai.usage.outputTokenDetails.reasoningTokens"],
  };
}

function readMessages(properties: Fields): void {
  const messages = properties["ai.prompt.messages"] ?? toMessages(parseIfJson(properties["ai.prompt"]));
  if (messages !== undefined) properties["gen_ai.input.messages"] ??= messages;
  delete properties["ai.prompt.messages"];
  const text = properties["ai.response.text"];
  if (text !== undefined) properties["gen_ai.output.messages"] ??= [{ role: "assistant", content: text }];
  delete properties["ai.response.text"];
}

/** A text, a list of messages, or an object with `system` and either. */
function toMessages(prompt: unknown): unknown[] | undefined {
  if (Array.isArray(prompt)) return prompt;
  if (typeof prompt === "string") return [{ role: "user", content: prompt }];
  if (!isFields(prompt)) return undefined;
  const messages: unknown[] = [];
  if (givenText(prompt["system"]) !== undefined) messages.push({ role: "system", content: prompt["system"] });
  if (Array.isArray(prompt["messages"])) messages.push(...(prompt["messages"] as unknown[]));
  else if (givenText(prompt["prompt"]) !== undefined) messages.push({ role: "user", content: prompt["prompt"] });
  return messages.length > 0 ? messages : undefined;
}

/** A trace shows the user's newest message, and the last answer. */
function addStates(properties: Fields): void {
  const { $ai_input: input, $ai_output_choices: output } = properties;
  const asked = Array.isArray(input)
    ? (input as unknown[]).findLast((message) => isFields(message) && message["role"] === "user")
    : undefined;
  if (asked !== undefined) properties["$ai_input_state"] ??= asked;
  if (Array.isArray(output) && output.length > 0) properties["$ai_output_state"] ??= (output as unknown[]).at(-1);
}

function mapToolCall(properties: Fields): void {
  if (properties["ai.toolCall.name"] !== undefined) properties["$ai_span_name"] = properties["ai.toolCall.name"];
  moveJson(properties, "ai.toolCall.args", "$ai_input_state");
  moveJson(properties, "ai.toolCall.result", "$ai_output_state");
  removeAll(properties, ["ai.toolCall.name", "ai.toolCall.id"]);
}

/** A call's `experimental_telemetry.metadata` names user, session and prompt. */
function readMetadata(event: AiEvent): void {
  const { properties } = event;
  const metadata = (name: string) => properties[`ai.telemetry.metadata.${name}`];
  const distinctId = givenText(metadata("posthog_distinct_id"));
  if (distinctId !== undefined) {
    properties["posthog_distinct_id"] ??= distinctId;
    event.distinctId = distinctId;
  }
  for (const name of ["$ai_session_id", "$ai_prompt_name"]) {
    const value = givenText(metadata(name));
    if (value !== undefined) properties[name] ??= value;
  }
  const version = metadata("$ai_prompt_version");
  const isVersion = givenText(version) !== undefined || (Number.isInteger(version) && Number(version) > 0);
  if (isVersion) properties["$ai_prompt_version"] ??= version;
  const spanName = givenText(metadata("$ai_span_name"));
  if (spanName !== undefined) properties["$ai_span_name"] = spanName;
}

function firstReason(properties: Fields): unknown {
  const reasons = properties["gen_ai.response.finish_reasons"];
  return Array.isArray(reasons) ? (reasons as unknown[])[0] : undefined;
}

/** Where a model bills thought beside the output, the text is told apart. */
function addReasoning(properties: Fields, { text, reasoning }: Usage): void {
  if (reasoning !== undefined) properties["$ai_reasoning_tokens"] ??= reasoning;
  if (properties["$ai_text_output_tokens"] !== undefined || !countsThoughtApart(properties["$ai_model"])) return;
  const told = toFiniteNumber(text);
  const [output, thought] = [
    toFiniteNumber(properties["$ai_output_tokens"]),
    toFiniteNumber(properties["$ai_reasoning_tokens"]),
  ];
  if (told !== undefined) properties["$ai_text_output_tokens"] = told;
  else if (reasoning !== undefined && output !== undefined && thought !== undefined) {
    properties["$ai_text_output_tokens"] = Math.max(0, output - thought);
  }
}
