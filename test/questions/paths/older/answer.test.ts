import { columnRunners } from "../../../../lib/questions/columns.ts";
import { suite } from "uvu";
import { askWhole } from "../../../support/whole-list.ts";
import * as assert from "uvu/assert";
import { columnsEngine } from "../../../../lib/engines/columns/index.ts";
import { olderPathActors, paths } from "../../../../lib/questions/paths/index.ts";
import { openRows, people } from "../../../reference/test/open-rows.ts";

const now = "2020-01-04T12:00:00Z";
const RULES = [{ regex: "/user/\\d+", alias: "/user/:id" }];

/** A page view at minutes after ten. */
function view(distinctId: string, minutes: number, url: string | null, properties: object = {}) {
  return happen(distinctId, minutes, "$pageview", { ...(url !== null && { $current_url: url }), ...properties });
}

function happen(distinctId: string, minutes: number, event: string, properties: object = {}) {
  const timestamp = new Date(Date.UTC(2020, 0, 2, 10) + minutes * 60_000).toISOString();
  return { event, distinct_id: distinctId, timestamp, properties };
}

type Event = ReturnType<typeof happen>;

function open(events: Event[], persons = people("a", "b", "c")) {
  const { ctx, project } = openRows({ now, persons, events });
  const settings = { ...project, path_cleaning_filters: RULES };
  const columns = { ...ctx, engine: columnsEngine(ctx.db, columnRunners()) };
  const result = async (query: object = {}) => {
    const answer = await paths(ctx, settings, query);
    assert.equal((await paths(columns, settings, { ...query, refresh: true })).result, answer.result);
    return answer.result;
  };
  return {
    result,
    /** `1_/ > 2_/about 2`, one text an edge. */
    async edges(query: object = {}) {
      return (await result(query)).map(({ source, target, value }) => `${source} > ${target} ${value}`);
    },
    /** Ids of persons, in the order they were given, from 1. */
    async behind(query: object) {
      const list = await olderPathActors(ctx, settings, query);
      const found = list && (await askWhole(ctx.engine, list));
      if (list !== null) assert.equal(await askWhole(columns.engine, list), found);
      return found?.by === "persons" ? [...found.ids] : null;
    },
  };
}

/** An event every minute. */
function minutely(id: string, ...names: string[]): Event[] {
  return names.map((name, minute) => happen(id, minute, name));
}

/** The same so many days before. */
function again(events: Event[], days: number): Event[] {
  return events.map((event) => {
    const timestamp = new Date(Date.parse(event.timestamp) - days * 86_400_000).toISOString();
    return { ...event, timestamp };
  });
}

const path = suite("paths");

path(
  "counts sessions from one item to the next, with the mean time between, for persons with several ids",
  async () => {
    const persons = [{ distinct_ids: ["a", "a2"] }, ...people("b")];
    const events = [
      view("a", 0, "/"),
      view("a2", 1, "/about"),
      view("a", 60, "/"),
      view("a", 64, "/about"),
      view("b", 0, "/"),
      view("b", 1, "/about"),
      view("nobody", 0, "/"),
      view("nobody", 1, "/about"),
    ];
    const { result, behind } = open(events, persons);
    assert.equal(await result(), [{ source: "1_/", target: "2_/about", value: 3, average_conversion_time: 120_000 }]);
    assert.equal(await behind({ path_start_key: "1_/", path_end_key: "2_/about" }), [1, 2]);
  },
);

const twoViews = (minutes: number) => open([view("a", 0, "/a"), view("a", minutes, "/b")]).edges();

path("begins a new session after half an hour, not before", async () => {
  assert.equal(await twoViews(30 - 1 / 60_000), ["1_/a > 2_/b 1"]);
  assert.equal(await twoViews(30), []);
});

path("takes pages by URL, screens by name, other events by theirs, and what is included alone", async () => {
  const events = [
    view("a", 0, "/x/"),
    happen("a", 1, "$screen", { $screen_name: "Home/" }),
    happen("a", 2, "paid"),
    happen("a", 3, "$autocapture"),
    view("a", 4, "//"),
  ];
  const { edges } = open(events);
  const all = ["1_/x > 2_Home/ 1", "2_Home/ > 3_paid 1", "3_paid > 4_$autocapture 1", "4_$autocapture > 5_/ 1"];
  assert.equal(await edges(), all);
  assert.equal(await edges({ include_event_types: '["$pageview"]' }), ["1_/x > 2_/ 1"]);
  assert.equal(await edges({ include_event_types: ["$screen", "custom_event"] }), ["1_Home/ > 2_paid 1"]);
  assert.equal(await edges({ path_type: "$pageview", include_event_types: ["$screen"] }), ["1_/x > 2_/ 1"]);
  // A type that is named like an event goes by its raw name.
  assert.equal(await edges({ include_custom_events: ["$pageview", "paid"] }), [
    "1_$pageview > 2_paid 1",
    "2_paid > 3_$pageview 1",
  ]);
  assert.equal(await edges({ include_event_types: ["$pageview"], include_custom_events: ["paid"] }), [
    "1_/x > 2_paid 1",
    "2_paid > 3_/ 1",
  ]);
});

path("leaves out excluded items, and all pages by the name of their event", async () => {
  const { edges } = open([view("a", 0, "/x"), happen("a", 1, "paid"), view("a", 2, "/y"), happen("a", 3, "left")]);
  assert.equal(await edges({ exclude_events: ["/x", "left"] }), ["1_paid > 2_/y 1"]);
  assert.equal(await edges({ exclude_events: ["$pageview"] }), ["1_paid > 2_left 1"]);
});

path("merges equal items in a row, of which the last has the time, and drops an empty one at the end", async () => {
  const events = [view("a", 0, "/x"), view("a", 3, "/x/"), view("a", 4, null), view("a", 6, "/y"), view("a", 7, null)];
  assert.equal(await open(events).result(), [
    { source: "1_/x", target: "2_", value: 1, average_conversion_time: 60_000 },
    { source: "2_", target: "3_/y", value: 1, average_conversion_time: 120_000 },
  ]);
});

const ALPHABET = minutely("a", ..."abcdefb");

path("cuts to the points, and keeps first, last or both ends of what is too long", async () => {
  const { edges } = open(ALPHABET);
  const items = async (query: object) => {
    const found = await edges({ step_limit: 3, ...query });
    return found.map((edge) => edge.replace(/ \d+$/, "")).join(", ");
  };
  assert.is(await items({}), "1_a > 2_b, 2_b > 3_c");
  assert.is(await items({ start_point: "c/" }), "1_c > 2_d, 2_d > 3_e");
  assert.is(await items({ end_point: "e" }), "1_c > 2_d, 2_d > 3_e");
  assert.is(await items({ end_point: "b", step_limit: 5 }), "1_a > 2_b");
  assert.is(await items({ start_point: "b", end_point: "e", step_limit: 4 }), "1_b > 2_c, 2_c > 3_d, 3_d > 4_e");
  assert.is(
    await items({ start_point: "a", end_point: "f", step_limit: 4 }),
    "1_a > 2_b, 2_b > 3_..., 3_... > 4_e, 4_e > 5_f",
  );
  assert.is(
    await items({ start_point: "b", end_point: "b", step_limit: 9 }),
    "1_b > 2_c, 2_c > 3_d, 3_d > 4_e, 4_e > 5_f, 5_f > 6_b",
  );
  assert.is(await items({ start_point: "f", end_point: "a" }), "");
  assert.is(await items({ start_point: "x" }), "");
});

path(
  "cleans by the project's rules and its own, one after the other, or else groups: of several that match the last",
  async () => {
    const { edges } = open([view("a", 0, "/user/7/"), view("a", 1, "/user/8/posts"), happen("a", 2, "paid")]);
    const grouped = { path_groupings: ["/user/*", "*posts", "nothing"] };
    assert.equal(await edges(grouped), ["1_/user/* > 2_*posts 1", "2_*posts > 3_paid 1"]);
    assert.equal(await edges({ path_groupings: ["/user/.*"] }), [
      "1_/user/7 > 2_/user/8/posts 1",
      "2_/user/8/posts > 3_paid 1",
    ]);
    const cleaned = { ...grouped, path_replacements: "TRUE" };
    assert.equal(await edges(cleaned), ["1_/user/:id > 2_/user/:id/posts 1", "2_/user/:id/posts > 3_paid 1"]);
    const both = { path_replacements: true, local_path_cleaning_filters: [{ regex: ":id(/\\w+)?", alias: "x\\1" }] };
    assert.equal(await edges(both), ["1_/user/x > 2_/user/x/posts 1", "2_/user/x/posts > 3_paid 1"]);
    const own = { path_replacements: "yes", local_path_cleaning_filters: [{ regex: "^/.*$", alias: "page" }] };
    assert.equal(await edges(own), ["1_page > 2_paid 1"]);
  },
);

path(
  "filters by weight, orders by weight and text, limits, and leaves no edge hanging unless it was weighed",
  async () => {
    const { edges } = open([
      ...minutely("a", "x", "m", "n"),
      ...minutely("b", "y", "m", "n"),
      ...minutely("c", "x", "m", "n"),
      ...again(minutely("c", "z", "n", "m"), 1),
    ]);
    const all = ["2_m > 3_n 3", "1_x > 2_m 2", "1_y > 2_m 1", "1_z > 2_n 1", "2_n > 3_m 1"];
    assert.equal(await edges(), all);
    assert.equal(await edges({ edge_limit: 2 }), all.slice(0, 2));
    assert.equal(await edges({ edge_limit: 1 }), []);
    assert.equal(await edges({ min_edge_weight: 3 }), all.slice(0, 1));
    assert.equal(await edges({ min_edge_weight: 0, edge_limit: 1 }), []);
    assert.equal(await edges({ max_edge_weight: 1 }), all.slice(2));
    const between = { start_point: "x", end_point: "n" };
    assert.equal(await edges(between), ["1_x > 2_m 2", "2_m > 3_n 2"]);
    assert.equal(await edges({ ...between, edge_limit: 1 }), ["1_x > 2_m 2"]);
  },
);

path("has nothing in a range that ends before it begins", async () => {
  const { edges, behind } = open(ALPHABET);
  const query = { date_from: "2020-02-01" };
  assert.equal(await edges(query), []);
  assert.is(await behind(query), null);
});

path("finds the persons of an edge, of either of its ends, of where paths ended, and of all paths", async () => {
  const { behind } = open([...minutely("a", "x", "y", "z"), ...minutely("b", "x", "y"), ...minutely("c", "x")]);
  assert.equal(await behind({}), [1, 2, 3]);
  assert.equal(await behind({ path_start_key: "1_x", path_end_key: "2_y" }), [1, 2]);
  assert.equal(await behind({ path_start_key: "1_x" }), [1, 2]);
  assert.equal(await behind({ path_end_key: "1_x" }), [1, 2, 3]);
  assert.equal(await behind({ path_start_key: "1_x", path_end_key: "3_z" }), []);
  assert.equal(await behind({ path_dropoff_key: "2_y" }), [2]);
  assert.equal(await behind({ path_dropoff_key: "2_y", step_limit: 2 }), [2]);
  assert.equal(await behind({ path_dropoff_key: "1_x", path_start_key: "1_x", path_end_key: "2_y" }), [3]);
});

path.run();

const funnelled = suite("paths of a funnel");

const FUNNEL = {
  events: [
    { id: "start", order: 0 },
    { id: "middle", order: 1 },
    { id: "end", order: 2 },
  ],
  funnel_window_interval: 2,
  funnel_window_interval_unit: "hour",
};

function go(id: string, ...steps: [minutes: number, event: string][]) {
  return steps.map(([minutes, event]) => happen(id, minutes, event));
}

// Everybody's events are more than half an hour, and less than the window, apart.
const EVENTS = [
  ...go("a", [0, "before"], [40, "start"], [80, "p"], [120, "middle"], [158, "q"], [159, "end"], [200, "after"]),
  ...go("b", [0, "before"], [40, "start"], [80, "p"], [120, "q"], [150, "r"], [270, "late"]),
  ...go("c", [0, "before"], [40, "other"]),
];

const { edges: edgesOf, behind: behindOf } = open(EVENTS);

const ask = (part: string, step: number, own: object = {}) => ({
  funnel_paths: `funnel_path_${part}`,
  funnel_filter: { ...FUNNEL, funnel_step: step },
  step_limit: 9,
  ...own,
});

const chain = (edges: string[]) => edges.map((edge) => edge.replace(/ \d+$/, "").replaceAll(/\d_/g, "")).toSorted();

funnelled("begin at a step's time, with sessions as far apart as the window is long", async () => {
  assert.equal(chain(await edgesOf(ask("after_step", 2))), ["end > after", "middle > q", "q > end"]);
  assert.equal(await behindOf(ask("after_step", 1)), [1, 2]);
});

funnelled("of those who dropped off begin at the last step that they did", async () => {
  // 120 minutes after r a session of its own begins.
  assert.equal(chain(await edgesOf(ask("after_step", -2))), ["p > q", "q > r", "start > p"]);
  assert.equal(await behindOf(ask("after_step", -2)), [2]);
});

funnelled("end at a step's time; of those who dropped off, and told so, when the window is over", async () => {
  assert.equal(chain(await edgesOf(ask("before_step", 2))), ["before > start", "p > middle", "start > p"]);
  assert.equal(chain(await edgesOf(ask("before_step", -2))), ["before > start"]);
  const reaching = ask("before_step", -2, { funnel_step: "-2" });
  assert.equal(chain(await edgesOf(reaching)), ["before > start", "p > q", "q > r", "start > p"]);
});

funnelled("lie between two steps, both of them included", async () => {
  assert.equal(chain(await edgesOf(ask("between_steps", 2))), ["p > middle", "start > p"]);
  assert.equal(chain(await edgesOf(ask("between_steps", 3))), ["middle > q", "q > end"]);
});

funnelled("of a month's window are a January apart", async () => {
  const filter = {
    ...FUNNEL,
    funnel_window_interval: 1,
    funnel_window_interval_unit: "month",
    funnel_step: 1,
    date_from: "2019-01-01",
  };
  const query = { funnel_paths: "funnel_path_after_step", funnel_filter: filter, date_from: "2019-01-01" };
  const month = 31 * 24 * 60;
  const at = async (minutes: number) => open([...go("a", [-minutes, "start"], [0, "x"])]).edges(query);
  assert.is((await at(month - 1)).length, 1);
  assert.is((await at(month)).length, 0);
});

funnelled("are nobody's where the funnel is", async () => {
  assert.equal(await edgesOf(ask("after_step", 4)), []);
  const action = { actions: [{ id: 99 }], funnel_step: 1 };
  assert.equal(await edgesOf(ask("after_step", 1, { funnel_filter: action })), []);
});

funnelled.run();
