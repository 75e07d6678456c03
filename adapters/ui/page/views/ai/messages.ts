import { isFields } from "../../../../../lib/base/fields.ts";
import type { Fields } from "../../../../../lib/base/fields.ts";

/** A part of a message: text, a call of a tool, its result, or a part of another form. */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "call"; name: string; input: unknown }
  | { kind: "result"; output: unknown }
  | { kind: "other"; value: unknown };

export interface Message {
  role: string;
  blocks: Block[];
}

/**
 * The messages of a call, in the forms of OpenAI, Anthropic, Gemini, the AI SDK and OpenTelemetry.
 * @param role of messages that name none
 */
export function toMessages(value: unknown, role: string): Message[] {
  const given = parsed(value);
  if (given === null || given === undefined || given === "") return [];
  const { choices, messages } = isFields(given) ? given : {};
  const list = Array.isArray(given) ? given : Array.isArray(choices) ? choices : messages;
  // A list of parts alone, as some SDKs give an answer, is one message.
  if (Array.isArray(list) && list.some(isMessage)) return list.map((each) => toMessage(each, role));
  return [{ role, blocks: toBlocks(Array.isArray(list) ? list : given) }];
}

/** Text that is JSON; other values unchanged. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isMessage(value: unknown): boolean {
  return isFields(value) && ("role" in value || "message" in value || "parts" in value || "tool_calls" in value);
}

function toMessage(value: unknown, role: string): Message {
  if (!isFields(value)) return { role, blocks: toBlocks(value) };
  const { message } = value;
  const own = isFields(message) ? message : value;
  const { content, parts, tool_calls: calls } = own;
  const blocks = [...toBlocks(content), ...toBlocks(parts), ...toBlocks(calls)];
  return {
    role: typeof own["role"] === "string" ? own["role"] : role,
    blocks: blocks.length === 0 && content === undefined && parts === undefined ? [{ kind: "other", value }] : blocks,
  };
}

function toBlocks(content: unknown): Block[] {
  if (content === null || content === undefined || content === "") return [];
  if (Array.isArray(content)) return content.flatMap(toBlocks);
  if (!isFields(content)) return [{ kind: "text", text: String(content as string | number) }];
  return [toBlock(content)];
}

const CALLS = new Set(["function", "function_call", "tool_use", "tool-call", "tool_call"]);
const RESULTS = new Set(["tool_result", "tool-result", "tool_call_response", "function_call_output"]);

function toBlock(part: Fields): Block {
  const { type, text, content, function: called } = part;
  if (typeof text === "string") return { kind: "text", text };
  if (type === "text" && typeof content === "string") return { kind: "text", text: content };
  const own = isFields(called) ? called : isFields(part["functionCall"]) ? part["functionCall"] : part;
  const name = own["name"] ?? own["toolName"];
  if (typeof name === "string" && (own !== part || CALLS.has(String(type)))) {
    return { kind: "call", name, input: parsed(own["arguments"] ?? own["input"] ?? own["args"] ?? null) };
  }
  if (RESULTS.has(String(type))) {
    const { output = part["result"] ?? part["response"] ?? content } = part;
    return { kind: "result", output: parsed(output) };
  }
  return { kind: "other", value: part };
}
