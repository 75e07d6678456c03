import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";

// Questions with expressions of HogQL in every place that takes one: ClickHouse's rows are gathered, and give the answers of columns.

const questions = suite("expressions in questions, by clickhouse");
const NAME = "give the answers of columns";
const NOW = "2024-06-10T12:00:00Z";

const hogql = (key: string) => ({ type: "hogql", key }) as const;
const by = (breakdown: string) => ({ breakdownFilter: { breakdown_type: "hogql", breakdown } }) as const;
const totals = (math_hogql: string) => ({ series: [{ kind: "EventsNode", math: "hogql", math_hogql }] }) as const;
const dateRange = { date_from: "-14d" };
const series = [
  { kind: "EventsNode", event: "a" },
  { kind: "EventsNode", event: "b" },
];
const amount = { properties: [hogql("properties.amount > 10")] };
const trend = (more: object) => ({ kind: "TrendsQuery", dateRange, series: [series[0]], ...more });
const funnel = (more: object) => ({ kind: "FunnelsQuery", dateRange, series, ...more });
const entities = {
  targetEntity: { id: "a", type: "events" },
  returningEntity: { id: "b", type: "events" },
  period: "Day",
  totalIntervals: 7,
};
const retention = (more: object) => ({ kind: "RetentionQuery", dateRange, retentionFilter: entities, ...more });
const paths = { kind: "PathsQuery", dateRange };

const QUESTIONS: Readonly<Record<string, object>> = {
  "a filter": trend({ properties: [hogql("properties.plan = 'pro' or timestamp < '2024-06-04'")] }),
  "a filter of persons": trend({ properties: [hogql("toInt(person.properties.level) > 0")] }),
  "a filter of groups": trend({ properties: [hogql("group_0.properties.size = 5")] }),
  "a filter of sessions": trend({ properties: [hogql("session.$session_duration > 100")] }),
  "a filter of cohorts": trend({ properties: [hogql("person_id IN COHORT 'levelled'")] }),
  "a breakdown": trend(by("coalesce(nullIf(properties.plan, ''), 'None')")),
  "a breakdown by persons": trend(by("concat(person.properties.level, '-', event)")),
  "a breakdown by sessions": trend(by("if(session.$session_duration > 1000, 'long', 'short')")),
  "a total": trend(totals("countIf(properties.plan = 'pro') / count()")),
  "a total of numbers": trend(totals("sum(toFloat(properties.amount)) + uniq(person_id)")),
  "a quantile": trend(totals("quantileExact(0.9)(toFloat(properties.amount))")),
  "a total over lists": trend(totals("uniqArray(JSONExtract(properties.tags, 'Array(String)'))")),
  "a funnel's filter": funnel(amount),
  "a funnel's breakdown": funnel(by("properties.plan ?? 'none'")),
  "a funnel of a property": funnel({ funnelsFilter: { funnelAggregateByHogQL: "properties.$session_id" } }),
  "a funnel of an expression": funnel({ funnelsFilter: { funnelAggregateByHogQL: "upper(properties.$session_id)" } }),
  "a funnel over time": funnel({ funnelsFilter: { funnelVizType: "trends" }, ...amount }),
  "an unordered funnel": funnel({ funnelsFilter: { funnelOrderType: "unordered" }, ...by("upper(properties.plan)") }),
  "a retention's filter": retention(amount),
  "a retention's breakdown": retention({ breakdownFilter: { breakdowns: [{ type: "hogql", property: "event" }] } }),
  "a lifecycle": { kind: "LifecycleQuery", dateRange, series: [series[0]], ...amount },
  "a stickiness": { kind: "StickinessQuery", dateRange, series: [series[0]], ...amount },
  "items of paths": {
    ...paths,
    pathsFilter: { includeEventTypes: ["hogql"], pathsHogQLExpression: "concat(event, '!')" },
  },
  "a filter of paths": { ...paths, pathsFilter: { includeEventTypes: ["custom_event"] }, ...amount },
};

function events(): object[] {
  const random = createRandom(1);
  return Array.from({ length: 600 }, (_, place) => {
    const id = `u${random.integer(0, 11)}`;
    const day = String(random.integer(1, 9)).padStart(2, "0");
    return {
      event: random.pick(["a", "b", "c"]),
      distinct_id: id,
      uuid: `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`,
      timestamp: `2024-06-${day}T${String(random.integer(0, 23)).padStart(2, "0")}:00:00Z`,
      properties: {
        plan: random.pick(["pro", "free", undefined, ""]),
        amount: random.integer(0, 50),
        tags: random.pick([["x"], ["x", "y"], []]),
        $session_id: `${id}-${random.integer(0, 4)}`,
        $groups: { org: `o${random.integer(0, 2)}` },
        ...(random.integer(0, 2) === 0 && { $set: { level: random.integer(0, 2) } }),
      },
    };
  });
}

async function answers(options: HogletOptions): Promise<Map<string, unknown>> {
  await using hoglet = await createHoglet({ ...options, now: NOW });
  const group = { $group_type: "org", $group_key: "o1", $group_set: { size: 5 } };
  const identified = {
    event: "$groupidentify",
    distinct_id: "u1",
    timestamp: "2024-06-02T00:00:00Z",
    properties: group,
  };
  await hoglet.capture([...events(), identified] as Parameters<Hoglet["capture"]>[0]);
  const levels = { type: "person" as const, key: "level", value: [1, 2], operator: "exact" as const };
  await hoglet.cohorts.create({ name: "levelled", filters: { properties: { type: "AND", values: [levels] } } });
  const found = new Map<string, unknown>();
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const { results } = (await hoglet.ask(question as Parameters<Hoglet["ask"]>[0])) as { results?: unknown };
    found.set(name, JSON.parse(JSON.stringify(results)));
  }
  return found;
}

if (hasClickhouse) {
  questions(NAME, async () => {
    const door = await openDoor();
    const { url, password } = door;
    const engine = clickhouse({ url, password, database: "expressions", followMs: 1_000_000, waitMs: 120_000 });
    try {
      const [columns, own] = [await answers({}), await answers({ engine })];
      for (const [name, results] of columns) {
        assert.ok(JSON.stringify(results).length > 200, `${name} says little`);
        assert.equal(own.get(name), results, name);
      }
    } finally {
      await door.close();
    }
  });
} else skip(questions, NAME);

questions.run();
