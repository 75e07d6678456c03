import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PICKS, expression, OR, PLAN, events, onDay, openStory } from "./story.ts";
import type { Answer, Pick } from "./story.ts";

const story = await openStory();
const { send } = story;

const NODES: [what: string, node: object, pick: Pick, wanted: unknown][] = [
  [
    "a select of events",
    events([PLAN, "concat(event, distinct_id) -- Label", "person.properties.age", "group_0.properties.name"], {
      where: ["properties.n >= 1 OR event = 'e'"],
      orderBy: ["length(distinct_id) DESC", "timestamp ASC"],
    }),
    "rows",
    [
      ["pro", "su1", 30, "Acme"],
      ["None", "su2", 17, null],
      ["pro", "eu1", 30, null],
    ],
  ],
  [
    "aggregates of events",
    events(["event", "count()", "countIf(properties.plan = 'pro') / count() AS share"], {
      orderBy: ["count() DESC", "share"],
    }),
    "rows",
    [
      ["s", 4, 0.5],
      ["$groupidentify", 2, 0],
      ["e", 1, 1],
      ["f", 1, 1],
    ],
  ],
  ["a condition on groups of events", events(["event"], { where: ["count() > 3"] }), "rows", [["s"]]],
  [
    "an aggregate that sorts events",
    events(["event"], { orderBy: ["count() DESC", "event"] }),
    "rows",
    [["s"], ["$groupidentify"], ["e"], ["f"]],
  ],
  [
    "a filter of events",
    events(["distinct_id"], { properties: OR, orderBy: ["distinct_id"] }),
    "rows",
    [["u2"], ["u4"]],
  ],
  [
    "a window over events",
    events(["event", "row_number() OVER (PARTITION BY event ORDER BY timestamp) AS r"], {
      where: ["event != 's'"],
      orderBy: ["event", "r"],
    }),
    "rows",
    [
      ["$groupidentify", 1],
      ["$groupidentify", 2],
      ["e", 1],
      ["f", 1],
    ],
  ],
  [
    "an alias in a condition",
    events([`${PLAN} AS plan`, "count() AS c"], {
      where: ["plan != 'free'", "event = 's'"],
      orderBy: ["c DESC", "plan"],
    }),
    "rows",
    [
      ["pro", 2],
      ["None", 1],
    ],
  ],
  [
    "a select of persons",
    {
      kind: "ActorsQuery",
      select: [`${PLAN} AS plan`, "person.properties.age", "length(properties.email)"],
      properties: expression("person.properties.age > 10 OR properties.plan = 'x'"),
      orderBy: ["properties.age DESC"],
    },
    "rows",
    [
      ["gold", 30, 6],
      ["None", 17, 6],
    ],
  ],
  [
    "aggregates of persons",
    {
      kind: "ActorsQuery",
      select: [`${PLAN} AS plan`, "count() AS c", "max(toInt(properties.age))"],
      orderBy: ["c DESC"],
    },
    "rows",
    [
      ["None", 3, 17],
      ["gold", 1, 30],
    ],
  ],
  [
    "an aggregate that sorts persons",
    { kind: "ActorsQuery", select: [PLAN], orderBy: ["count() DESC"] },
    "rows",
    [["None"], ["gold"]],
  ],
  [
    "the persons behind a number",
    {
      kind: "ActorsQuery",
      source: onDay(),
      select: ["upper(properties.email)"],
      orderBy: ["properties.email DESC"],
      limit: 1,
    },
    "rows",
    [["B@Y.IO"]],
  ],
  [
    "aggregates of the persons behind a number",
    { kind: "ActorsQuery", source: onDay(), select: [`${PLAN} AS plan`, "count()"], orderBy: ["count() DESC"] },
    "rows",
    [
      ["None", 2],
      ["gold", 1],
    ],
  ],
  [
    "beside the events of the persons behind a number",
    {
      kind: "ActorsQuery",
      source: onDay(),
      select: ["event_count", "properties.email", "event_count * 10 AS tenfold"],
      orderBy: ["event_count DESC", "properties.email DESC"],
      limit: 2,
    },
    "rows",
    [
      [1, "b@y.io", 10],
      [1, "a@x.io", 10],
    ],
  ],
  [
    "a total of the events of the persons behind a number",
    { kind: "ActorsQuery", source: onDay(), select: [`${PLAN} AS plan`, "sum(event_count)"], orderBy: ["plan"] },
    "rows",
    [
      ["None", 2],
      ["gold", 1],
    ],
  ],
  [
    "a filter of the persons behind a number",
    {
      kind: "ActorsQuery",
      source: onDay({ properties: OR }),
      select: ["properties.age"],
      properties: expression("properties.age > 5 OR false"),
    },
    "rows",
    [[17]],
  ],
  [
    "a select of groups",
    {
      kind: "GroupsQuery",
      group_type_index: 0,
      select: ["group_name", PLAN, "toInt(properties.size) * 2"],
      orderBy: ["toInt(properties.size) DESC"],
    },
    "rows",
    [
      ["Acme", "big", 24],
      ["Beta", "None", 6],
    ],
  ],
  [
    "a filter of groups",
    { kind: "GroupsQuery", group_type_index: 0, select: ["key"], properties: expression("toInt(properties.size) > 5") },
    "rows",
    [["acme"]],
  ],
  [
    "aggregates of groups",
    { kind: "GroupsQuery", group_type_index: 0, select: ["length(key) AS l", "sum(toInt(properties.size))"] },
    "rows",
    [[4, 15]],
  ],
];

const places = suite("an expression of HogQL, in a table");

for (const [what, node, pick, wanted] of NODES) {
  places(`is ${what} (${String((node as Answer)["kind"])})`, async () => {
    const { status, answer } = await send("POST", "query/", { query: node });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS[pick](answer["results"] as never), wanted);
  });
}

places.after(() => story.close());
places.run();
