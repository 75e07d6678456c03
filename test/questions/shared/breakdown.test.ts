import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { trendBreakdownEntries, limitOf, parseBreakdown } from "../../../lib/questions/shared/breakdown.ts";
import type { Breakdown } from "../../../lib/questions/shared/breakdown.ts";
import { parse } from "../../../lib/base/parse.ts";
import * as v from "valibot";

function read(input: object, display = "ActionsLineGraph"): Breakdown | null {
  return parseBreakdown(parse(v.object(trendBreakdownEntries), input), display);
}

const values = { by: "values", isList: false, limit: 25, offset: 0, hasOther: false, hasNull: false };
const event = (key: string) => ({ type: "event", key, as: "text" });

const breakdown = suite("parseBreakdown");

breakdown("is nothing without a property", () => {
  assert.is(read({}), null);
  assert.is(read({ breakdown_type: "cohort" }), null);
  assert.is(read({ breakdowns: [] }), null);
});

breakdown("takes a property of the event unless told otherwise", () => {
  assert.equal(read({ breakdown: "os" }), { ...values, sources: [event("os")] });
  assert.equal(read({ breakdown: "os", breakdown_type: "person", breakdown_limit: "3", offset: "5" }), {
    ...values,
    sources: [{ ...event("os"), type: "person" }],
    limit: 3,
    offset: 5,
  });
  const group = { breakdown: "size", breakdown_type: "group", breakdown_group_type_index: "1" };
  assert.equal(read(group), { ...values, sources: [{ type: "group", key: "size", groupTypeIndex: 1, as: "text" }] });
  const session = { breakdown: "$session_duration", breakdown_type: "session" };
  assert.equal(read(session), { ...values, sources: [{ type: "session", key: "$session_duration", as: "text" }] });
});

breakdown("shows several properties, or a list of one, as lists", () => {
  const several = { ...values, isList: true, sources: [event("os"), { ...event("plan"), type: "person" }] };
  assert.equal(read({ breakdowns: [{ property: "os" }, { value: "plan", type: "person" }] }), several);
  assert.equal(read({ breakdown: ["os"] }), { ...values, isList: true, sources: [event("os")] });
});

breakdown("reads cohorts by id, and all", () => {
  assert.equal(read({ breakdown: [3, "all", "3"], breakdown_type: "cohort" }), { by: "cohorts", ids: [3, "all"] });
  assert.equal(read({ breakdown: 3, breakdown_type: "cohort" }), { by: "cohorts", ids: [3] });
});

breakdown("reads bins", () => {
  const bins = { by: "bins", source: event("age"), binCount: 4, hasNan: false };
  assert.equal(read({ breakdown: "age", breakdown_histogram_bin_count: "4" }), bins);
});

breakdown("takes fewer than one bin for one, from the least number to the greatest (7.5)", () => {
  for (const count of [1, 0, "-3"]) {
    const found = read({ breakdown: "age", breakdown_histogram_bin_count: count });
    assert.is(found?.by === "bins" && found.binCount, 1);
  }
});

breakdown("adds the late-legacy buckets only when asked", () => {
  const late = { breakdown: "os", breakdown_other: "true" };
  assert.equal(read(late), { ...values, sources: [event("os")], hasOther: true, hasNull: true });
  assert.equal(read({ ...late, breakdown_hide_other_aggregation: true }), {
    ...values,
    sources: [event("os")],
    hasNull: true,
  });
});

breakdown("reads cohorts of a list", () => {
  const ids = { by: "cohorts", ids: [3, "all"] };
  assert.equal(
    read({
      breakdowns: [
        { property: 3, type: "cohort" },
        { property: "all", type: "cohort" },
      ],
    }),
    ids,
  );
  assert.equal(read({ breakdowns: [{ property: 3 }, { value: "all" }], breakdown_type: "cohort" }), ids);
});

const source = (text: string) => {
  const found = read({ breakdown: text, breakdown_type: "hogql" });
  return found?.by === "values" ? found.sources[0] : undefined;
};

breakdown("reads the properties that HogQL names, and their length", () => {
  assert.equal(source("properties.$os"), event("$os"));
  assert.equal(source("person.properties.plan"), { ...event("plan"), type: "person" });
  assert.equal(source("length( properties.$os )"), { ...event("$os"), as: "length" });
});

const refusals: [input: object, attr: string, code?: string][] = [
  [{ breakdown: "x", breakdown_type: "planet" }, "breakdown_type"],
  [{ breakdown: "x", breakdown_type: "cohort" }, "breakdown"],
  [{ breakdown: "x", breakdown_type: "session" }, "breakdown"],
  [{ breakdown: "x", breakdown_type: "group" }, "breakdown_group_type_index", "required"],
  [{ breakdown: "x", breakdown_type: "group", breakdown_group_type_index: 5 }, "breakdown_group_type_index"],
  [{ breakdown: "x", breakdown_limit: 0 }, "breakdown_limit"],
  [{ breakdown: ["x", "y"], breakdown_histogram_bin_count: 3 }, "breakdown_histogram_bin_count"],
  [{ breakdowns: [{ type: "event" }] }, "breakdowns__0__property", "required"],
  [{ breakdowns: [{ property: 3, type: "cohort" }, { property: "x" }] }, "breakdowns"],
  [{ breakdowns: [{ property: "x", type: "cohort" }] }, "breakdowns"],
  [{ breakdowns: [{ property: "x", type: "planet" }] }, "breakdowns__0__type"],
  [{ breakdowns: [{ property: "x", type: "group" }] }, "breakdowns__0__group_type_index", "required"],
  [{ breakdowns: [{ property: "x", type: "session" }] }, "breakdowns__0__property"],
  [{ breakdowns: [{ value: "x", type: "session" }] }, "breakdowns__0__value"],
];

breakdown("leaves other expressions to the engine, whose compiler refuses those that are none", () => {
  for (const text of ["concat(properties.a, properties.b)", "length(properties.a"]) {
    const found = read({ breakdown: text, breakdown_type: "hogql" });
    assert.equal(found?.by === "values" ? found.sources : null, [{ type: "hogql", key: text, as: "text" }]);
  }
});

for (const [input, attr, code = "invalid_input"] of refusals) {
  breakdown(`refuses ${JSON.stringify(input)}`, () => {
    assert.throws(
      () => read(input),
      (error: unknown) => error instanceof HogletError && error.attr === attr && error.code === code,
    );
  });
}

breakdown.run();

const limits = suite("limitOf");

limits("is 25, for maps 300, unless asked for", () => {
  const wire = parse(v.object(trendBreakdownEntries), {});
  assert.equal([limitOf(wire, "ActionsPie"), limitOf(wire, "WorldMap")], [25, 300]);
  assert.is(limitOf({ ...wire, breakdown_limit: 7 }, "WorldMap"), 7);
});

limits.run();
