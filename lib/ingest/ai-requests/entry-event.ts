import type { Fields } from "../../base/fields.ts";
import { definitionUuid } from "../../base/ids.ts";
import type { RawEvent } from "../capture/index.ts";
import type { Entry } from "./span.ts";
import { findUser, nameUser, toTimestamp, withoutNoise } from "./span-event.ts";

/** How coding agents' names begin (reference/ai.md 1.4). */
const AGENTS = /^(?:claude_code|codex|gemini_cli)\./;

/** Undefined = not a coding agent's. */
export function toEntryEvent({ names, nanos, attributes }: Entry, resource: Fields): RawEvent | undefined {
  const name = names
    .concat(names.length === 0 ? [] : String(attributes["event.name"]))
    .find((each) => AGENTS.test(each));
  if (name === undefined) return undefined;
  const { "session.id": session, "event.sequence": place } = attributes;
  const user = findUser(attributes, resource);
  const isCall = name === "claude_code.api_request" || name === "claude_code.api_error";
  return {
    event: isCall ? "$ai_generation" : name,
    distinctId: user ?? nameUser({ attributes: { $ai_session_id: session }, traceId: "" }, resource),
    // Sending a record again changes nothing.
    uuid:
      typeof session === "string" && place !== undefined
        ? definitionUuid(0, "entry", `${session}:${String(place)}`)
        : null,
    timestamp: toTimestamp(nanos),
    offsetMs: null,
    properties: {
      ...withoutNoise(resource),
      ...attributes,
      $lib: "posthog-otel",
      $geoip_disable: true,
      ...(isCall && toCall(name, attributes)),
    },
    set: null,
    setOnce: null,
    ...(user === undefined && { forcedPersonless: true }),
  };
}

/** A model call's properties, by attribute. */
const CALL = {
  $ai_model: "model",
  $ai_input_tokens: "input_tokens",
  $ai_output_tokens: "output_tokens",
  $ai_cache_read_input_tokens: "cache_read_tokens",
  $ai_cache_creation_input_tokens: "cache_creation_tokens",
  $ai_total_cost_usd: "cost_usd",
  $ai_session_id: "session.id",
  $ai_http_status: "status_code",
  $ai_error: "error",
};

function toCall(name: string, attributes: Fields): Fields {
  const given = Object.entries(CALL).flatMap(([to, from]) =>
    attributes[from] === undefined ? [] : [[to, numberIfDecimal(attributes[from])]],
  );
  return {
    ...(Object.fromEntries(given) as Fields),
    $ai_provider: "anthropic",
    $ai_lib: "claude-code",
    // A trace is a prompt with all calls that it caused.
    $ai_trace_id: attributes["prompt.id"] ?? attributes["session.id"],
    $ai_latency: Number(attributes["duration_ms"] ?? 0) / 1000,
    $ai_cost_passthrough: true,
    ...(name === "claude_code.api_error" && { $ai_is_error: true }),
  };
}

/** Some versions send numbers as texts. */
function numberIfDecimal(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
