import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { planPathFunnel } from "../../../lib/questions/paths/path-funnel.ts";
import { parsePathQuery } from "../../../lib/questions/paths/question.ts";
import { openRows } from "../../reference/test/open-rows.ts";

const query = suite("parsePathQuery");

query("gives the normal form, which parses to itself, from JSON and from the text of a query string", () => {
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
  const { filter } = parsePathQuery(given);
  assert.equal(parsePathQuery(text).filter, filter);
  assert.equal(parsePathQuery(filter).filter, filter);
  assert.equal([filter.start_point, filter.end_point, filter.edge_limit], ["/a", "/", null]);
});

query("lets the path say what is asked: a funnel's filter that is handed on names FUNNELS (3, 12b.4)", () => {
  assert.equal(parsePathQuery({ insight: "FUNNELS", funnel_step: 2 }), parsePathQuery({ funnel_step: 2 }));
});

const limitOf = (input: object) => parsePathQuery(input).edge_limit;

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
  for (const [input, attr] of cases) assert.is(await refused(() => parsePathQuery(input)), attr, JSON.stringify(input));
});

query.run();

const funnel = suite("planPathFunnel");

funnel("refuses funnels that paths cannot rest on, and names the field", async () => {
  const { ctx, project } = openRows({ now: "2020-01-04T12:00:00Z" });
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
    const parsed = parsePathQuery({ funnel_paths: `funnel_path_${part}`, funnel_filter: filter });
    assert.is(await refused(() => planPathFunnel(ctx, project, parsed)), attr, JSON.stringify([filter, part]));
  }
});

funnel.run();
