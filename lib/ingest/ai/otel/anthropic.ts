import { isFields } from "../../../base/fields.ts";
import type { Fields } from "../../../base/fields.ts";
import { toFiniteNumber } from "../ai-event.ts";
import type { AiEvent } from "../ai-event.ts";
import { mapAttributes, moveJson, removeAll, renameMissing } from "./attributes.ts";
import { toStopReason } from "./messages.ts";

export function isOfAnthropic(properties: Fields): boolean {
  return Object.keys(properties).some((name) => name.startsWith("anthropic."));
}

/** Names for this library alone: others count otherwise under them. */
const NAMES = {
  "gen_ai.usage.cache_write.input_tokens": "$ai_cache_creation_input_tokens",
  "gen_ai.usage.reasoning.output_tokens": "$ai_reasoning_tokens",
  "gen_ai.request.max_tokens": "$ai_max_tokens",
  "gen_ai.request.stream": "$ai_stream",
};

const REASONS = ["anthropic.message.stop_reason", "anthropic.session.turn.stop_reason"];

/** Anthropic's conventions (reference/ai.md 2.6). */
export function mapAnthropic(event: AiEvent): void {
  const { properties } = event;
  const isTool = properties["gen_ai.operation.name"] === "execute_tool";
  mapAttributes(event);
  renameMissing(properties, NAMES);
  // Unlike Anthropic's API, these spans count the cache within.
  if (properties["$ai_input_tokens"] !== undefined) properties["$ai_cache_reporting_exclusive"] ??= false;
  addCacheTerms(properties);
  addCompaction(properties, "input");
  addCompaction(properties, "output");
  const reason = REASONS.map((name) => toStopReason(properties[name])).find((text) => text !== undefined);
  if (reason !== undefined) properties["$ai_stop_reason"] ??= reason;
  const session = properties["anthropic.session.id"];
  if (typeof session === "string" && session !== "") properties["$ai_session_id"] ??= session;
  removeAll(properties, [...REASONS, "anthropic.session.id"]);
  if (isTool) mapTool(properties);
  const searches = event.event === "$ai_generation" ? countSearches(properties["$ai_output_choices"]) : 0;
  if (searches > 0) properties["$ai_web_search_count"] ??= searches;
  properties["$ai_lib"] = "opentelemetry/anthropic";
}

/** The split by how long the cache keeps, if it adds up to the sum. */
function addCacheTerms(properties: Fields): void {
  const names = ["5m", "1h"].map((term) => ({
    from: `anthropic.usage.cache_creation.ephemeral_${term}_input_tokens`,
    to: `$ai_cache_creation_${term}_input_tokens`,
  }));
  if (names.some(({ to }) => properties[to] !== undefined)) return;
  if (names.every(({ from }) => toFiniteNumber(properties[from]) === undefined)) return;
  const sum = names.reduce((all, { from }) => all + (toFiniteNumber(properties[from]) ?? 0), 0);
  if ((toFiniteNumber(properties["$ai_cache_creation_input_tokens"]) ?? sum) !== sum) return;
  properties["$ai_cache_creation_input_tokens"] = sum;
  for (const { from, to } of names) {
    properties[to] = toFiniteNumber(properties[from]) ?? 0;
    delete properties[from];
  }
}

/** A long conversation is compacted first, by tokens counted apart. */
function addCompaction(properties: Fields, side: "input" | "output"): void {
  const more = toFiniteNumber(properties[`anthropic.usage.compaction.${side}_tokens`]) ?? 0;
  const told = toFiniteNumber(properties[`$ai_${side}_tokens`]);
  if (more > 0 && told !== undefined) properties[`$ai_${side}_tokens`] = told + more;
}

function mapTool(properties: Fields): void {
  if (properties["gen_ai.tool.name"] !== undefined) properties["$ai_span_name"] = properties["gen_ai.tool.name"];
  if (properties["$ai_input_state"] === undefined)
    moveJson(properties, "gen_ai.tool.call.arguments", "$ai_input_state");
  if (properties["$ai_output_state"] === undefined) {
    moveJson(properties, "anthropic.tool_result.content", "$ai_output_state");
  }
  removeAll(properties, ["gen_ai.tool.name", "gen_ai.tool.call.arguments", "anthropic.tool_result.content"]);
}

/** Anthropic's own searches that found something cost a fee. */
function countSearches(output: unknown): number {
  const parts = (Array.isArray(output) ? output.filter(isFields) : []).flatMap(({ parts: list }) =>
    Array.isArray(list) ? list.filter(isFields) : [],
  );
  const answered = new Set(
    parts
      .filter(({ type, response }) => String(type).endsWith("tool_call_response") && Array.isArray(response))
      .map(({ id }) => id),
  );
  const asked = parts
    .filter(({ type, name, id }) => String(type).endsWith("tool_call") && name === "web_search" && isServers(id))
    .map(({ id }) => id);
  return new Set(asked.filter((id) => answered.has(id))).size;
}

/** A client's tool may have the same name, but no such id. */
function isServers(id: unknown): boolean {
  return typeof id === "string" && id.startsWith("srvtoolu_");
}
