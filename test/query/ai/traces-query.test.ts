import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { CapturedEvent, Hoglet } from "../../../lib/index.ts";

// The values of PostHog's posthog/hogql_queries/ai/test (test_traces_query_runner, test_trace_query_runner), restated.

/** A generation of three tokens each way, as those tests make it: a token costs a dollar. */
function generation(
  trace: string,
  timestamp: string,
  more: Record<string, unknown> = {},
  user = "person1",
): CapturedEvent {
  return {
    event: "$ai_generation",
    distinct_id: user,
    timestamp,
    properties: {
      $ai_trace_id: trace,
      $ai_latency: 1,
      $ai_input: [{ role: "user", content: "Foo" }],
      $ai_input_tokens: 3,
      $ai_output_tokens: 3,
      $ai_input_cost_usd: 3,
      $ai_output_cost_usd: 3,
      ...more,
    },
  };
}

function other(
  event: string,
  trace: string,
  timestamp: string,
  properties: Record<string, unknown> = {},
): CapturedEvent {
  return { event, distinct_id: "person1", timestamp, properties: { $ai_trace_id: trace, ...properties } };
}

async function withEvents(
  now: string,
  events: CapturedEvent[],
  test: (hoglet: Hoglet) => Promise<void>,
): Promise<void> {
  await using hoglet = await createHoglet({ now });
  await hoglet.capture(events);
  await test(hoglet);
}

async function idsOf(hoglet: Hoglet, node: object = {}): Promise<string[]> {
  const { results } = await hoglet.ask({ kind: "TracesQuery", ...node });
  return results.map(({ id }) => id);
}

function isExactly(key: string, value: string, type = "event"): Record<string, unknown> {
  return { key, value, operator: "exact", type };
}

const NOW = "2025-01-16T00:00:00Z";
const traces = suite("TracesQuery and TraceQuery");

traces("sum the generations of each trace, the newest first", () =>
  withEvents(
    NOW,
    [
      generation("trace1", "2025-01-15T00:00:00Z"),
      generation("trace1", "2025-01-15T01:00:00Z"),
      generation("trace2", "2025-01-14T00:00:00Z", {}, "person2"),
    ],
    async (hoglet) => {
      const { results } = await hoglet.ask({ kind: "TracesQuery" });
      const [first, second] = results;
      assert.equal(results.length, 2);
      const { createdAt, ...figures } = first ?? { createdAt: "" };
      assert.is(Date.parse(createdAt), Date.parse("2025-01-15T00:00:00Z"));
      assert.equal(figures, {
        id: "trace1",
        aiSessionId: null,
        distinctId: "person1",
        totalLatency: 2,
        inputTokens: 6,
        outputTokens: 6,
        inputCost: 6,
        outputCost: 6,
        totalCost: 12,
        inputState: null,
        outputState: null,
        traceName: null,
        errorCount: 0,
        models: [],
        events: [],
      });
      assert.equal(
        [second?.id, second?.distinctId, second?.totalCost, second?.totalLatency],
        ["trace2", "person2", 6, 1],
      );
    },
  ),
);

traces("turn pages by the first event of a trace", () =>
  withEvents(
    NOW,
    [0, 1, 2, 3, 4].flatMap((hour) => [
      generation(`trace_${hour}`, `2025-01-15T0${hour}:00:00Z`),
      generation(`trace_${hour}`, `2025-01-15T${String(10 - hour).padStart(2, "0")}:00:00Z`),
    ]),
    async (hoglet) => {
      const first = await hoglet.ask({ kind: "TracesQuery", limit: 3 });
      assert.equal([first.results.map(({ id }) => id), first.hasMore], [["trace_4", "trace_3", "trace_2"], true]);
      const second = await hoglet.ask({ kind: "TracesQuery", limit: 3, offset: 3 });
      assert.equal([second.results.map(({ id }) => id), second.hasMore], [["trace_1", "trace_0"], false]);
    },
  ),
);

traces("show remarks and the events directly below the trace in the list, and all of them in the trace", () =>
  withEvents(
    NOW,
    [
      other("$ai_trace", "t", "2025-01-15T00:00:00Z", {
        $ai_span_name: "runnable",
        $ai_input_state: { messages: ["Foo"] },
        $ai_output_state: "done",
        $ai_session_id: "s1",
      }),
      other("$ai_span", "t", "2025-01-15T00:00:01Z", { $ai_parent_id: "t", $ai_span_id: "a", $ai_latency: 10.5 }),
      generation("t", "2025-01-15T00:00:02Z", { $ai_parent_id: "a", $ai_latency: 4 }),
      other("$ai_embedding", "t", "2025-01-15T00:00:03Z", { $ai_parent_id: "a", $ai_input_tokens: 5 }),
      other("$ai_metric", "t", "2025-01-15T00:00:04Z", { $ai_metric_value: "1" }),
      other("$ai_feedback", "t", "2025-01-15T00:00:05Z", { $ai_feedback_text: "good" }),
    ],
    async (hoglet) => {
      const [listed] = (await hoglet.ask({ kind: "TracesQuery" })).results;
      assert.equal(
        listed?.events.map(({ event }) => event),
        ["$ai_span", "$ai_metric", "$ai_feedback"],
      );
      const { results } = await hoglet.ask({ kind: "TraceQuery", traceId: "t" });
      const [whole] = results;
      assert.equal(
        whole?.events.map(({ event }) => event),
        ["$ai_span", "$ai_generation", "$ai_embedding", "$ai_metric", "$ai_feedback"],
      );
      assert.is(whole?.events[1]?.properties["$ai_parent_id"], "a");
      for (const trace of [listed, whole]) {
        assert.equal(
          [trace?.traceName, trace?.inputState, trace?.outputState, trace?.aiSessionId],
          ["runnable", { messages: ["Foo"] }, "done", "s1"],
        );
        // A span is timed too, so only what lies directly below the trace counts.
        assert.equal([trace?.totalLatency, trace?.inputTokens, trace?.outputTokens], [10.5, 8, 3]);
      }
      assert.equal((await hoglet.ask({ kind: "TraceQuery", traceId: "none" })).results, []);
    },
  ),
);

traces("take the distinct id and the name of the trace's own event, else of the first", () =>
  withEvents(
    NOW,
    [
      generation("a", "2025-01-15T00:00:00Z", { $ai_span_name: "call" }, "server"),
      {
        ...other("$ai_trace", "a", "2025-01-15T00:00:30Z", { $ai_trace_name: "older name" }),
        distinct_id: "real-user",
      },
      generation("b", "2025-01-14T00:00:00Z", {}, "first"),
      generation("b", "2025-01-14T00:00:01Z", { $ai_span_name: "named" }, "second"),
    ],
    async (hoglet) => {
      const { results } = await hoglet.ask({ kind: "TracesQuery" });
      assert.equal(
        results.map(({ id, distinctId, traceName }) => [id, distinctId, traceName]),
        [
          ["a", "real-user", "older name"],
          ["b", "first", "named"],
        ],
      );
    },
  ),
);

traces("count a trace that has an event in the range, and begins at most ten minutes before it", () =>
  withEvents(
    "2024-12-02T00:00:00Z",
    [
      generation("a", "2024-12-01T10:55:00Z"),
      generation("a", "2024-12-01T11:30:00Z"),
      generation("b", "2024-12-01T11:15:00Z"),
      generation("c", "2024-12-01T09:00:00Z"),
      generation("d", "2024-12-01T12:05:00Z"),
      generation("old", "2024-11-01T00:00:00Z"),
    ],
    async (hoglet) => {
      const dateRange = { date_from: "2024-12-01T11:00:00Z", date_to: "2024-12-01T12:00:00Z" };
      assert.equal(await idsOf(hoglet, { dateRange }), ["b", "a"]);
      assert.equal(await idsOf(hoglet), ["d", "b", "a", "c"]);
      assert.equal(await idsOf(hoglet, { dateRange: { date_from: "all" } }), ["d", "b", "a", "c", "old"]);
      assert.equal(await idsOf(hoglet, { dateRange: { date_from: "-3m", date_to: "2024-11-30" } }), ["old"]);
    },
  ),
);

traces("list a trace of which one event passes all filters, with all its events", () =>
  withEvents(
    NOW,
    [
      generation("one", "2025-01-15T00:00:00Z", { foo: "bar" }),
      generation("one", "2025-01-15T00:00:01Z", { foo: "baz", name: "n" }),
      generation("two", "2025-01-15T00:01:00Z", {}, "person2"),
      { event: "$set", distinct_id: "person2", properties: { $set: { plan: "pro" } } },
    ],
    async (hoglet) => {
      assert.equal(await idsOf(hoglet, { properties: [isExactly("foo", "bar")] }), ["one"]);
      assert.equal(await idsOf(hoglet, { properties: [isExactly("foo", "bar"), isExactly("name", "n")] }), []);
      assert.equal(await idsOf(hoglet, { properties: [isExactly("plan", "pro", "person")] }), ["two"]);
      const person = (await hoglet.persons.list({ distinct_id: "person2" })).results[0];
      assert.equal(await idsOf(hoglet, { personId: person?.uuid }), ["two"]);
      const { results } = await hoglet.ask({ kind: "TracesQuery", properties: [isExactly("foo", "bar")] });
      assert.is(results[0]?.inputTokens, 6);
    },
  ),
);

traces("count the events that failed, and name the models", () =>
  withEvents(
    NOW,
    [
      generation("t", "2025-01-15T00:00:00Z", { $ai_model: "gpt-4o" }),
      generation("t", "2025-01-15T00:00:01Z", { $ai_model: "gpt-4o", $ai_is_error: true, $ai_error: "429" }),
      other("$ai_embedding", "t", "2025-01-15T00:00:02Z", { $ai_model: "embed-3", $ai_is_error: "true" }),
      other("$ai_span", "t", "2025-01-15T00:00:03Z", { $ai_is_error: false, $ai_model: "no call" }),
    ],
    async (hoglet) => {
      const [trace] = (await hoglet.ask({ kind: "TracesQuery" })).results;
      assert.equal([trace?.errorCount, trace?.models], [2, ["gpt-4o", "embed-3"]]);
    },
  ),
);

traces("leave out events without a trace, and of other names", () =>
  withEvents(
    NOW,
    [
      generation("", "2025-01-15T00:00:00Z"),
      { event: "$ai_generation", distinct_id: "u", properties: {} },
      { event: "paid", distinct_id: "u", properties: { $ai_trace_id: "t" } },
    ],
    async (hoglet) => {
      assert.equal(await idsOf(hoglet), []);
    },
  ),
);

traces("refuse what they do not know", () =>
  withEvents(NOW, [generation("t", NOW)], async (hoglet) => {
    const refused = async (node: object) => {
      const error: unknown = await hoglet.ask(node as never).catch((reason: unknown) => reason);
      return (error as { status: number }).status;
    };
    assert.is(await refused({ kind: "TraceQuery" }), 400);
    assert.is(await refused({ kind: "TracesQuery", dateRange: { date_from: "garbage" } }), 400);
    assert.is(await refused({ kind: "TracesQuery", limits: 5 }), 400);
  }),
);

traces.run();
