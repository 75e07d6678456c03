import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toMessages } from "../../../../../../adapters/ui/page/views/ai/messages.ts";

/** Each message as "role: block | block". */
function read(value: unknown): string[] {
  return toMessages(value, "assistant").map(({ role, blocks }) => {
    const shown = blocks.map((block) => {
      if (block.kind === "text") return block.text;
      if (block.kind === "call") return `${block.name}(${JSON.stringify(block.input)})`;
      return `${block.kind} ${JSON.stringify(block.kind === "result" ? block.output : block.value)}`;
    });
    return `${role}: ${shown.join(" | ")}`;
  });
}

const FORMS: [form: string, value: unknown, shown: string[]][] = [
  ["text", "Hello", ["assistant: Hello"]],
  ["nothing", null, []],
  ["JSON text", '[{"role":"user","content":"Hi"}]', ["user: Hi"]],
  ["text that begins like JSON", "[draft] Hi", ["assistant: [draft] Hi"]],
  [
    "OpenAI",
    [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ type: "function", function: { name: "f", arguments: '{"a":1}' } }],
      },
      { role: "tool", content: "42" },
    ],
    ['assistant: f({"a":1})', "tool: 42"],
  ],
  ["OpenAI's choices", { choices: [{ message: { role: "assistant", content: "Yes" } }] }, ["assistant: Yes"]],
  [
    "Anthropic",
    [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          { type: "tool_use", name: "f", input: { a: 1 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "42" }] },
    ],
    ['assistant: Let me see. | f({"a":1})', 'user: result "42"'],
  ],
  [
    "parts without a message",
    [
      { type: "text", text: "One" },
      { type: "function", function: { name: "f", arguments: {} } },
    ],
    ["assistant: One | f({})"],
  ],
  [
    "Gemini",
    [{ role: "model", parts: [{ text: "Hi" }, { functionCall: { name: "f", args: { a: 1 } } }] }],
    ['model: Hi | f({"a":1})'],
  ],
  [
    "the AI SDK",
    [
      { role: "assistant", content: [{ type: "tool-call", toolName: "f", input: { a: 1 } }] },
      { role: "tool", content: [{ type: "tool-result", toolName: "f", output: { type: "text", value: "42" } }] },
    ],
    ['assistant: f({"a":1})', 'tool: result {"type":"text","value":"42"}'],
  ],
  [
    "OpenTelemetry",
    [
      {
        role: "assistant",
        parts: [
          { type: "text", content: "Hi" },
          { type: "tool_call", name: "f", arguments: { a: 1 } },
          { type: "tool_call_response", response: "42" },
        ],
      },
    ],
    ['assistant: Hi | f({"a":1}) | result "42"'],
  ],
  [
    "a picture",
    [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }],
    ['user: other {"type":"image_url","image_url":{"url":"x"}}'],
  ],
  ["a state of the app", { id: 1043 }, ['assistant: other {"id":1043}']],
  ["a number", 7, ["assistant: 7"]],
];

const messages = suite("messages of language models");

for (const [form, value, shown] of FORMS)
  messages(`are read in the form of ${form}`, () => assert.equal(read(value), shown));

messages.run();
