import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../../lib/index.ts";

const EVENTS: [time: string, id: string, event: string, properties: Record<string, unknown>][] = [
  ["10:00", "ada", "$pageview", { $current_url: "/home/", plan: "pro" }],
  ["10:01", "ada", "clicked", { button: "Buy" }],
  ["10:02", "ada", "paid", { plan: "pro" }],
  ["10:00", "bob", "$pageview", { $current_url: "/home" }],
  ["10:02", "bob", "clicked", { button: "Help" }],
  ["10:04", "bob", "paid", {}],
];

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  await hoglet.capture(
    EVENTS.map(([time, distinct_id, event, properties]) => ({
      event,
      distinct_id,
      timestamp: `2024-03-09T${time}:00Z`,
      properties: { ...properties, $set: { team: distinct_id === "ada" ? "red" : "blue" } },
    })),
  );
  return hoglet;
}

type Edge = [source: string, target: string, value: number];

/** The expression, the types of events, and the edges: without types URLs stand for pages as before. */
const TABLE: [expression: string, types: string[] | undefined, edges: Edge[]][] = [
  [
    "concat(event, ' ', properties.button)",
    undefined,
    [
      ["1_/home", "2_clicked Buy", 1],
      ["1_/home", "2_clicked Help", 1],
      ["2_clicked Buy", "3_paid ", 1],
      ["2_clicked Help", "3_paid ", 1],
    ],
  ],
  [
    "upper(event)",
    ["hogql"],
    [
      ["1_$PAGEVIEW", "2_CLICKED", 2],
      ["2_CLICKED", "3_PAID", 2],
    ],
  ],
  ["properties.button", ["custom_event"], [["1_clicked", "2_paid", 2]]],
  [
    "if(event = 'paid', person.properties.team, event)",
    ["custom_event", "hogql"],
    [
      ["1_clicked", "2_blue", 1],
      ["1_clicked", "2_red", 1],
    ],
  ],
  [
    "length(event)",
    ["hogql", "$pageview", "custom_event"],
    [
      ["1_/home", "2_7", 2],
      ["2_7", "3_4", 2],
    ],
  ],
  // Null is the empty item.
  [
    "properties.plan",
    ["hogql"],
    [
      ["1_pro", "2_", 1],
      ["2_", "3_pro", 1],
    ],
  ],
];

const items = suite("paths by an expression");

for (const [pathsHogQLExpression, includeEventTypes, edges] of TABLE) {
  items(`have items of ${pathsHogQLExpression} for ${includeEventTypes?.join(", ") ?? "every event"}`, async () => {
    await using hoglet = await openWorld();
    const source = {
      kind: "PathsQuery",
      dateRange: { date_from: "2024-03-09" },
      pathsFilter: { pathsHogQLExpression, ...(includeEventTypes && { includeEventTypes }) },
    } as const;
    const { results } = await hoglet.ask(source);
    const found = (results as { source: string; target: string; value: number }[]).map((edge): Edge => [
      edge.source,
      edge.target,
      edge.value,
    ]);
    assert.equal(found.toSorted(), edges.toSorted());
    const [from, , value] = edges[0] ?? ["", "", 0];
    const people = {
      kind: "InsightActorsQuery",
      source: { ...source, pathsFilter: { ...source.pathsFilter, pathStartKey: from, pathEndKey: edges[0]?.[1] } },
    } as const;
    const behind = await hoglet.ask({ kind: "ActorsQuery", source: people, select: ["actor"] });
    assert.is(behind.results.length, value);
  });
}

items("are paths of the same log with other names, in the older dialect too", async () => {
  await using hoglet = await openWorld();
  await using renamed = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  await renamed.capture(
    EVENTS.map(([time, distinct_id, event]) => ({
      event: `${event}!`,
      distinct_id,
      timestamp: `2024-03-09T${time}:00Z`,
    })),
  );
  const asked = { date_from: "2024-03-09" };
  const { result } = await hoglet.insights.paths({
    ...asked,
    include_event_types: ["hogql"],
    paths_hogql_expression: "concat(event, '!')",
  });
  assert.equal(result, (await renamed.insights.paths(asked)).result);
  assert.ok(result.length > 0);
});

items("are refused where it is wrong", async () => {
  await using hoglet = await openWorld();
  const refused = ["count()", "nonsense(event)", "(select 1)", "event +", "repeat(event, 9)"];
  for (const pathsHogQLExpression of refused) {
    const fault: unknown = await hoglet
      .ask({ kind: "PathsQuery", pathsFilter: { pathsHogQLExpression } })
      .catch((error: unknown) => error);
    assert.is(fault instanceof HogletError && fault.status, 400, pathsHogQLExpression);
  }
});

items.run();
