import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FunnelStepResult } from "../../../lib/index.ts";
import { funnelRows, stepName } from "../../../adapters/ui/page/views/insights/funnel-rows.ts";

function step(order: number, count: number, more: Partial<FunnelStepResult> = {}): FunnelStepResult {
  const times = { average_conversion_time: null, median_conversion_time: null };
  const links = { converted_people_url: "", dropped_people_url: null };
  return {
    action_id: "e",
    name: `e${order}`,
    custom_name: null,
    order,
    people: [],
    count,
    type: "events",
    ...times,
    ...links,
    ...more,
  };
}

const rows = suite("funnelRows");

rows("holds each step against the first and the one before", () => {
  const found = funnelRows([step(0, 10), step(1, 6), step(2, 6)]).flat();
  assert.equal(
    found.map(({ line, entered, before, dropped }) => ({ line, entered, before, dropped })),
    [
      { line: null, entered: 10, before: 10, dropped: 0 },
      { line: null, entered: 10, before: 10, dropped: 4 },
      { line: null, entered: 10, before: 6, dropped: 0 },
    ],
  );
});

rows("puts the values of a breakdown under each step", () => {
  const [first, second] = funnelRows([
    [step(0, 4, { breakdown_value: "Chrome" }), step(1, 1, { breakdown_value: "Chrome" })],
    [step(0, 3, { breakdown_value: "" }), step(1, 3, { breakdown_value: "" })],
  ]);
  assert.equal(
    first?.map(({ line, step: { count } }) => [line, count]),
    [
      ["Chrome", 4],
      ["none", 3],
    ],
  );
  assert.equal(
    second?.map(({ dropped }) => dropped),
    [3, 0],
  );
});

rows.run();

const names = suite("stepName");

names("is no event's where steps come in any order", () => {
  assert.is(stepName({ insight: "FUNNELS" }, step(1, 1, { custom_name: "Bought" })), "Bought");
  assert.is(stepName({ insight: "FUNNELS", funnel_order_type: "unordered" }, step(1, 1)), "Any 2 of the steps");
});

names.run();
