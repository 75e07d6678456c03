import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { parseIfJson } from "./ai-event.ts";

/** Names that an event lists, characters of a name, and characters of an output that is looked at. */
const MAX_TOOLS = 100;
const MAX_NAME_CHARS = 200;
const MAX_OUTPUT_CHARS = 500_000;

/** Adds the called tools' names in order, and their number (reference/ai.md 3.4). The sender's names stay. */
export function addToolsCalled(properties: Fields): void {
  const given = properties["$ai_tools_called"];
  if (given !== undefined && given !== null) return tidyGiven(properties, given);
  const output = properties["$ai_output_choices"];
  if (output === undefined || output === null || (typeof output === "string" && output.length > MAX_OUTPUT_CHARS))
    return;
  const names = namesIn(parseIfJson(output));
  if (names.length === 0 && typeof output === "string") {
    for (const [, name = ""] of output.matchAll(OF_AGENTS_SDK)) push(names, name);
  }
  if (names.length === 0) return;
  properties["$ai_tools_called"] = names.join(",");
  properties["$ai_tool_call_count"] = names.length;
}

/** A call as Python prints it, which the OpenAI Agents SDK sends. */
const OF_AGENTS_SDK = /ResponseFunctionToolCall\([^)]*?name='([^']+)'/g;

function tidyGiven(properties: Fields, given: unknown): void {
  const text = toGivenText(given);
  if (text === null) {
    delete properties["$ai_tools_called"];
    return;
  }
  properties["$ai_tools_called"] = text;
  properties["$ai_tool_call_count"] ??= text.split(",").filter((name) => name.trim() !== "").length;
}

/** The names of the tools, parted by commas, from a text, a list or its JSON; null = none. */
function toGivenText(given: unknown): string | null {
  const list = typeof given === "string" && /^\s*\[[^]*\]\s*$/.test(given) ? parseIfJson(given) : given;
  if (Array.isArray(list)) {
    const names: string[] = [];
    for (const name of list) if (typeof name === "string") push(names, name);
    return names.length === 0 ? null : names.join(",");
  }
  const text = isFields(given) ? "" : String(given as string | number | boolean);
  return text.trim() === "" ? null : text;
}

function push(names: string[], name: unknown): void {
  if (typeof name !== "string" || names.length >= MAX_TOOLS) return;
  const tidy = name.trim().replaceAll(",", "_").slice(0, MAX_NAME_CHARS);
  if (tidy !== "") names.push(tidy);
}

function namesIn(output: unknown): string[] {
  const choices = isFields(output) && Array.isArray(output["choices"]) ? output["choices"] : output;
  const names: string[] = [];
  if (!Array.isArray(choices)) return names;
  for (const choice of choices as unknown[]) {
    if (!isFields(choice)) continue;
    // OpenAI's Responses have the call itself in the list.
    if (choice["type"] === "function_call") {
      push(names, choice["name"]);
      continue;
    }
    const message = isFields(choice["message"]) ? choice["message"] : choice;
    for (const call of listOf(message["tool_calls"])) push(names, functionName(call));
    for (const part of [...listOf(message["content"]), ...listOf(message["parts"])]) push(names, partName(part));
  }
  return names;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function functionName(call: Fields): unknown {
  return isFields(call["function"]) ? call["function"]["name"] : undefined;
}

/** Anthropic and OpenTelemetry name the tool, OpenAI and the AI SDK its function. */
function partName(part: Fields): unknown {
  if (part["type"] === "tool_use" || part["type"] === "tool_call") return part["name"];
  return part["type"] === "function" || part["type"] === "tool-call" ? functionName(part) : undefined;
}
