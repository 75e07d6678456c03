import type { Actors } from "../../../lib/port/actors.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toPage } from "../../../lib/questions/people/page.ts";
import { openRows } from "../../reference/test/open-rows.ts";

const now = "2020-01-02T12:00:00Z";

/** 2500 persons with ids 1 to 2500, every hundredth of them with an email of a firm, and one personless id. */
function openMany() {
  const persons = Array.from({ length: 2500 }, (_, index) => ({
    distinct_ids: [`u${index + 1}`],
    properties: (index + 1) % 100 === 0 ? { email: `P${index + 1}@Firm.io` } : { plan: "firm" },
  }));
  const events = [{ event: "paid", distinct_id: "Firm visitor", timestamp: now, personless: true }];
  const groups = [{ group_type_index: 1, group_key: "k1", properties: { name: "The Firm" } }];
  const { ctx, project } = openRows({ now, persons, events, groups });
  const personless = Number(ctx.db.sql("SELECT id FROM distinct_ids WHERE distinct_id = 'Firm visitor'").pluck().get());
  const ids = [...persons.keys()].map((index) => index + 1);
  const actors: Actors = { by: "persons", ids: Float64Array.from([...ids, -personless]) };
  return { ctx, project, actors };
}

const page = suite("toPage");

page("cuts places out of the list, and knows whether more follow", async () => {
  const { ctx, project, actors } = openMany();
  const cut = (limit: number, offset: number) => toPage(ctx, project.id, actors, { limit, offset, search: "" });
  assert.equal(await cut(2, 3), { places: [3, 4], hasMore: true });
  assert.equal(await cut(2, 2499), { places: [2499, 2500], hasMore: false });
  assert.equal(await cut(2, 2501), { places: [], hasMore: false });
});

page("counts only those that a search finds, however far apart they are", async () => {
  const { ctx, project, actors } = openMany();
  const cut = (limit: number, offset: number, search: string) =>
    toPage(ctx, project.id, actors, { limit, offset, search });
  assert.equal(await cut(3, 0, "@firm"), { places: [99, 199, 299], hasMore: true });
  assert.equal(await cut(3, 23, "@FIRM"), { places: [2399, 2499], hasMore: false });
  // The search finds no person by a property other than email and name, and every person by a distinct id.
  assert.equal(await cut(3, 25, "firm"), { places: [2500], hasMore: false });
  assert.equal(await cut(9, 0, "u2499"), { places: [2498], hasMore: false });
  // % is a wildcard, as in all filters.
  assert.equal(await cut(1, 0, "p%00@firm"), { places: [99], hasMore: true });
});

page("finds groups by key or name", async () => {
  const { ctx, project } = openMany();
  const actors: Actors = { by: "groups", groupTypeIndex: 1, keys: ["k1", "k2"] };
  const cut = (search: string) => toPage(ctx, project.id, actors, { limit: 9, offset: 0, search });
  assert.equal((await cut("firm")).places, [0]);
  assert.equal((await cut("K")).places, [0, 1]);
  assert.equal((await cut("x")).places, []);
});

page.run();
