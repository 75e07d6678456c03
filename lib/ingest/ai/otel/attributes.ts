import { isFields } from "../../../base/fields.ts";
import type { Fields } from "../../../base/fields.ts";
import { parseIfJson } from "../ai-event.ts";
import type { AiEvent } from "../ai-event.ts";
import { addSystemMessage, takeMessageEvents } from "./messages.ts";

/** OpenTelemetry's attributes for GenAI by PostHog's property, which they replace. */
const NAMES: readonly (readonly [attribute: string, property: string])[] = [
  ["gen_ai.input.messages", "$ai_input"],
  ["gen_ai.output.messages", "$ai_output_choices"],
  ["gen_ai.usage.input_tokens", "$ai_input_tokens"],
  ["gen_ai.usage.output_tokens", "$ai_output_tokens"],
  ["gen_ai.usage.cache_read.input_tokens", "$ai_cache_read_input_tokens"],
  ["gen_ai.usage.cache_creation.input_tokens", "$ai_cache_creation_input_tokens"],
  ["gen_ai.response.model", "$ai_model"],
  ["gen_ai.provider.name", "$ai_provider"],
  ["server.address", "$ai_base_url"],
  ["telemetry.sdk.name", "$ai_lib"],
  ["telemetry.sdk.version", "$ai_lib_version"],
  ["$otel_span_name", "$ai_span_name"],
];

/** Older names, which fill what is missing. */
const OLDER: readonly (readonly [attribute: string, property: string])[] = [
  ["gen_ai.system", "$ai_provider"],
  ["gen_ai.request.model", "$ai_model"],
  ["gen_ai.usage.prompt_tokens", "$ai_input_tokens"],
  ["gen_ai.usage.completion_tokens", "$ai_output_tokens"],
];

const REMOVED = [
  "telemetry.sdk.language",
  "gen_ai.operation.name",
  "posthog.ai.debug",
  "user.id",
  "posthog.distinct_id",
  "llm.request.type",
];

const MESSAGES = new Set(["$ai_input", "$ai_output_choices"]);

/** Events by Traceloop's `llm.request.type`. */
const BY_REQUEST_TYPE: Record<string, string> = {
  chat: "$ai_generation",
  completion: "$ai_generation",
  embedding: "$ai_embedding",
  embeddings: "$ai_embedding",
};

/** The mapping that all libraries share. */
export function mapAttributes(event: AiEvent): void {
  const { properties } = event;
  const type = properties["llm.request.type"];
  if (event.event === "$ai_span" && typeof type === "string" && Object.hasOwn(BY_REQUEST_TYPE, type)) {
    event.event = BY_REQUEST_TYPE[type] ?? event.event;
  }
  for (const [attribute, property] of NAMES) {
    const value = properties[attribute];
    if (value === undefined) continue;
    properties[property] = MESSAGES.has(property) ? parseIfJson(value) : value;
    delete properties[attribute];
  }
  for (const [attribute, property] of OLDER) {
    const value = properties[attribute];
    if (value !== undefined && properties[property] === undefined) properties[property] = value;
    delete properties[attribute];
  }
  takeMessageEvents(properties);
  addSystemMessage(properties);
  const groups = parseIfJson(properties["$groups"]);
  if (isFields(groups)) properties["$groups"] = groups;
  addLatency(properties);
  if (event.event === "$ai_span" && !properties["$ai_parent_id"]) event.event = "$ai_trace";
  for (const attribute of REMOVED) delete properties[attribute];
}

const NANOSECONDS = 1_000_000_000;

/** Adds the latency: seconds from the span's start to its end. */
function addLatency(properties: Fields): void {
  const { $otel_start_time_unix_nano: start, $otel_end_time_unix_nano: end } = properties;
  delete properties["$otel_start_time_unix_nano"];
  delete properties["$otel_end_time_unix_nano"];
  if (!isNanoseconds(start) || !isNanoseconds(end)) return;
  const took = BigInt(end) - BigInt(start);
  if (took > 0n) properties["$ai_latency"] = Number(took) / NANOSECONDS;
}

function isNanoseconds(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,20}$/.test(value);
}

/** Moves attributes to PostHog's names unless these are there, and removes them. */
export function renameMissing(properties: Fields, names: Readonly<Record<string, string>>): void {
  for (const [attribute, property] of Object.entries(names)) {
    if (properties[attribute] !== undefined) properties[property] ??= properties[attribute];
    delete properties[attribute];
  }
}

/** Moves a value that may be JSON. */
export function moveJson(properties: Fields, attribute: string, property: string): void {
  if (properties[attribute] !== undefined) properties[property] = parseIfJson(properties[attribute]);
  delete properties[attribute];
}

/** Removes attributes by name, and those that begin with one of `beginnings`. */
export function removeAll(properties: Fields, names: readonly string[], beginnings: readonly string[] = []): void {
  for (const name of names) delete properties[name];
  for (const name of Object.keys(properties)) {
    if (beginnings.some((beginning) => name.startsWith(beginning))) delete properties[name];
  }
}
