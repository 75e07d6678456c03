import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { queryKinds } from "../../../lib/query/index.ts";
import { seeds, size } from "../../support/rounds.ts";

// A watched question has the answer that asking has: after each change of a random story, its newest answer equals one that is computed
// then.

const DAY_MS = 86_400_000;
const NAMES = ["signed up", "paid", "$pageview"];
const IDS = Array.from({ length: 9 }, (_, index) => `id${index}`);

const series = (...events: string[]) => events.map((event) => ({ event }));
const math = (name: string, more = {}) => [{ event: "paid", math: name, ...more }];
const dateRange = { date_from: "-14d" };

/** Steps after which the examples are compared too: most are asked of a process of their own, one statement after the other. */
const EXAMPLE_STEPS = 10;

/** Examples of every kind; some ask for the actors behind a number of a day. */
const EXAMPLES = queryKinds()
  .map(({ example }) => example)
  .filter((node) => !JSON.stringify(node).includes("2024-03-01"));

/** Insights of all ways of counting. */
const NODES: object[] = [
  { kind: "TrendsQuery", series: series("paid", "signed up"), dateRange },
  { kind: "TrendsQuery", series: math("dau"), interval: "week", dateRange, compareFilter: { compare: true } },
  { kind: "TrendsQuery", series: math("weekly_active"), dateRange },
  { kind: "TrendsQuery", series: math("first_time_for_user"), dateRange },
  { kind: "TrendsQuery", series: math("sum", { math_property: "price" }), dateRange },
  { kind: "TrendsQuery", series: math("p90", { math_property: "price" }), dateRange },
  { kind: "TrendsQuery", series: math("unique_session"), dateRange },
  { kind: "TrendsQuery", series: math("total"), dateRange, breakdownFilter: { breakdown: "plan" } },
  {
    kind: "TrendsQuery",
    series: math("dau"),
    dateRange,
    breakdownFilter: { breakdown: "plan", breakdown_type: "person" },
  },
  { kind: "TrendsQuery", series: math("dau"), dateRange, properties: [{ type: "person", key: "plan", value: "pro" }] },
  {
    kind: "TrendsQuery",
    series: math("total"),
    dateRange,
    trendsFilter: { display: "BoldNumber" },
    filterTestAccounts: true,
  },
  { kind: "LifecycleQuery", series: series("paid"), dateRange },
  { kind: "StickinessQuery", series: series("paid"), dateRange },
  { kind: "RetentionQuery", retentionFilter: { targetEntity: { id: "paid" }, returningEntity: { id: "signed up" } } },
  { kind: "RetentionQuery", retentionFilter: { targetEntity: { id: "paid" }, retentionType: "retention_first_time" } },
  { kind: "FunnelsQuery", series: series("signed up", "paid"), dateRange },
  { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview", "custom_event"] }, dateRange },
];

type Answer = Record<string, unknown>;

/** An answer without what says how and when it was computed. */
function toText(answer: Answer): string {
  const times = { last_refresh: null, next_allowed_client_refresh: null, hogql: null, cache_key: null };
  return JSON.stringify({ ...answer, ...times, is_cached: null });
}

interface World {
  hoglet: Hoglet;
  random: Random;
  clock: { nowMs: number };
  actionId: number;
  cohortId: number;
}

async function open(seed: number): Promise<World> {
  const random = createRandom(seed);
  const clock = { nowMs: Date.UTC(2024, 5, 10, 12) };
  const hoglet = await createHoglet({ now: () => clock.nowMs });
  const action = await hoglet.actions.create({ name: "bought", steps: [{ event: "paid" }] });
  const properties = [{ key: "plan", type: "person" as const, value: "pro" }];
  const cohort = await hoglet.cohorts.create({ name: "pros", groups: [{ properties }] });
  return { hoglet, random, clock, actionId: action.id, cohortId: cohort.id };
}

function randomEvent({ random, clock }: World) {
  const properties = {
    plan: random.pick(["free", "pro", "team"]),
    price: random.integer(0, 40) / 4,
    $session_id: random.pick(["s1", "s2", "s3"]),
    $process_person_profile: random.chance(0.8),
    ...(random.chance(0.3) && { $set: { plan: random.pick(["free", "pro"]) } }),
  };
  const timestamp = new Date(clock.nowMs - random.integer(0, 20) * DAY_MS - random.integer(0, DAY_MS)).toISOString();
  return { event: random.pick(NAMES), distinct_id: random.pick(IDS), properties, timestamp };
}

/** Something happens. */
const HAPPENINGS: ((world: World) => Promise<unknown>)[] = [
  (world) => world.hoglet.capture(Array.from({ length: world.random.integer(1, 6) }, () => randomEvent(world))),
  (world) => world.hoglet.capture(randomEvent(world)),
  ({ hoglet, random }) =>
    hoglet.capture({
      event: "$identify",
      distinct_id: random.pick(IDS),
      properties: { $anon_distinct_id: random.pick(IDS) },
    }),
  ({ hoglet, random }) =>
    hoglet.capture({
      event: "$merge_dangerously",
      distinct_id: random.pick(IDS),
      properties: { alias: random.pick(IDS) },
    }),
  async ({ hoglet, random }) => {
    const { results } = await hoglet.persons.list();
    if (results.length === 0) return;
    await hoglet.persons.delete(random.pick(results).id, { delete_events: true });
    await hoglet.deletions.runNow();
  },
  async (world) => {
    const lines = Array.from({ length: 5 }, () => JSON.stringify({ kind: "event", ...randomEvent(world) }));
    await world.hoglet.import(lines);
  },
  ({ hoglet, random, actionId }) => hoglet.actions.update(actionId, { steps: [{ event: random.pick(NAMES) }] }),
  ({ hoglet, random, cohortId }) =>
    hoglet.cohorts.update(cohortId, {
      groups: [{ properties: [{ key: "plan", type: "person", value: random.pick(["free", "pro"]) }] }],
    }),
  ({ hoglet, random }) => hoglet.projects.update(hoglet.project.id, { timezone: random.pick(["UTC", "Asia/Tokyo"]) }),
  async ({ clock, random }) => void (clock.nowMs += random.pick([60_000, 3_600_000, DAY_MS])),
];

const stories = suite("watched stories");
const STEPS = size(20, 30);

for (const seed of seeds(1, 2)) {
  stories(`the answers of random story ${seed} are those of asking anew`, async () => {
    const world = await open(seed);
    const { hoglet, random, actionId, cohortId } = world;
    const nodes = [
      ...NODES,
      { kind: "TrendsQuery", series: [{ kind: "ActionsNode", id: actionId }], dateRange },
      {
        kind: "TrendsQuery",
        series: math("dau"),
        dateRange,
        properties: [{ type: "cohort", key: "id", value: cohortId }],
      },
    ];
    await HAPPENINGS[0]?.(world);
    const newest = new Map<object, Answer>();
    const watch = hoglet.watch as (node: object, listener: (answer: Answer) => void) => ReturnType<Hoglet["watch"]>;
    const examples = size([], EXAMPLES);
    for (const node of [...nodes, ...examples]) await watch(node, (answer) => void newest.set(node, answer));
    for (let step = 0; step < STEPS; step++) {
      await random.pick(HAPPENINGS)(world);
      await hoglet.capture([randomEvent(world), randomEvent(world)]);
      for (const node of step % EXAMPLE_STEPS === EXAMPLE_STEPS - 1 ? [...nodes, ...examples] : nodes) {
        // A question that is joined is asked again before it gives its first answer.
        const joined = await watch(node, () => {});
        joined.close();
        const anew = toText((await hoglet.ask(node as never, { refresh: true })) as Answer);
        assert.is(toText(newest.get(node) ?? {}), anew, `seed ${seed}, step ${step}: ${JSON.stringify(node)}`);
      }
    }
    await hoglet.close();
  });
}

stories.run();
