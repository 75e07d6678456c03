import type { CapturedEvent } from "../../lib/index.ts";

/** Traces to draw: an agent that calls a tool and fails once, and calls of other models during the week. */
export function aiTrace(nowMs: number): CapturedEvent[] {
  const at = (secondsAgo: number) => new Date(nowMs - secondsAgo * 1000).toISOString();
  const event = (name: string, secondsAgo: number, properties: Record<string, unknown>): CapturedEvent => {
    return { event: name, distinct_id: "ada@example.com", timestamp: at(secondsAgo), properties };
  };
  const own = { $ai_trace_id: "trace-1", $ai_session_id: "chat-7" };
  const call = { ...own, $ai_model: "gpt-4o", $ai_provider: "openai", $ai_input_tokens: 1200, $ai_output_tokens: 80 };
  const asked = [{ role: "user", content: "Where is my order 1043?" }];
  const days = [1, 2, 3, 4, 5].flatMap((day) =>
    ["claude-sonnet-4", "gpt-4o-mini"].map((model, place) =>
      event("$ai_generation", day * 86_400, {
        $ai_trace_id: `day-${day}-${model}`,
        $ai_model: model,
        $ai_provider: model.startsWith("claude") ? "anthropic" : "openai",
        $ai_input: `Sum up the reviews of week ${day}.`,
        $ai_input_tokens: 900 * (day + place),
        $ai_output_tokens: 300 * day,
        $ai_latency: 0.8 + day / 4,
      }),
    ),
  );
  return [
    ...days,
    event("$ai_trace", 61, { ...own, $ai_span_name: "Support agent", $ai_input_state: asked }),
    event("$ai_span", 60, { ...own, $ai_span_id: "agent", $ai_span_name: "answer", $ai_latency: 6.2 }),
    event("$ai_generation", 63, {
      ...call,
      $ai_span_id: "call-1",
      $ai_parent_id: "agent",
      $ai_latency: 1.4,
      $ai_input: [{ role: "system", content: "You help customers of a shop of coffee beans." }, ...asked],
      $ai_output_choices: [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ type: "function", function: { name: "find_order", arguments: '{"id":1043}' } }],
        },
      ],
    }),
    event("$ai_span", 62, {
      ...own,
      $ai_span_id: "tool",
      $ai_parent_id: "agent",
      $ai_span_name: "find_order",
      $ai_latency: 0.9,
      $ai_input_state: { id: 1043 },
      $ai_output_state: { status: "sent", carrier: "post" },
    }),
    event("$ai_generation", 60, {
      ...call,
      $ai_span_id: "call-2",
      $ai_parent_id: "agent",
      $ai_latency: 2.1,
      $ai_is_error: true,
      $ai_error: "429 Too many requests: the limit of tokens per minute is reached",
      $ai_http_status: 429,
      $ai_input: asked,
    }),
  ];
}
