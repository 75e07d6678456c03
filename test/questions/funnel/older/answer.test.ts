import { suite } from "uvu";
import * as assert from "uvu/assert";
import { funnel } from "../../../../lib/questions/funnel/index.ts";
import type { FunnelStepResult, FunnelTrendResult } from "../../../../lib/questions/funnel/index.ts";
import { openRows, people } from "../../../reference/test/open-rows.ts";
import type { CaseData } from "../../load-case.ts";

const now = "2020-03-10T12:00:00Z";

/** An event at a time of 2020, such as `01-02T10:00:00`. */
function did(id: string, event: string, time: string, properties: object = {}) {
  return { event, distinct_id: id, timestamp: `2020-${time}Z`, properties };
}

const step = (id: string, order: number, more: object = {}) => ({ id, order, ...more });

async function ask(data: Partial<CaseData>, query: Record<string, unknown>) {
  const { ctx, project } = openRows({ now, ...data });
  return (await funnel(ctx, project, { date_from: "2020-01-01", ...query })).result;
}

async function counts(data: Partial<CaseData>, query: Record<string, unknown>): Promise<number[]> {
  const result = (await ask(data, query)) as FunnelStepResult[];
  return result.map(({ count }) => count);
}

async function refused(query: Record<string, unknown>): Promise<string> {
  const { ctx, project } = openRows({ now });
  try {
    await funnel(ctx, project, query);
  } catch (error) {
    const { status, attr } = error as { status: number; attr: string };
    return `${status} ${attr}`;
  }
  return "answered";
}

const TWO = { events: [step("a", 0), step("b", 1)] };

const asks = suite("funnel");

asks("counts who got how far, in steps that say what they are and lead to their people", async () => {
  const events = [
    did("p", "a", "01-02T10:00:00"),
    did("p", "b", "01-02T10:00:50.999"),
    did("q", "a", "01-02T10:00:00"),
  ];
  const result = (await ask({ persons: people("p", "q"), events }, { ...TWO, origin: "x" })) as FunnelStepResult[];
  const [first, second] = result;
  const { converted_people_url: converted, dropped_people_url: dropped, ...facts } = second ?? {};
  assert.equal(facts, {
    action_id: "b",
    name: "b",
    custom_name: null,
    order: 1,
    people: [],
    count: 1,
    type: "events",
    average_conversion_time: 50,
    median_conversion_time: 50,
  });
  assert.equal([first?.count, first?.average_conversion_time, first?.dropped_people_url], [2, null, null]);
  const steps = [converted, dropped].map((url) => new URL(url ?? "", "http://x").searchParams.get("funnel_step"));
  assert.equal(steps, ["2", "-2"]);
});

asks("has an empty result without steps, or when an action does not exist", async () => {
  assert.equal(await ask({}, {}), []);
  assert.equal(await ask({}, { actions: [{ id: 99 }] }), []);
});

asks("measures months by the calendar, and takes funnel_window_days before all else", async () => {
  const events = [did("p", "a", "01-31T10:00:00"), did("p", "b", "02-29T10:00:00")];
  const data = { persons: people("p"), events };
  const month = { funnel_window_interval: 1, funnel_window_interval_unit: "month" };
  assert.equal(await counts(data, { ...TWO, ...month }), [1, 1]);
  const late = { ...data, events: [did("p", "a", "01-31T10:00:00"), did("p", "b", "02-29T10:00:00.001")] };
  assert.equal(await counts(late, { ...TWO, ...month }), [1, 0]);
  assert.equal(await counts(data, { ...TWO, ...month, funnel_window_days: "3" }), [1, 0]);
  const seconds = { funnel_window_interval: 60, funnel_window_interval_unit: "second" };
  const quick = { ...data, events: [did("p", "a", "01-31T10:00:00"), did("p", "b", "01-31T10:01:00")] };
  assert.equal(await counts(quick, { ...TWO, ...seconds }), [1, 1]);
});

asks("wants an event of its own for a step that repeats the one before or widens it", async () => {
  const narrow = step("a", 0, { properties: { plan: "x" } });
  const one = { persons: people("p"), events: [did("p", "a", "01-02T10:00:00", { plan: "x" })] };
  const two = { ...one, events: [...one.events, did("p", "a", "01-02T11:00:00")] };
  for (const events of [
    [step("a", 0), step("a", 1)],
    [narrow, step("a", 1)],
  ]) {
    assert.equal(await counts(one, { events }), [1, 0]);
    assert.equal(await counts(two, { events }), [1, 1]);
  }
  // One event may be two steps of which the second is the narrower.
  assert.equal(await counts(one, { events: [step("a", 0), { ...narrow, order: 1 }] }), [1, 1]);
});

asks("goes on for 64 steps and more", async () => {
  const length = 200;
  const events = Array.from({ length }, (_, index) =>
    did(
      "p",
      `s${index}`,
      `01-02T10:${String(Math.floor(index / 60)).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}`,
    ),
  );
  const steps = events.map(({ event }, index) => step(event, index + 1));
  for (const order of ["ordered", "strict", "unordered"]) {
    const found = await counts({ persons: people("p"), events }, { events: steps, funnel_order_type: order });
    assert.equal([found.length, found.at(-1)], [length, 1], order);
  }
  assert.is(await refused({ events: Array.from({ length: 256 }, () => ({ id: "a" })) }), "400 events");
});

asks("counts groups when asked to, and knows actions as steps", async () => {
  const events = [
    did("p", "a", "01-02T10:00:00", { $group_0: "org" }),
    did("q", "b", "01-02T11:00:00", { $group_0: "org" }),
    did("q", "b", "01-02T11:00:00"),
  ];
  const data = { persons: people("p", "q"), events, actions: [{ id: 4, name: "either", steps: [{ event: "b" }] }] };
  assert.equal(await counts(data, { ...TWO, aggregation_group_type_index: 0 }), [1, 1]);
  assert.equal(await counts(data, TWO), [1, 0]);
  const result = (await ask(data, { events: [step("a", 1)], actions: [step("4", 0)] })) as FunnelStepResult[];
  assert.equal(
    result.map(({ name, type, count, action_id: id }) => [name, type, count, id]),
    [
      ["either", "actions", 1, 4],
      ["a", "events", 0, "a"],
    ],
  );
});

const BROKEN = {
  persons: people("p", "q", "r"),
  events: [
    did("p", "a", "01-02T10:00:00", { plan: "x" }),
    did("q", "a", "01-02T10:00:00", { plan: "y" }),
    did("r", "a", "01-02T10:00:00", { plan: "y" }),
  ],
};
const values = async (query: Record<string, unknown>) => {
  const lines = (await ask(BROKEN, { events: [step("a", 0)], ...query })) as FunnelStepResult[][];
  return lines.map(([first]) => [first?.breakdown, first?.breakdown_value, first?.breakdowns, first?.count]);
};

asks("shows values as they were asked for: plain ones as texts, lists as lists", async () => {
  const y = ["y", "y", undefined, 2];
  assert.equal(await values({ breakdown: "plan" }), [y, ["x", "x", undefined, 1]]);
  assert.equal(await values({ breakdown: ["plan"], breakdown_limit: 1 }), [
    [["y"], ["y"], undefined, 2],
    [["Other"], ["Other"], undefined, 1],
  ]);
  const [first] = await values({ breakdowns: [{ property: "plan", type: "event" }] });
  assert.equal(first, [["y"], ["y"], [{ property: "plan", value: "y" }], 2]);
});

asks("takes the rest and a value called Other for two lines", async () => {
  const plans = { p: "rare", q: "y", r: "y", s: "Other", t: "Other", u: "y" };
  const all = Object.entries(plans).map(([id, plan]) => did(id, "a", "01-02T10:00:00", { plan }));
  const persons = people(...Object.keys(plans));
  const query = { events: [step("a", 0)], breakdown: "plan", breakdown_limit: 2 };
  const lines = (await ask({ persons, events: all }, query)) as FunnelStepResult[][];
  assert.equal(
    lines.map(([first]) => [first?.breakdown_value, first?.count]),
    [
      ["y", 3],
      ["Other", 2],
      ["Other", 1],
    ],
  );
  const others = lines.slice(1).map(([first]) => new URL(first?.converted_people_url ?? "", "http://x").searchParams);
  assert.equal(
    others.map((search) => search.get("funnel_step_other")),
    ["false", "true"],
  );
});

asks("shows the rate by period, with the counts behind it", async () => {
  const events = [
    did("p", "a", "01-02T10:00:00"),
    did("p", "b", "01-04T10:00:00"),
    did("q", "a", "01-02T10:00:00"),
    did("r", "a", "01-02T10:00:00"),
  ];
  const query = { ...TWO, date_to: "2020-01-03", funnel_viz_type: "trends", interval: "day" };
  const data = { persons: people("p", "q", "r"), events };
  const [line] = (await ask(data, { ...query, date_to: "2020-01-05" })) as FunnelTrendResult[];
  assert.equal([line?.count, line?.data], [5, [0, 33.33, 0, 0, 0]]);
  assert.equal([line?.reached_from_step_count[1], line?.reached_to_step_count[1]], [3, 1]);
  assert.equal([line?.days[1], line?.labels[1]], ["2020-01-02", "2-Jan-2020"]);
  // Events after the range's end do not count.
  const [short] = (await ask(data, query)) as FunnelTrendResult[];
  assert.equal(short?.data, [0, 0, 0]);
  const [hours] = (await ask(data, { ...query, interval: "hour", date_to: "2020-01-02" })) as FunnelTrendResult[];
  assert.equal([hours?.days[1], hours?.labels[1]], ["2020-01-01 01:00:00", "1-Jan-2020"]);
});

asks("is a funnel whatever insight the filter names, TRENDS being the default of all (3.1)", async () => {
  assert.is(await refused({ ...TWO, insight: "TRENDS" }), "answered");
});

asks("refuses what makes no sense, naming the field", async () => {
  const between = (from?: number, to?: number, id = "x") => ({
    ...TWO,
    exclusions: [{ id, type: "events", funnel_from_step: from, funnel_to_step: to }],
  });
  assert.is(await refused(between(undefined, 1)), "400 exclusions__0__funnel_from_step");
  assert.is(await refused(between(0)), "400 exclusions__0__funnel_to_step");
  assert.is(await refused(between(1, 1)), "400 exclusions__0__funnel_from_step");
  assert.is(await refused(between(0, 2)), "400 exclusions__0__funnel_to_step");
  assert.is(await refused(between(0, 1, "b")), "400 exclusions__0__id");
  assert.is(await refused({ ...between(0, 1), events: JSON.stringify(TWO.events) }), "answered");
  assert.is(await refused({ ...TWO, insight: "BOARDS" }), "400 insight");
  assert.is(await refused({ ...TWO, funnel_window_interval_unit: "year" }), "400 funnel_window_interval_unit");
  assert.is(await refused({ ...TWO, funnel_window_days: 0 }), "400 funnel_window_days");
  assert.is(await refused({ ...TWO, funnel_to_step: 2 }), "400 funnel_to_step");
  assert.is(await refused({ ...TWO, funnel_viz_type: "time_to_convert", funnel_to_step: 0 }), "400 funnel_to_step");
  assert.is(await refused({ ...TWO, funnel_from_step: 1, funnel_to_step: 1 }), "400 funnel_from_step");
  assert.is(await refused({ ...TWO, funnel_from_step: 1 }), "400 funnel_from_step");
  assert.is(
    await refused({ ...TWO, breakdown: "x", breakdown_histogram_bin_count: 3 }),
    "400 breakdown_histogram_bin_count",
  );
  const step5 = { breakdown: "x", breakdown_attribution_type: "step", breakdown_attribution_value: 5 };
  assert.is(await refused({ ...TWO, ...step5 }), "400 breakdown_attribution_value");
  assert.is(await refused({ events: [step("a", 0)], funnel_viz_type: "time_to_convert" }), "400 events");
});

const attempt = (at: string) => ({
  persons: people("p"),
  events: [did("p", "a", "01-02T10:00:00"), did("p", "x", at), did("p", "b", "01-02T11:00:00")],
});

asks("discards attempts with an excluded event in between, but not at the same moment as a step", async () => {
  const exclusions = [{ id: "x", funnel_from_step: 0, funnel_to_step: 1 }];
  assert.equal(await counts(attempt("01-02T10:30:00"), { ...TWO, exclusions }), [0, 0]);
  assert.equal(await counts(attempt("01-02T11:00:00"), { ...TWO, exclusions }), [1, 1]);
  assert.equal(await counts(attempt("01-02T10:00:00"), { ...TWO, exclusions }), [1, 1]);
  const strict = { ...TWO, exclusions, funnel_order_type: "strict" };
  assert.equal(await counts(attempt("01-02T12:00:00"), strict), [1, 1]);
});

asks.run();
