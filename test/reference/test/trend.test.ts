import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trend } from "../../../lib/questions/trend/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { openEmpty } from "../../questions/load-case.ts";
import type { CaseData } from "../../questions/load-case.ts";
import { openRows } from "./open-rows.ts";

const now = "2020-01-03T12:00:00Z";
const engine = suite("rows: trend");

type Event = NonNullable<CaseData["events"]>[number];

function event(distinctId: string, time: string, rest: Partial<Event> = {}): Event {
  return { event: "paid", distinct_id: distinctId, timestamp: `${time}Z`, ...rest };
}

/** The data of each line of a question about "paid", from 1 to 3 January. */
async function ask(data: Partial<CaseData>, query: object, db: Db = openEmpty()): Promise<number[][]> {
  const { ctx, project } = openRows({ now, ...data }, db);
  const { result } = await trend(ctx, project, { events: [{ id: "paid" }], date_from: "2020-01-01", ...query });
  return result.map((series) => series.data);
}

const dau = { events: [{ id: "paid", math: "dau" }] };

engine("counts events of the name, each day its own, and all events for no name", async () => {
  const events = [
    event("a", "2020-01-01T00:00:00"),
    event("a", "2020-01-01T23:59:59.999"),
    event("a", "2020-01-03T01:00:00"),
  ];
  const other = event("a", "2020-01-02T00:00:00", { event: "other" });
  const outside = [event("a", "2019-12-31T23:59:59.999"), event("a", "2020-01-04T00:00:00")];
  const data = { events: [...events, other, ...outside] };
  assert.equal(await ask(data, { events: [{ id: "paid" }, { id: null }] }), [
    [2, 0, 1],
    [2, 1, 1],
  ]);
});

engine("counts a person of several distinct ids once a day", async () => {
  const persons = [{ distinct_ids: ["a", "b"] }, { distinct_ids: ["c"] }];
  const events = ["a", "b", "b", "c"].map((id) => event(id, "2020-01-01T10:00:00"));
  assert.equal(await ask({ persons, events: [...events, event("a", "2020-01-02T10:00:00")] }, dau), [[2, 1, 0]]);
});

engine("counts a distinct id that nobody claims in totals only", async () => {
  const events = [event("x", "2020-01-01T10:00:00")];
  assert.equal(await ask({ events }, {}), [[1, 0, 0]]);
  assert.equal(await ask({ events }, dau), [[0, 0, 0]]);
  const missing = [{ key: "email", operator: "is_not_set", type: "person" }];
  assert.equal(await ask({ events }, { properties: missing }), [[0, 0, 0]]);
});

engine("counts a personless distinct id as an actor of its own, without properties", async () => {
  const events = ["x", "x", "y"].map((id) => event(id, "2020-01-01T10:00:00", { personless: true }));
  assert.equal(await ask({ events }, dau), [[2, 0, 0]]);
  const properties = [{ key: "email", value: "@us", operator: "not_icontains", type: "person" }];
  assert.equal(await ask({ events }, { properties }), [[3, 0, 0]]);
});

engine("needs a person only for the lines that ask about one", async () => {
  const person = [{ key: "email", operator: "is_not_set", type: "person" }];
  const lines = [{ id: "paid" }, { id: "paid", properties: person }];
  assert.equal(await ask({ events: [event("x", "2020-01-01T10:00:00")] }, { events: lines }), [
    [1, 0, 0],
    [0, 0, 0],
  ]);
});

engine("filters by the question's, the line's and the test accounts' filters together", async () => {
  const persons = [
    { distinct_ids: ["a"], properties: { email: "a@us" } },
    { distinct_ids: ["b"], properties: {} },
  ];
  const events = ["a", "b"].flatMap((id) => [
    event(id, "2020-01-01T10:00:00", { properties: { os: "Mac", plan: "pro" } }),
    event(id, "2020-01-01T10:00:00", { properties: { os: "Mac" } }),
  ]);
  const team = { test_account_filters: [{ key: "email", value: "@us", operator: "not_icontains", type: "person" }] };
  const lines = { events: [{ id: "paid", properties: [{ key: "plan", value: "pro" }] }], properties: { os: "Mac" } };
  assert.equal(await ask({ persons, events, team }, lines), [[2, 0, 0]]);
  assert.equal(await ask({ persons, events, team }, { ...lines, filter_test_accounts: true }), [[1, 0, 0]]);
});

engine("filters by properties of the event's group, and counts groups", async () => {
  const groups = [{ group_type_index: 0, group_key: "org:5", properties: { size: 10 } }];
  const inGroup = (key: string) => event("a", "2020-01-01T10:00:00", { properties: { $group_0: key } });
  const events = [inGroup("org:5"), inGroup("org:5"), inGroup("org:6"), inGroup(""), event("a", "2020-01-01T10:00:00")];
  const properties = [{ key: "size", value: 5, operator: "gt", type: "group", group_type_index: 0 }];
  assert.equal(await ask({ groups, events }, { properties }), [[2, 0, 0]]);
  const unique = [{ id: "paid", math: "unique_group", math_group_type_index: 0 }];
  assert.equal(await ask({ groups, events }, { events: unique }), [[2, 0, 0]]);
});

const inCohort = (value: number, negation = false) => ({ properties: [{ type: "cohort", value, negation }] });

engine("filters by cohorts, static and dynamic", async () => {
  const persons = [
    { distinct_ids: ["a"], properties: { plan: "pro" } },
    { distinct_ids: ["b"] },
    { distinct_ids: ["c"] },
  ];
  const cohorts = [
    { id: 3, is_static: true, members: ["b", "c"] },
    { id: 4, groups: [{ properties: { plan: "pro" } }] },
  ];
  const events = ["a", "b", "c", "x"].map((id) => event(id, "2020-01-01T10:00:00"));
  assert.equal(await ask({ persons, cohorts, events }, inCohort(3)), [[2, 0, 0]]);
  assert.equal(await ask({ persons, cohorts, events }, inCohort(4)), [[1, 0, 0]]);
  assert.equal(await ask({ persons, cohorts, events }, inCohort(4, true)), [[2, 0, 0]]);
  assert.equal(await ask({ persons, cohorts, events }, inCohort(99)), [[0, 0, 0]]);
});

engine("never counts another project's events, persons, groups or cohorts", async () => {
  const db = openEmpty();
  const persons = [{ distinct_ids: ["a"], properties: { plan: "pro" } }];
  const events = [event("a", "2020-01-01T10:00:00", { properties: { $group_0: "org:5" } })];
  const groups = [{ group_type_index: 0, group_key: "org:5", properties: { size: 10 } }];
  const other = {
    persons,
    events: [...events, ...events],
    groups,
    cohorts: [{ id: 3, is_static: true, members: ["a"] }],
  };
  assert.equal(await ask(other, { properties: [{ type: "cohort", value: 3 }] }, db), [[2, 0, 0]]);
  const mine = { persons: [{ distinct_ids: ["a"] }], events };
  assert.equal(await ask(mine, {}, db), [[1, 0, 0]]);
  assert.equal(await ask({}, {}, db), [[0, 0, 0]]);
  assert.equal(await ask(mine, { properties: [{ type: "cohort", value: 3 }] }, db), [[0, 0, 0]]);
  const size = [{ key: "size", operator: "is_set", type: "group", group_type_index: 0 }];
  assert.equal(await ask(mine, { properties: size }, db), [[0, 0, 0]]);
});

engine("leaves out what lies before the first bucket of a zone, though the rounded range reaches there", async () => {
  const events = [event("a", "2020-01-01T07:59:59"), event("a", "2020-01-01T08:00:00")];
  assert.equal(await ask({ events, team: { timezone: "US/Pacific" } }, {}), [[1, 0, 0]]);
});

engine.run();
