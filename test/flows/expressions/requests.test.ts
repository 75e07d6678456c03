import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PICKS, expression, OR, GOLD, PLAN, DATES, S, trend, filtered, openStory } from "./story.ts";
import type { Pick } from "./story.ts";

const story = await openStory();
const { send } = story;

const OLDER = { date_from: DATES.date_from, date_to: DATES.date_to };
const ENTITY = { id: "s", type: "events" };

/** Requests of other kinds. */
const REQUESTS: [what: string, path: string, body: object | null, pick: Pick, wanted: unknown][] = [
  [
    "an older trend's event",
    "insights/trend/",
    { events: [{ id: "s", properties: OR }], ...OLDER },
    "data",
    [[0, 2, 0, 0]],
  ],
  ["an older trend", "insights/trend/", { events: [{ id: "s" }], properties: OR, ...OLDER }, "data", [[0, 2, 0, 0]]],
  [
    "an older breakdown",
    "insights/trend/",
    { events: [{ id: "s" }], breakdown: PLAN, breakdown_type: "hogql", ...OLDER },
    "byValue",
    { pro: [0, 1, 1, 0], None: [0, 1, 0, 0], free: [0, 1, 0, 0] },
  ],
  [
    "an older total",
    "insights/trend/",
    { events: [{ id: "s", math: "hogql", math_hogql: "countIf(properties.plan = 'pro') / count()" }], ...OLDER },
    "data",
    [[0, 1 / 3, 1, 0]],
  ],
  [
    "an older funnel",
    "insights/funnel/",
    {
      events: [
        { id: "s", order: 0, properties: GOLD },
        { id: "e", order: 1 },
      ],
      ...OLDER,
    },
    "counts",
    [1, 1],
  ],
  [
    "values that an older funnel counts",
    "insights/funnel/",
    {
      events: [
        { id: "s", order: 0 },
        { id: "e", order: 1 },
      ],
      funnel_aggregate_by_hogql: PLAN,
      ...OLDER,
    },
    "counts",
    [3, 1],
  ],
  [
    "items of older paths",
    "insights/path/",
    { include_event_types: ["hogql"], paths_hogql_expression: "concat(event, properties.plan)", ...OLDER },
    "edges",
    ["1_sfree 2_fpro 1"],
  ],
  [
    "older stickiness",
    "insights/trend/",
    { events: [{ id: "s", properties: OR }], shown_as: "Stickiness", ...OLDER },
    "data",
    [[2, 0, 0, 0]],
  ],
  [
    "an older lifecycle",
    "insights/trend/",
    { events: [{ id: "s" }], properties: GOLD, shown_as: "Lifecycle", ...OLDER },
    "data",
    [
      [0, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, -1, 0],
    ],
  ],
  [
    "older retention",
    "insights/retention/",
    { properties: OR, target_entity: ENTITY, returning_entity: ENTITY, ...OLDER, date_to: "2025-06-15" },
    "cohorts",
    [[0], [2], [0], [0], [0], [0], [0]],
  ],
];

const LISTS: [what: string, list: "persons" | "events", filters: object, wanted: string[]][] = [
  ["persons by their properties", "persons", expression(`${PLAN} = 'None'`), ["u2", "u3", "u4"]],
  ["persons by a full name", "persons", expression("person.properties.age > 18 OR properties.plan = 'x'"), ["u1"]],
  ["persons by their creation", "persons", expression("created_at > '2025-06-10 13:30:00'"), ["u3", "u4"]],
  ["persons by nothing that they have", "persons", expression("properties.age IS NULL AND 1 = 1"), ["u3", "u4"]],
  [
    "persons by an expression or a property",
    "persons",
    { type: "OR", values: [...expression("length(properties.email) > 99"), { type: "person", key: "age", value: 17 }] },
    ["u2"],
  ],
  ["events by their properties", "events", OR, ["s u2", "s u4"]],
  ["events by the person", "events", expression("person.properties.age < 18 OR false"), ["s u2"]],
  [
    "events by time",
    "events",
    expression("timestamp < '2025-06-11' AND toHour(timestamp) > 12"),
    ["f u4", "s u2", "s u4"],
  ],
  ["events by name and group", "events", expression("event = 's' AND group_0.properties.size > 10"), ["s u1"]],
  ["events by the person's creation", "events", expression("person.created_at >= '2025-06-11'"), ["s u3"]],
];

const places = suite("an expression of HogQL, in other requests");

for (const [what, path, body, pick, wanted] of REQUESTS) {
  places(`is a part of ${what}`, async () => {
    const { status, answer } = await send("POST", path, body ?? undefined);
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS[pick](answer["result"] as never), wanted);
  });
}

for (const [what, list, filters, wanted] of LISTS) {
  places(`lists ${what}`, async () => {
    const { status, answer } = await send("GET", `${list}/?properties=${encodeURIComponent(JSON.stringify(filters))}`);
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS[list === "persons" ? "ids" : "events"](answer["results"] as never), wanted);
    assert.is(answer["count"], wanted.length);
  });
}

const behaviour = {
  type: "behavioral",
  key: "s",
  value: "performed_event",
  event_type: "events",
  time_value: 30,
  time_interval: "day",
  event_filters: OR,
};

const COHORTS: [what: string, definition: object, wanted: string[]][] = [
  [
    "an expression",
    { filters: { properties: { type: "AND", values: expression(`${PLAN} = 'None'`) } } },
    ["u2", "u3", "u4"],
  ],
  [
    "an expression of the older form",
    { groups: [{ properties: expression("length(person.properties.email) > 3") }] },
    ["u1", "u2"],
  ],
  ["events by an expression", { filters: { properties: { type: "AND", values: [behaviour] } } }, ["u2", "u4"]],
  [
    "both",
    { filters: { properties: { type: "AND", values: [behaviour, ...expression("length(properties.email) > 3")] } } },
    ["u2"],
  ],
];

for (const [what, definition, wanted] of COHORTS) {
  places(`makes a cohort of ${what}`, async () => {
    const { status, answer } = await send("POST", "cohorts/", { name: what, ...definition });
    assert.is(status, 201, JSON.stringify(answer));
    const { answer: members } = await send("GET", `cohorts/${String(answer["id"])}/persons/`);
    assert.equal(PICKS.ids(members["results"] as never), wanted);
    const ofCohort = { properties: [{ type: "cohort", key: "id", value: answer["id"] }] };
    const { answer: counted } = await send("POST", "query/", { query: trend(S(), ofCohort) });
    const [line] = counted["results"] as { data: number[] }[];
    assert.is(
      line?.data.reduce((sum, count) => sum + count),
      wanted.length,
    );
  });
}

places("makes an action, which questions count by", async () => {
  const { answer } = await send("POST", "actions/", { name: "a", steps: [{ event: "s", properties: OR }] });
  const { answer: counted } = await send("POST", "query/", {
    query: trend({ kind: "ActionsNode", id: answer["id"] }),
  });
  assert.equal(PICKS.data(counted["results"] as never), [[0, 2, 0, 0]]);
});

const REFUSED: [
  what: string,
  method: string,
  path: string,
  body: object | null,
  attr: string | null,
  detail: RegExp,
][] = [
  [
    "a SELECT behind IN",
    "POST",
    "query/",
    { query: filtered("distinct_id IN (SELECT distinct_id FROM events)") },
    null,
    /^A SELECT at character 17 cannot stand/,
  ],
  [
    "an event in a list of persons",
    "GET",
    `persons/?properties=${encodeURIComponent(JSON.stringify(expression("event = 's'")))}`,
    null,
    "properties",
    /^Unable to resolve field: event\. An expression of persons may name/,
  ],
  [
    "a wrong expression in a list of events",
    "GET",
    `events/?properties=${encodeURIComponent(JSON.stringify(expression("nosuch(1)")))}`,
    null,
    "properties",
    /nosuch/,
  ],
  [
    "a wrong expression in a cohort",
    "POST",
    "cohorts/",
    { name: "c", filters: { properties: { type: "AND", values: expression("1 +") } } },
    "filters__properties",
    /^Syntax error at character 4/,
  ],
  [
    "an event in a cohort of the older form",
    "POST",
    "cohorts/",
    { name: "c", groups: [{ properties: expression("toHour(timestamp) = 1") }] },
    "groups",
    /^Unable to resolve field: timestamp/,
  ],
];

for (const [what, method, path, body, attr, detail] of REFUSED) {
  places(`refuses ${what}`, async () => {
    const { status, answer } = await send(method, path, body ?? undefined);
    assert.equal([status, answer["attr"]], [400, attr], JSON.stringify(answer));
    assert.match(String(answer["detail"]), detail);
  });
}

places.after(() => story.close());
places.run();
