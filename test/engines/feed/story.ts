import { SYSTEM } from "../../../lib/admin/activity/index.ts";
import { createCohort, addMembers, calculateCohort, removeMember } from "../../../lib/people/cohorts/index.ts";
import { deletePerson, runDeletions } from "../../../lib/people/deletion/index.ts";
import { splitPerson } from "../../../lib/people/persons/index.ts";
import { createProject, deleteProject, getProject } from "../../../lib/admin/projects/index.ts";
import type { Random } from "../../../fixtures/random.ts";
import type { Sent, World } from "../../support/world.ts";

const IDS = Array.from({ length: 12 }, (_, index) => `id${index}`);
const VALUES = ["a", "b", 30, null, true, { deep: [1] }];

/** Lets one thing happen to a world, through the use cases that the product has. */
export async function happen(world: World, random: Random): Promise<void> {
  const { ctx } = world;
  const project = getProject(ctx, 1);
  const [id, other] = [random.pick(IDS), random.pick(IDS)];
  world.clock.nowMs += 60_000;
  switch (random.integer(0, 12)) {
    case 0:
      return world.capture({ event: "$identify", distinct_id: id, properties: { $anon_distinct_id: other } });
    case 1:
      return world.capture({ event: "$create_alias", distinct_id: id, properties: { alias: other } });
    case 2:
      return world.capture({ event: "$merge_dangerously", distinct_id: id, properties: { alias: other } });
    case 3:
      return world.capture({ event: "seen", distinct_id: id, $set: { plan: random.pick(VALUES) } });
    case 4:
      return world.capture({ event: "$groupidentify", distinct_id: id, properties: group(random) });
    case 5:
      return addToCohort(world, random);
    case 6:
      return removeSomebody(world, random);
    case 7: {
      const person = somebody(world, random);
      if (person !== undefined) await splitPerson(ctx, { project, by: SYSTEM }, person, { main_distinct_id: null });
      return;
    }
    case 8:
      await runDeletions(ctx);
      return;
    case 9:
      return secondProject(world);
    default:
      return world.capture(Array.from({ length: random.integer(1, 8) }, () => plain(random)));
  }
}

function plain(random: Random): Sent {
  const isPersonless = random.chance(0.3);
  return {
    event: random.pick(["paid", "viewed"]),
    distinct_id: random.pick(IDS),
    properties: { plan: random.pick(VALUES), ...(isPersonless && { $process_person_profile: false }) },
  };
}

function group(random: Random): Record<string, unknown> {
  const $group_set = { size: random.integer(1, 9) };
  return { $group_type: random.pick(["org", "team"]), $group_key: random.pick(["x", "y"]), $group_set };
}

async function addToCohort({ ctx }: World, random: Random): Promise<void> {
  const edit = { project: getProject(ctx, 1) };
  const [known, behavioural] = ctx.db.sql<number>("SELECT id FROM cohorts ORDER BY id").pluck().all();
  if (known === undefined || behavioural === undefined) {
    await createCohort(ctx, edit, { name: "list", is_static: true, distinct_ids: [random.pick(IDS)] });
    await createCohort(ctx, edit, { name: "payers", groups: [{ event_id: "paid", days: 7 }] });
    return;
  }
  if (random.chance(0.3)) return calculateCohort(ctx, 1, behavioural);
  if (random.chance(0.7)) return void (await addMembers(ctx, edit, known, { distinct_ids: [random.pick(IDS)] }));
  const [member] = ctx.db.sql<number>("SELECT person_id FROM cohort_members WHERE cohort_id = ?").pluck().all(known);
  if (member !== undefined) await removeMember(ctx, edit, known, member);
}

function somebody({ ctx }: World, random: Random): number | undefined {
  const ids = ctx.db.sql<number>("SELECT id FROM persons WHERE project_id = 1 ORDER BY id").pluck().all();
  return ids.length === 0 ? undefined : random.pick(ids);
}

async function removeSomebody(world: World, random: Random): Promise<void> {
  const person = somebody(world, random);
  if (person === undefined) return;
  const edit = { project: getProject(world.ctx, 1), by: SYSTEM };
  await deletePerson(world.ctx, edit, person, { delete_events: random.chance(0.7), keep_person: random.chance(0.1) });
}

/** A project that comes, has events, and goes with all of them. */
async function secondProject(world: World): Promise<void> {
  const { ctx } = world;
  const last = ctx.db.sql<number>("SELECT max(id) FROM projects").pluck().get() as number;
  if (last > 2) return deleteProject(ctx, last);
  const { id } = await createProject(ctx, { name: "short" });
  await world.capture([{ event: "$identify", distinct_id: "s", properties: { $anon_distinct_id: "t" } }], {
    project: id,
  });
}
