import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SYSTEM } from "../../../lib/admin/activity/index.ts";
import { createCohort, getCohort, listMembers } from "../../../lib/people/cohorts/index.ts";
import { deletePerson } from "../../../lib/people/deletion/index.ts";
import { getPerson, splitPerson } from "../../../lib/people/persons/index.ts";
import { getProject } from "../../../lib/admin/projects/index.ts";
import { openWorld } from "../../support/world.ts";

/** Persons a+b (one person, plan pro) and c; a static cohort of both, one by behaviour of both, one by property of a+b. */
async function open() {
  const world = openWorld();
  const { ctx } = world;
  const project = getProject(ctx, 1);
  await world.capture([
    { event: "paid", distinct_id: "a", $set: { plan: "pro" } },
    { event: "$identify", distinct_id: "a", properties: { $anon_distinct_id: "b" } },
    { event: "paid", distinct_id: "c" },
  ]);
  const definitions = [
    { is_static: true, distinct_ids: ["b", "c"] },
    { groups: [{ event_id: "paid", days: 7 }] },
    { groups: [{ properties: [{ key: "plan", value: "pro" }] }] },
  ];
  const ids: number[] = [];
  for (const definition of definitions) {
    ids.push((await createCohort(ctx, { project }, { name: "c", ...definition })).id);
  }
  const edit = { project, by: SYSTEM };
  /** Members of the three cohorts, by their distinct ids. */
  const members = async () => {
    const pages = await Promise.all(ids.map((id) => listMembers(ctx, project, id, { limit: 100, offset: 0 })));
    return pages.map(({ results }) => results.flatMap((person) => person.distinct_ids).toSorted());
  };
  return { ...world, project, edit, members, ids };
}

const membership = suite("membership");

membership("after a split stays with the person that keeps its id", async () => {
  const { ctx, edit, members } = await open();
  assert.equal(await members(), [
    ["a", "b", "c"],
    ["a", "b", "c"],
    ["a", "b"],
  ]);
  await splitPerson(ctx, edit, 1, { main_distinct_id: "a" });
  assert.equal(getPerson(ctx, edit.project, 1).distinct_ids, ["a"]);
  assert.equal(await members(), [["a", "c"], ["a", "c"], ["a"]]);
});

membership("ends with the person, also when the same distinct id comes back", async () => {
  const { ctx, edit, members, ids, capture } = await open();
  await deletePerson(ctx, edit, 1, { delete_events: false, keep_person: false });
  assert.equal(await members(), [["c"], ["c"], []]);
  assert.is(getCohort(ctx, 1, ids[0] ?? 0).count, 1);
  await capture({ event: "x", distinct_id: "a" });
  assert.equal(await members(), [["c"], ["c"], []]);
});

membership("of both persons is that of the merged one", async () => {
  const { members, capture, persons } = await open();
  await capture({ event: "$merge_dangerously", distinct_id: "d", properties: { alias: "a" } });
  await capture({ event: "$merge_dangerously", distinct_id: "c", properties: { alias: "d" } });
  assert.is(persons().length, 1);
  const everyone = ["a", "b", "c", "d"];
  assert.equal(await members(), [everyone, everyone, everyone]);
});

membership.run();
