import { cutPage } from "../../../lib/engines/columns/entities/actor-list.ts";
import type { WholeList } from "../../../lib/engines/columns/entities/actor-list.ts";
import type { ReadPage } from "../../../lib/questions/shared/actor-pages.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findAllPeople, findPeople } from "../../../lib/questions/people/find-people.ts";
import type { FoundPeople } from "../../../lib/questions/people/find-people.ts";
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
  const list: WholeList = { by: "persons", ids: Float64Array.from([...ids, -personless]), order: "keys" };
  return { ctx, project, personless, read: pagesIn(list) };
}

/** Gives pages of a list as columns do. */
function pagesIn(list: WholeList): ReadPage {
  return async (paging) => cutPage(list, paging);
}

/** Ids, or keys of groups. */
function keysOf({ parts, next }: FoundPeople): [(number | string)[], boolean] {
  const keys = parts.flatMap((part): (number | string)[] => (part.by === "persons" ? [...part.ids] : part.keys));
  return [keys, next !== null];
}

const page = suite("findPeople");

page("is a page of the list, and knows whether more follow", async () => {
  const { ctx, project, read } = openMany();
  const cut = async (limit: number, offset: number) =>
    keysOf(await findPeople(ctx, project.id, read, { limit, offset, search: "" }));
  assert.equal(await cut(2, 3), [[4, 5], true]);
  assert.equal((await cut(2, 2499))[0].length, 2);
  assert.is((await cut(2, 2499))[1], false);
  assert.equal(await cut(2, 2501), [[], false]);
});

page("counts only those that a search finds, however far apart they are", async () => {
  const { ctx, project, read, personless } = openMany();
  const cut = async (limit: number, offset: number, search: string) =>
    keysOf(await findPeople(ctx, project.id, read, { limit, offset, search }));
  assert.equal(await cut(3, 0, "@firm"), [[100, 200, 300], true]);
  assert.equal(await cut(3, 22, "@FIRM"), [[2300, 2400, 2500], false]);
  assert.equal(await cut(3, 23, "@FIRM"), [[2400, 2500], false]);
  // The search finds no person by a property other than email and name, and every person by a distinct id.
  assert.equal(await cut(3, 25, "firm"), [[-personless], false]);
  assert.equal(await cut(3, 26, "firm"), [[], false]);
  assert.equal(await cut(9, 0, "u2499"), [[2499], false]);
  // % is a letter: emails may have it.
  assert.equal(await cut(1, 0, "p%00@firm"), [[], false]);
});

page("begins after a place, with a search and without, whoever is there now", async () => {
  const { ctx, project, read } = openMany();
  for (const search of ["", "@firm"]) {
    const first = await findPeople(ctx, project.id, read, { limit: 2, offset: 1, search });
    const shorter = pagesIn({ by: "persons", ids: Float64Array.from([1, 300, 400, 500]), order: "keys" });
    const second = await findPeople(ctx, project.id, shorter, { limit: 1, offset: 3, after: first.next, search });
    assert.equal(keysOf(second), [[search === "" ? 300 : 400], true], search);
  }
});

page("finds groups by key or name", async () => {
  const { ctx, project } = openMany();
  const read = pagesIn({ by: "groups", groupTypeIndex: 1, keys: ["k1", "k2"], order: "keys" });
  const cut = async (search: string) =>
    keysOf(await findPeople(ctx, project.id, read, { limit: 9, offset: 0, search }))[0];
  assert.equal(await cut("firm"), ["k1"]);
  assert.equal(await cut("K"), ["k1", "k2"]);
  assert.equal(await cut("x"), []);
});

page.run();

const all = suite("findAllPeople");

all("walks the whole list, with a search or without", async () => {
  const { ctx, project, read, personless } = openMany();
  const find = async (search: string) =>
    keysOf({ parts: await findAllPeople(ctx, project.id, read, search), next: null })[0];
  assert.is((await find("")).length, 2501);
  assert.equal((await find("firm")).slice(-2), [2500, -personless]);
});

all.run();
