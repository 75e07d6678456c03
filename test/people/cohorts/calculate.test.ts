import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createAction } from "../../../lib/admin/actions/index.ts";
import {
  calculateCohort,
  calculateCohorts,
  createCohort,
  deleteCohort,
  getCohort,
  listCohortsOfPerson,
  listMembers,
  updateCohort,
} from "../../../lib/people/cohorts/index.ts";
import { getProject } from "../../../lib/admin/projects/index.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { openWorld } from "../../support/world.ts";
import type { World } from "../../support/world.ts";

const DAY_MS = 86_400_000;

const behaviour = (key: string, more: object = {}) => ({
  type: "behavioral",
  key,
  value: "performed_event",
  time_value: 7,
  time_interval: "day",
  ...more,
});

const times = (operator: string, count: number) => ({
  value: "performed_event_multiple",
  operator,
  operator_value: count,
});

const did = (action: number, more: object = {}) => [behaviour(String(action), { event_type: "actions", ...more })];

function open() {
  const world = openWorld();
  const project = getProject(world.ctx, 1);
  const create = (properties: unknown) => createCohort(world.ctx, { project }, { name: "c", groups: [{ properties }] });
  const members = async (id: number) => {
    const { results } = await listMembers(world.ctx, project, id, { limit: 1000, offset: 0 });
    return results.flatMap((person) => person.distinct_ids).toSorted();
  };
  return { ...world, project, create, members };
}

async function does(world: World, event: string, ids: Record<string, number>, daysAgo = 0, properties = {}) {
  const timestamp = new Date(world.clock.nowMs - daysAgo * DAY_MS).toISOString();
  const events = Object.entries(ids).flatMap(([distinct_id, count]) =>
    Array.from({ length: count }, () => ({ event, distinct_id, timestamp, properties })),
  );
  await world.capture(events);
}

const calculate = suite("calculateCohort");

calculate("counts how often persons did an event in the last days; doing it never is 0 times", async () => {
  const world = open();
  await does(world, "paid", { a: 3, b: 2, c: 1 });
  await does(world, "paid", { c: 5 }, 8);
  await does(world, "other", { d: 9 });
  const cohorts = [times("gte", 2), times("lte", 1), times("exact", 2), times("exact", 0), {}, { negation: true }];
  const found = [];
  for (const more of cohorts) found.push(await world.members((await world.create([behaviour("paid", more)])).id));
  assert.equal(found, [["a", "b"], ["c", "d"], ["b"], ["d"], ["a", "b", "c"], ["d"]]);
});

calculate("counts only the events that pass the event filters", async () => {
  const world = open();
  await does(world, "paid", { a: 1 }, 0, { total: 10 });
  await does(world, "paid", { b: 1 }, 0, { total: 2 });
  const event_filters = [{ key: "total", value: 5, operator: "gt", type: "event" }];
  assert.equal(await world.members((await world.create([behaviour("paid", { event_filters })])).id), ["a"]);
});

calculate("counts events that match an action, each once, and none for an action that is not there", async () => {
  const world = open();
  await does(world, "paid", { a: 1 }, 0, { total: 10 });
  await does(world, "paid", { b: 1 }, 0, { total: 2 });
  await does(world, "sold", { b: 1, c: 1 });
  await does(world, "$pageview", { d: 1 }, 0, { $current_url: "https://x.test/checkout" });
  const total = [{ key: "total", value: 5, operator: "gt" }] as const;
  const steps = [{ event: "paid", properties: total }, { event: "paid" }, { event: "sold" }];
  const named = await createAction(world.ctx, 1, { name: "buys", steps });
  const any = await createAction(world.ctx, 1, { name: "any", steps: [{ url: "checkout" }, { event: "sold" }] });
  const membersOf = async (properties: unknown) => world.members((await world.create(properties)).id);
  assert.equal(await membersOf(did(named.id)), ["a", "b", "c"]);
  assert.equal(await membersOf(did(named.id, times("gte", 2))), ["b"]);
  assert.equal(await membersOf(did(named.id, { event_filters: total })), ["a"]);
  assert.equal(await membersOf(did(any.id, times("exact", 1))), ["b", "c", "d"]);
  assert.equal(await membersOf(did(99)), []);
});

calculate("lets event filters look at the person and the group of an event", async () => {
  const world = open();
  await world.capture([
    {
      event: "$groupidentify",
      distinct_id: "a",
      properties: { $group_type: "org", $group_key: "o", $group_set: { size: 9 } },
    },
    { event: "paid", distinct_id: "a", properties: { $groups: { org: "o" } } },
    { event: "paid", distinct_id: "b", $set: { plan: "pro" } },
  ]);
  const membersOf = async (event_filters: unknown) =>
    world.members((await world.create([behaviour("paid", { event_filters })])).id);
  assert.equal(await membersOf([{ key: "size", value: 9, type: "group", group_type_index: 0 }]), ["a"]);
  assert.equal(await membersOf([{ key: "plan", value: "pro", type: "person" }]), ["b"]);
});

calculate("joins behaviour and properties as the tree says", async () => {
  const world = open();
  await does(world, "paid", { a: 1, b: 1 });
  await does(world, "$set", { b: 1, c: 1 }, 0, { $set: { plan: "pro" } });
  const pro = { key: "plan", value: "pro" };
  const tree = (type: string) => ({ type, values: [behaviour("paid"), pro] });
  assert.equal(await world.members((await world.create(tree("AND"))).id), ["b"]);
  assert.equal(await world.members((await world.create(tree("OR"))).id), ["a", "b", "c"]);
});

calculate("leaves membership by behaviour as it was calculated, and membership by properties live", async () => {
  const world = open();
  await does(world, "paid", { a: 1 });
  const byBehaviour = await world.create([behaviour("paid")]);
  const byProperty = await world.create([{ key: "plan", value: "pro" }]);
  assert.equal([byBehaviour.count, byProperty.count], [1, 0]);
  await does(world, "paid", { b: 1 }, 0, { $set: { plan: "pro" } });
  assert.equal(await world.members(byBehaviour.id), ["a"]);
  assert.equal(await world.members(byProperty.id), ["b"]);
  await calculateCohorts(world.ctx);
  assert.equal(await world.members(byBehaviour.id), ["a", "b"]);
  assert.is(getCohort(world.ctx, 1, byProperty.id).count, 1);
  world.clock.nowMs += 8 * DAY_MS;
  await calculateCohort(world.ctx, 1, byBehaviour.id);
  assert.equal(await world.members(byBehaviour.id), []);
  assert.is(getCohort(world.ctx, 1, byBehaviour.id).last_calculation, "2024-06-18T12:00:00Z");
});

calculate("case 130: redefined, a person that no longer fits is not in it", async () => {
  const world = open();
  await does(world, "paid", { a: 1 });
  const { id } = await world.create([behaviour("paid")]);
  const [person] = world.ctx.db.sql("SELECT id FROM persons").pluck().all() as number[];
  const ids = () => listCohortsOfPerson(world.ctx, 1, person ?? 0).map((cohort) => cohort.id);
  assert.equal(ids(), [id]);
  await updateCohort(world.ctx, { project: world.project }, id, { groups: [{ properties: [behaviour("sold")] }] });
  assert.equal(ids(), []);
});

calculate(
  "stays right when persons merge: both were members, or one, until the next calculation counts them together",
  async () => {
    const world = open();
    await does(world, "paid", { a: 2, b: 2, c: 4 });
    const { id } = await world.create([behaviour("paid", times("gte", 4))]);
    assert.equal(await world.members(id), ["c"]);
    await world.capture({ event: "$identify", distinct_id: "a", properties: { $anon_distinct_id: "b" } });
    await world.capture({ event: "$merge_dangerously", distinct_id: "d", properties: { alias: "c" } });
    assert.equal(await world.members(id), ["c", "d"]);
    await calculateCohort(world.ctx, 1, id);
    assert.equal(await world.members(id), ["a", "b", "c", "d"]);
  },
);

calculate("counts a failure, keeps the last members, and goes on with the others", async () => {
  const world = open();
  await does(world, "paid", { a: 1 });
  const bad = await world.create([behaviour("paid")]);
  const good = await world.create([behaviour("paid")]);
  const broken = '[{"properties":[{"type":"behavioral"}]}]';
  world.ctx.db.sql("UPDATE cohorts SET groups = ? WHERE id = ?").run(broken, bad.id);
  world.ctx.db.sql("DELETE FROM cohort_members WHERE cohort_id = ?").run(good.id);
  await calculateCohorts(world.ctx);
  const { errors_calculating, is_calculating, count } = getCohort(world.ctx, 1, bad.id);
  assert.equal([errors_calculating, is_calculating, count], [1, false, 1]);
  assert.equal(await world.members(bad.id), ["a"]);
  assert.equal(await world.members(good.id), ["a"]);
});

calculate("works by the new definition when it changes meanwhile, and not at all once deleted", async () => {
  const world = open();
  await does(world, "paid", { a: 1 });
  await does(world, "sold", { b: 1 });
  const { id } = await world.create([behaviour("paid")]);
  const running = calculateCohort(world.ctx, 1, id);
  world.ctx.db.sql("UPDATE cohorts SET groups = replace(groups, 'paid', 'sold') WHERE id = ?").run(id);
  await running;
  assert.equal(await world.members(id), ["b"]);
  await deleteCohort(world.ctx, { project: world.project }, id);
  await calculateCohort(world.ctx, 1, id);
  assert.equal(await world.members(id), []);
});

calculate("counts every event once over several chunks, whatever the order of arrival and of equal times", async () => {
  const world = open();
  const events = Array.from({ length: 11_000 }, (_, index) => ({
    event: "paid",
    distinct_id: index % 2 === 0 ? "a" : "b",
    timestamp: new Date(world.clock.nowMs - Math.floor(index / 4000) * 1000).toISOString(),
  }));
  await world.capture(events);
  const exactly = await world.create([behaviour("paid", times("exact", 5500))]);
  assert.equal(await world.members(exactly.id), ["a", "b"]);
});

calculate("agrees with a naive count over random events", async () => {
  const world = open();
  const random = createRandom(7);
  const expected = new Map<string, number>();
  const events = Array.from({ length: 400 }, () => {
    const distinct_id = `u${random.integer(0, 24)}`;
    const daysAgo = random.unit() * 14;
    const event = random.chance(0.5) ? "paid" : "seen";
    if (event === "paid" && daysAgo <= 7) expected.set(distinct_id, (expected.get(distinct_id) ?? 0) + 1);
    return { event, distinct_id, timestamp: new Date(world.clock.nowMs - daysAgo * DAY_MS).toISOString() };
  });
  await world.capture(events);
  for (const count of [1, 3, 6]) {
    const { id } = await world.create([behaviour("paid", times("gte", count))]);
    const wanted = [...expected].filter(([, seen]) => seen >= count).map(([who]) => who);
    assert.equal(await world.members(id), wanted.toSorted(), `at least ${count}`);
  }
});

calculate("stores the difference: the list has another version when it is another list, and only then", async () => {
  const world = open();
  await does(world, "paid", { a: 1, b: 1 });
  await does(world, "paid", { c: 1 }, 6);
  const { id } = await world.create([behaviour("paid")]);
  const version = () => world.ctx.db.sql("SELECT version FROM cohorts WHERE id = ?").pluck().get(id);
  assert.is(version(), 3);
  await calculateCohort(world.ctx, 1, id);
  assert.is(version(), 3);
  world.clock.nowMs += 2 * DAY_MS;
  await calculateCohort(world.ctx, 1, id);
  assert.equal([await world.members(id), version()], [["a", "b"], 4]);
});

calculate.run();
