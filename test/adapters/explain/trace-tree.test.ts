import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toTraceTree } from "../../../adapters/explain/trace-tree.ts";

const START = Date.parse("2025-01-15T00:00:00Z");

function event(id: string, second: number, properties: Record<string, unknown> = {}, name = "$ai_span") {
  return { id, event: name, createdAt: new Date(START + second * 1000).toISOString(), properties };
}

/** Depth, id, start and length in seconds. */
function drawn(events: ReturnType<typeof event>[]) {
  const { steps, lengthMs } = toTraceTree({ id: "t", events });
  const rows = steps.map((step) => `${step.depth} ${step.id} ${step.startMs / 1000}+${step.lengthMs / 1000}`);
  return [...rows, `= ${lengthMs / 1000}`];
}

const tree = suite("the tree of a trace");

tree("has each step below its parent, in order of their beginnings", () => {
  const events = [
    event("tool", 4, { $ai_span_id: "c", $ai_parent_id: "a", $ai_latency: 1 }),
    event("call", 3, { $ai_span_id: "b", $ai_parent_id: "a", $ai_latency: 2 }, "$ai_generation"),
    event("agent", 5, { $ai_span_id: "a", $ai_parent_id: "t", $ai_latency: 5 }),
    event("later", 9, {}),
  ];
  assert.equal(drawn(events), ["0 agent 0+5", "1 call 1+2", "1 tool 3+1", "0 later 9+0", "= 9"]);
});

tree("takes the time of a span of OpenTelemetry as its beginning, and that of other events as their end", () => {
  const otel = { $ai_ingestion_source: "otel", $ai_latency: 2 };
  assert.equal(drawn([event("span", 0, otel), event("sent", 3, { $ai_latency: 1 })]), [
    "0 span 0+2",
    "0 sent 2+1",
    "= 3",
  ]);
});

tree("loses no step: with an unknown parent, in a circle, or of the same id", () => {
  const events = [
    event("orphan", 0, { $ai_parent_id: "gone" }),
    event("x", 1, { $ai_span_id: "x", $ai_parent_id: "y" }),
    event("y", 2, { $ai_span_id: "y", $ai_parent_id: "x" }),
    event("self", 3, { $ai_span_id: "s", $ai_parent_id: "s" }),
    event("one", 4, { $ai_span_id: "same" }),
    event("two", 5, { $ai_span_id: "same" }),
    event("below", 6, { $ai_span_id: "b", $ai_parent_id: "same" }),
  ];
  const { steps } = toTraceTree({ id: "t", events });
  assert.equal(steps.map(({ id }) => id).toSorted(), ["below", "one", "orphan", "self", "two", "x", "y"]);
});

tree("names a step by its name, else its model, else its kind, and knows those that failed", () => {
  const events = [
    event("1", 0, { $ai_span_name: "answer", $ai_model: "m", $ai_is_error: "true" }),
    event("2", 1, { $ai_model: "m", $ai_is_error: false }),
    event("3", 2, {}, "$ai_embedding"),
  ];
  const { steps } = toTraceTree({ id: "t", events });
  assert.equal(
    steps.map(({ name, isError }) => [name, isError]),
    [
      ["answer", true],
      ["m", false],
      ["embedding", false],
    ],
  );
});

tree("of nothing has no step", () => {
  assert.equal(toTraceTree({ id: "t", events: [] }), { steps: [], lengthMs: 0 });
});

tree.run();
