import { createHoglet } from "../../../lib/index.ts";

// Events for expressions of HogQL, questions about them, and the parts of answers that tests compare.

const day = (date: number, hour = 12) => `2025-06-${date}T${hour}:00:00Z`;
const group = (key: string, properties: object) => ({
  event: "$groupidentify",
  distinct_id: "u1",
  timestamp: day(9),
  properties: { $group_type: "company", $group_key: key, $group_set: properties },
});
const EVENTS = [
  {
    event: "s",
    distinct_id: "u1",
    timestamp: day(10),
    properties: { plan: "pro", n: 1, $group_0: "acme", $set: { age: 30, plan: "gold", email: "a@x.io" } },
  },
  { event: "s", distinct_id: "u2", timestamp: day(10, 13), properties: { n: 2, $set: { age: 17, email: "b@y.io" } } },
  { event: "s", distinct_id: "u3", timestamp: day(11), properties: { plan: "pro", n: "x" } },
  { event: "s", distinct_id: "u4", timestamp: day(10, 14), properties: { plan: "free" } },
  { event: "e", distinct_id: "u1", timestamp: day(11), properties: { plan: "pro" } },
  { event: "f", distinct_id: "u4", timestamp: "2025-06-10T14:05:00Z", properties: { plan: "pro" } },
  group("acme", { name: "Acme", size: 12, plan: "big" }),
  group("beta", { name: "Beta", size: 3 }),
];

export type Answer = Record<string, unknown>;

/** Sends a request to a hoglet that has the events. */
export type Send = (method: string, path: string, body?: object) => Promise<{ status: number; answer: Answer }>;

/** Opens a hoglet with the events. */
export async function openStory(events: object[] = EVENTS): Promise<{ send: Send; close(): Promise<void> }> {
  const hoglet = await createHoglet({ now: "2025-06-15T09:30:00Z" });
  await hoglet.capture(events as typeof EVENTS);
  return {
    close: () => hoglet.close(),
    async send(method, path, body) {
      const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/${path}`, {
        method,
        headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, answer: (await response.json()) as Answer };
    },
  };
}

export const expression = (key: string) => [{ type: "hogql", key }];
export const OR = expression("properties.plan = 'free' OR properties.n = 2");
export const GOLD = expression("coalesce(person.properties.plan, 'none') = 'gold'");
export const PLAN = "coalesce(properties.plan, 'None')";
export const DATES = { date_from: "2025-06-09", date_to: "2025-06-12" };
export const DATED = { dateRange: DATES };
export const S = (more: object = {}) => ({ kind: "EventsNode", event: "s", ...more });
export const E = { kind: "EventsNode", event: "e" };
export const byPlan = { breakdownFilter: { breakdown: PLAN, breakdown_type: "hogql" } };
export const trend = (series: object, more: object = {}) => ({
  kind: "TrendsQuery",
  series: [series],
  ...DATED,
  ...more,
});
export const filtered = (key: string) => trend(S(), { properties: expression(key) });
export const math = (text: string, more: object = {}) => trend(S({ math: "hogql", math_hogql: text }), more);
export const funnel = (funnelsFilter: object, more: object = {}) => ({
  kind: "FunnelsQuery",
  series: [S(), E],
  funnelsFilter,
  ...DATED,
  ...more,
});
export const retention = (more: object, target: object = {}) => ({
  kind: "RetentionQuery",
  retentionFilter: {
    targetEntity: { id: "s", type: "events", ...target },
    returningEntity: { id: "s", type: "events" },
    period: "Day",
    totalIntervals: 3,
  },
  ...DATED,
  ...more,
});
export const events = (select: string[], more: object = {}) => ({
  kind: "EventsQuery",
  select,
  after: "2025-06-01",
  before: "2025-06-30",
  ...more,
});
export const onDay = (more: object = {}) => ({
  kind: "InsightActorsQuery",
  source: trend(S(more)),
  day: "2025-06-10",
  series: 0,
});

/** The parts of answers that rows compare. */
export const PICKS = {
  data: (rows: Answer[]) => rows.map(({ data }) => data),
  byValue: (rows: Answer[]) => Object.fromEntries(rows.map((row) => [String(row["breakdown_value"]), row["data"]])),
  counts: (rows: Answer[]) => rows.map(({ count }) => count),
  funnels: (rows: Answer[][]) =>
    Object.fromEntries(rows.map((steps) => [String(steps[0]?.["breakdown_value"]), steps.map(({ count }) => count)])),
  cohorts: (rows: { breakdown_value?: string; values: { count: number }[] }[]) =>
    rows.map(({ breakdown_value: value, values }) => [...(typeof value === "string" ? [value] : []), values[0]?.count]),
  edges: (rows: Answer[]) =>
    rows.map(({ source, target, value }) => `${String(source)} ${String(target)} ${String(value)}`),
  rows: (rows: unknown) => rows,
  ids: (rows: { distinct_ids: string[] }[]) => rows.map(({ distinct_ids: ids }) => ids[0]).toSorted(),
  events: (rows: Answer[]) => rows.map(({ event, distinct_id: id }) => `${String(event)} ${String(id)}`).toSorted(),
};
export type Pick = keyof typeof PICKS;
