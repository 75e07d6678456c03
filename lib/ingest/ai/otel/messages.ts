import { isFields } from "../../../base/fields.ts";
import type { Fields } from "../../../base/fields.ts";
import { parseIfJson } from "../ai-event.ts";

/** Characters that are read of an attribute's messages. */
const MAX_CHARS = 500_000;

/** Older conventions send messages as events of a span. */
const ROLES: Record<string, string> = {
  "gen_ai.system.message": "system",
  "gen_ai.user.message": "user",
  "gen_ai.assistant.message": "assistant",
  "gen_ai.tool.message": "tool",
};

/** Logfire puts a span's events in the attribute `events` (conventions before 1.37). */
export function takeMessageEvents(properties: Fields): void {
  if (!("events" in properties)) return;
  const given = properties["events"];
  delete properties["events"];
  const list = typeof given === "string" && given.length > MAX_CHARS ? null : parseIfJson(given);
  if (!Array.isArray(list)) return;
  const inputs: { message: Fields; index: number }[] = [];
  const choices: Fields[] = [];
  for (const entry of list.filter(isFields)) {
    const name = entry["event.name"];
    if (name === "gen_ai.choice") choices.push(...toChoice(entry));
    else if (typeof name === "string" && Object.hasOwn(ROLES, name)) {
      const index = entry["gen_ai.message.index"];
      const role = typeof entry["role"] === "string" ? entry["role"] : ROLES[name];
      const message = { role, ...pick(entry, ["content", "tool_calls", "tool_call_id"]) };
      inputs.push({ message, index: typeof index === "number" ? index : Number.NaN });
    }
  }
  if (inputs.every(({ index }) => Number.isFinite(index))) inputs.sort((one, other) => one.index - other.index);
  if (inputs.length > 0) properties["$ai_input"] ??= inputs.map(({ message }) => message);
  if (choices.length > 0) properties["$ai_output_choices"] ??= choices;
}

function toChoice(entry: Fields): Fields[] {
  if (isFields(entry["message"])) return [entry["message"]];
  const message = pick(entry, ["role", "content", "tool_calls"]);
  return Object.keys(message).length > 0 ? [message] : [];
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
}

/** Gemini's instrumentation sends the system's instructions apart. */
export function addSystemMessage(properties: Fields): void {
  const given = properties["gen_ai.system_instructions"];
  delete properties["gen_ai.system_instructions"];
  if (given === undefined || given === null || (typeof given === "string" && given.length > MAX_CHARS)) return;
  const content = toMessageText(parseIfJson(given));
  if (content === "") return;
  const message = { role: "system", content };
  const input = properties["$ai_input"];
  if (input === undefined) properties["$ai_input"] = [message];
  else if (Array.isArray(input) && !(isFields(input[0]) && input[0]["role"] === "system")) {
    properties["$ai_input"] = [message, ...(input as unknown[])];
  }
}

function toMessageText(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value
    .filter(isFields)
    .filter(({ type, content }) => type === "text" && typeof content === "string" && content !== "")
    .map(({ content }) => content)
    .join("\n\n");
}

/** The reason for which the model stopped, if the value is one. Reasons are short names. */
export function toStopReason(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= 64 ? value : undefined;
}

/** Takes the reason out of the first answer that names one. */
export function liftStopReason(properties: Fields): void {
  const choices = properties["$ai_output_choices"];
  if (properties["$ai_stop_reason"] !== undefined || !Array.isArray(choices)) return;
  const reasons = choices.filter(isFields).map((choice) => toStopReason(choice["finish_reason"]));
  const first = reasons.find((reason) => reason !== undefined);
  if (first !== undefined) properties["$ai_stop_reason"] = first;
}
