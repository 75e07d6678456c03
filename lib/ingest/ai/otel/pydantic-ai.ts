import { isFields } from "../../../base/fields.ts";
import type { Fields } from "../../../base/fields.ts";
import { parseIfJson } from "../ai-event.ts";
import type { AiEvent } from "../ai-event.ts";
import { mapAttributes, moveJson, removeAll } from "./attributes.ts";
import { liftStopReason } from "./messages.ts";

const MARKS = ["pydantic_ai.all_messages", "logfire.msg", "logfire.json_schema", "model_request_parameters"];

/** Has the event attributes of Pydantic AI, or of Logfire, which sends its spans? */
export function isOfPydantic(properties: Fields): boolean {
  return MARKS.some((name) => properties[name] !== undefined);
}

const REMOVED = [
  "logfire.json_schema",
  "logfire.msg",
  "operation.cost",
  "model_request_parameters",
  "model_name",
  "gen_ai.usage.details.input_tokens",
  "gen_ai.usage.details.output_tokens",
];

/** Pydantic AI's conventions (reference/ai.md 2.4). */
export function mapPydantic(event: AiEvent): void {
  const { properties } = event;
  mapAttributes(event);
  if (properties["logfire.msg"] !== undefined) properties["$ai_span_name"] ??= properties["logfire.msg"];
  if (event.event === "$ai_trace" || properties["pydantic_ai.all_messages"] !== undefined) mapRun(properties);
  if (event.event === "$ai_span") mapTool(properties);
  liftStopReason(properties);
  properties["$ai_lib"] = "opentelemetry/pydantic-ai";
  removeAll(properties, REMOVED);
}

/** The run of an agent. */
function mapRun(properties: Fields): void {
  const list = parseIfJson(properties["pydantic_ai.all_messages"]);
  const messages = Array.isArray(list) ? list.filter(isFields) : [];
  const asked = messages.find(({ role }) => role === "user");
  const answered = messages.findLast(({ role }) => role !== "user" && role !== "system");
  if (asked !== undefined) properties["$ai_input_state"] = asked;
  const result = properties["final_result"];
  const read = parseIfJson(result);
  if (result !== undefined) properties["$ai_output_state"] = typeof read === "object" && read !== null ? read : result;
  else if (answered !== undefined) properties["$ai_output_state"] = answered;
  const agent = properties["gen_ai.agent.name"] ?? properties["agent_name"];
  if (agent !== undefined) properties["$ai_span_name"] = agent;
  if (properties["model_name"] !== undefined) properties["$ai_model"] ??= properties["model_name"];
  removeAll(properties, ["pydantic_ai.all_messages", "final_result", "agent_name", "gen_ai.agent.name"]);
}

function mapTool(properties: Fields): void {
  moveJson(properties, "tool_arguments", "$ai_input_state");
  moveJson(properties, "tool_response", "$ai_output_state");
  if (properties["gen_ai.tool.name"] !== undefined) properties["$ai_span_name"] = properties["gen_ai.tool.name"];
  removeAll(properties, ["gen_ai.tool.name", "gen_ai.tool.call.id"]);
}
