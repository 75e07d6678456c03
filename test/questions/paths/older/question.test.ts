import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../../lib/base/errors.ts";
import { readOlderPaths } from "../../../../lib/questions/paths/older/question.ts";

const query = suite("readOlderPaths");

query("gives the same question from JSON and from the text of a query string", () => {
  const given = {
    include_event_types: ["$screen"],
    exclude_events: ["/x"],
    start_point: "/a/",
    end_point: "/",
    step_limit: 7,
    min_edge_weight: 2,
    path_groupings: ["/b*"],
    path_replacements: true,
    local_path_cleaning_filters: [{ regex: "a", alias: "b" }],
    properties: [{ key: "k", value: "v" }],
  };
  const text = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : `${value}`,
    ]),
  );
  const { query: read } = readOlderPaths(given);
  assert.equal(readOlderPaths(text).query, read);
  assert.equal([read.startPoint, read.endPoint, read.edgeLimit, read.stepLimit], ["/a", "/", null, 7]);
});

query("takes items as they are written, also where they look like JSON", () => {
  const { startPoint, endPoint } = readOlderPaths({ start_point: "[1]", end_point: '{"a":1}' }).query;
  assert.equal([startPoint, endPoint], ["[1]", '{"a":1}']);
});

query("lets the path say what is asked: a funnel's filter that is handed on names FUNNELS (3, 12b.4)", () => {
  assert.equal(readOlderPaths({ insight: "FUNNELS", funnel_step: 2 }), readOlderPaths({ funnel_step: 2 }));
});

const limitOf = (input: object) => readOlderPaths(input).query.edgeLimit;

query("keeps fifty edges, unless both points are given or the question says otherwise", () => {
  assert.equal([limitOf({}), limitOf({ start_point: "a" }), limitOf({ end_point: "a" })], [50, 50, 50]);
  assert.equal([limitOf({ start_point: "a", end_point: "b" }), limitOf({ edge_limit: "3" })], [null, 3]);
  assert.is(limitOf({ start_point: "a", end_point: "b", edge_limit: 3 }), 3);
});

/** The field that a refusal names. */
async function refused(ask: () => unknown): Promise<string | null> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof HogletError && error.status === 400) return error.attr;
    throw error;
  }
  throw new Error("It was not refused.");
}

query("refuses what cannot be, and names the field", async () => {
  const cases: [object, string][] = [
    [{ min_edge_weight: 3, max_edge_weight: 2 }, "max_edge_weight"],
    [{ max_edge_weight: 0 }, "max_edge_weight"],
    [{ include_event_types: ["custom_event"], include_custom_events: ["paid"] }, "include_custom_events"],
    [{ path_type: "custom_event", include_custom_events: ["paid"] }, "include_custom_events"],
    [{ include_event_types: ["$autocapture"] }, "include_event_types__0"],
    [{ include_event_types: "$pageview" }, "include_event_types"],
    [{ path_type: "x" }, "path_type"],
    [{ step_limit: 0 }, "step_limit"],
    [{ edge_limit: "many" }, "edge_limit"],
    [{ path_groupings: [""] }, "path_groupings__0"],
    [{ local_path_cleaning_filters: [{ regex: "(", alias: "" }] }, "local_path_cleaning_filters__0__regex"],
    [{ funnel_filter: { events: [] } }, "funnel_paths"],
    [{ funnel_paths: "funnel_path_at_step" }, "funnel_paths"],
    [{ insight: "BOARDS" }, "insight"],
    [{ sampling_factor: 1.1 }, "sampling_factor"],
  ];
  for (const [input, attr] of cases) assert.is(await refused(() => readOlderPaths(input)), attr, JSON.stringify(input));
  readOlderPaths({ min_edge_weight: 2, max_edge_weight: 2 });
});

query.run();

const funnel = suite("readOlderPaths of a funnel");

funnel("refuses funnels that paths cannot rest on, and names the field", async () => {
  const steps = { events: [{ id: "a" }, { id: "b", order: 1 }] };
  const cases: [object | null, string, string][] = [
    [null, "after_step", "funnel_filter"],
    [steps, "after_step", "funnel_filter__funnel_step"],
    [{ ...steps, funnel_step: 0 }, "after_step", "funnel_filter__funnel_step"],
    [{ ...steps, funnel_step: -1 }, "before_step", "funnel_filter__funnel_step"],
    [{ ...steps, funnel_step: 1 }, "between_steps", "funnel_filter__funnel_step"],
    [{ ...steps, funnel_step: -2 }, "between_steps", "funnel_filter__funnel_step"],
    [{ ...steps, funnel_step: 1, funnel_viz_type: "trends" }, "after_step", "funnel_filter__funnel_viz_type"],
    [
      { ...steps, funnel_step: 1, aggregation_group_type_index: 0 },
      "after_step",
      "funnel_filter__aggregation_group_type_index",
    ],
  ];
  for (const [filter, part, attr] of cases) {
    const asked = { funnel_paths: `funnel_path_${part}`, funnel_filter: filter };
    assert.is(await refused(() => readOlderPaths(asked)), attr, JSON.stringify(asked));
  }
});

funnel.run();
