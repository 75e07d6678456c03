import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trend } from "../../../lib/questions/trend/index.ts";
import type { CaseData } from "../../questions/load-case.ts";
import { openRows, paid } from "./open-rows.ts";

const now = "2020-01-03T12:00:00Z";

/** Breakdown value, and total count, of each line of a question about "paid" of 3 January. */
async function lines(data: Partial<CaseData>, query: object): Promise<unknown[]> {
  const { ctx, project } = openRows({ now, ...data });
  const asked = { events: [{ id: "paid" }], date_from: "2020-01-03", ...query };
  const { result } = await trend(ctx, project, asked);
  return result.map(({ breakdown_value, count }) => [breakdown_value, count]);
}

const at = (properties: object, id = "a") => paid(id, "01-03T10:00:00", properties);
const times = (count: number, properties: object) => Array.from({ length: count }, () => at(properties));

const broken = suite("createLines");

broken("makes a line for each value, by text, the missing one first", async () => {
  const events = [
    at({ os: "b" }),
    at({ os: 10 }),
    at({ os: 9 }),
    at({ os: true }),
    at({}),
    at({ os: "" }),
    at({ os: null }),
  ];
  assert.equal(await lines({ events }, { breakdown: "os" }), [
    ["", 3],
    ["10", 1],
    ["9", 1],
    ["b", 1],
    ["true", 1],
  ]);
});

broken("keeps the most frequent, of equal ones the greater, and pages on", async () => {
  const events = [
    ...times(3, { os: "a" }),
    ...times(1, { os: "b" }),
    ...times(1, { os: "c" }),
    ...times(2, { os: "d" }),
  ];
  const top = (query: object) => lines({ events }, { breakdown: "os", ...query });
  assert.equal(await top({ breakdown_limit: 3 }), [
    ["a", 3],
    ["c", 1],
    ["d", 2],
  ]);
  assert.equal(await top({ breakdown_limit: 2, offset: 2 }), [
    ["b", 1],
    ["c", 1],
  ]);
  assert.equal(await top({ offset: 4 }), []);
});

broken("puts the remainder and the missing into buckets when asked, the largest line first", async () => {
  const events = [...times(3, { os: "a" }), ...times(2, {}), ...times(2, { os: "c" }), ...times(2, { os: "d" })];
  const late = { breakdown: "os", breakdown_other: true };
  assert.equal(await lines({ events }, { ...late, breakdown_limit: 2 }), [
    ["$$_posthog_breakdown_other_$$", 4],
    ["a", 3],
    ["d", 2],
  ]);
  assert.equal(await lines({ events }, { ...late, breakdown_limit: 2, breakdown_hide_other_aggregation: true }), [
    ["a", 3],
    ["d", 2],
  ]);
  assert.equal(await lines({ events }, { ...late, breakdown_limit: 1, offset: 1 }), [
    ["$$_posthog_breakdown_other_$$", 4],
    ["d", 2],
  ]);
  assert.equal((await lines({ events }, late)).length, 4, "no remainder, no bucket for it");
  assert.equal((await lines({ events }, late)).at(1), ["$$_posthog_breakdown_null_$$", 2]);
});

broken("chooses values from the range as it was asked for", async () => {
  const events = [paid("a", "01-01T10:00:00", { os: "early" }), paid("a", "01-03T10:00:00", { os: "late" })];
  assert.equal(await lines({ events }, { breakdown: "os", interval: "week" }), [["late", 1]]);
});

broken("combines several properties, of the event, its person and its group", async () => {
  const persons = [{ distinct_ids: ["a"], properties: { plan: "pro" } }, { distinct_ids: ["b"] }];
  const groups = [{ group_type_index: 1, group_key: "g", properties: { size: 5 } }];
  const events = [at({ os: "x", $group_1: "g" }), at({ os: "x", $group_1: "g" }), at({ os: "x" }, "b")];
  const breakdowns = [
    { property: "os" },
    { property: "plan", type: "person" },
    { property: "size", type: "group", group_type_index: 1 },
  ];
  assert.equal(await lines({ persons, groups, events }, { breakdowns }), [
    [["x", "", ""], 1],
    [["x", "pro", "5"], 2],
  ]);
  const size = { breakdown: "size", breakdown_type: "group", breakdown_group_type_index: 1 };
  assert.equal(await lines({ persons, groups, events }, size), [
    ["", 1],
    ["5", 2],
  ]);
});

broken("counts a person in each of its cohorts, and keeps empty ones, all last", async () => {
  const persons = [{ distinct_ids: ["a"] }, { distinct_ids: ["b"] }];
  const cohorts = [
    { id: 3, is_static: true, members: ["a", "b"] },
    { id: 20, is_static: true, members: ["b"] },
    { id: 100, is_static: true },
  ];
  const events = [at({}, "a"), at({}, "b"), at({}, "nobody")];
  const query = { breakdown: ["all", 100, 20, 3], breakdown_type: "cohort" };
  assert.equal(await lines({ persons, cohorts, events }, query), [
    [3, 2],
    [20, 1],
    [100, 0],
    ["all", 2],
  ]);
});

broken("puts numbers into bins, which keep their order and include their lower bound", async () => {
  const events = [1, 2, "3", 10, "x", null].map((age) => at({ age }));
  const bins = { breakdown: "age", breakdown_histogram_bin_count: 2 };
  assert.equal(await lines({ events }, bins), [
    ["[1.0,2.5]", 2],
    ["[2.5,10.01]", 2],
  ]);
  assert.equal(await lines({ events }, { ...bins, breakdown: "none" }), []);
});

const of = (time: string, $session_id: string) => paid("a", `01-03T${time}`, { $session_id });

broken("groups by the length of sessions, as numbers", async () => {
  const events = [of("10:00:00", "s"), of("10:01:40", "s"), of("10:00:09", "t"), of("10:00:00", "t"), at({})];
  const query = { breakdown: "$session_duration", breakdown_type: "session" };
  assert.equal(await lines({ events }, query), [
    [9, 2],
    [100, 2],
  ]);
});

broken.run();
