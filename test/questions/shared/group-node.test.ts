import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../../lib/index.ts";
import type { QueryNode } from "../../../lib/index.ts";
import { filtersToNode } from "../../../lib/questions/index.ts";

const EVENTS: [person: string, event: string, properties?: Record<string, unknown>][] = [
  ["a", "opened", { plan: "pro" }],
  ["a", "tapped"],
  ["b", "opened", { plan: "free" }],
  ["b", "paid"],
  ["c", "tapped"],
  ["c", "paid"],
];

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  const toEvent = ([distinct_id, event, properties = {}]: (typeof EVENTS)[number], minute: number) => {
    return { event, distinct_id, timestamp: `2024-03-09T10:0${minute}:00Z`, properties };
  };
  await hoglet.capture(EVENTS.map(toEvent));
  return hoglet;
}

const PRO = [{ key: "plan", value: "pro" }];
const EITHER = {
  kind: "GroupNode",
  operator: "OR",
  nodes: [{ event: "opened", properties: PRO }, { event: "tapped" }],
} as const;
type Group = Extract<QueryNode<"TrendsQuery">["series"][number], { kind: "GroupNode" }>;

const DATES = { date_from: "2024-03-09" };

const group = suite("GroupNode");

group("counts events that are any of its nodes, each with its own filters", async () => {
  await using hoglet = await openWorld();
  const query = { kind: "TrendsQuery", series: [EITHER, { ...EITHER, math: "dau" }], dateRange: DATES } as const;
  const { results } = await hoglet.ask(query);
  assert.equal(
    results.map(({ label, data }) => [label, data]),
    [
      ["opened, tapped", [3]],
      ["opened, tapped", [2]],
    ],
  );
  const source = { kind: "InsightActorsQuery", source: query, day: "2024-03-09", series: 1 } as const;
  const people = await hoglet.ask({ kind: "ActorsQuery", source, select: ["actor"] });
  const ids = people.results.map(([person]) => (person as { distinct_ids: string[] }).distinct_ids[0] ?? "");
  assert.equal(ids.toSorted(), ["a", "c"]);
});

group("counts events that are all of its nodes, and passes its own filters to them", async () => {
  await using hoglet = await openWorld();
  const counts = async (series: Omit<Group, "kind">) => {
    const query = { kind: "TrendsQuery", series: [{ kind: "GroupNode", ...series }], dateRange: DATES } as const;
    const { results } = await hoglet.ask(query);
    return results[0]?.data;
  };
  const any = { event: null, properties: PRO };
  assert.equal(await counts({ operator: "AND", nodes: [any, { event: "opened" }] }), [1]);
  assert.equal(await counts({ operator: "AND", nodes: [{ event: "paid" }, { event: "opened" }] }), [0]);
  assert.equal(await counts({ nodes: [{ event: "paid" }, { event: "opened" }], properties: PRO }), [1]);
});

group("is a step of a funnel, and an action may be one of its nodes", async () => {
  await using hoglet = await openWorld();
  const action = await hoglet.actions.create({ name: "Paid up", steps: [{ event: "paid" }] });
  const series = [EITHER, { kind: "GroupNode", nodes: [{ id: action.id }, { event: "nothing" }] }] as const;
  const { results } = await hoglet.ask({ kind: "FunnelsQuery", series, dateRange: DATES });
  assert.equal(
    (results as { name: string; count: number }[]).map(({ name, count }) => [name, count]),
    [
      ["opened, tapped", 2],
      ["Paid up, nothing", 1],
    ],
  );
});

group("stays itself when a saved insight is shown as filters", async () => {
  await using hoglet = await openWorld();
  const query = { kind: "TrendsQuery", series: [EITHER], dateRange: DATES };
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/insights/`, {
    method: "POST",
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  assert.is(response.status, 201);
  const filters = { events: [{ id: null, members: [{ id: "x", type: "events" }], operator: "AND" }] };
  assert.equal((filtersToNode(filters) as { series: unknown[] }).series[0], {
    kind: "GroupNode",
    operator: "AND",
    nodes: [{ kind: "EventsNode", event: "x" }],
  });
});

group("has a limited number of nodes", async () => {
  await using hoglet = await openWorld();
  const nodes = Array.from({ length: 1000 }, () => ({ event: "x" }));
  const fault: unknown = await hoglet
    .ask({ kind: "TrendsQuery", series: [{ kind: "GroupNode", nodes }] })
    .catch((error: unknown) => error);
  assert.ok(fault instanceof HogletError && fault.status === 400);
});

group.run();
