import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cutPage } from "../../../lib/engines/columns/entities/actor-list.ts";
import type { WholeList } from "../../../lib/engines/columns/entities/actor-list.ts";
import type { Paging } from "../../../lib/port/actors.ts";
import { eachPage } from "../../../lib/questions/shared/actor-pages.ts";

const pages = suite("eachPage");

pages("asks for page after page, from the cursor of the page before", async () => {
  const asked: Paging[] = [];
  const read = async (paging: Paging) => {
    asked.push(paging);
    return cutPage({ by: "persons", ids: Float64Array.of(2, 5, 9, -1, -4), order: "keys" }, paging);
  };
  const found: number[][] = [];
  for await (const page of eachPage(read, { limit: 2 })) found.push(page.by === "persons" ? [...page.ids] : []);
  assert.equal(found, [[2, 5], [9, -1], [-4]]);
  assert.equal(
    asked,
    [null, { key: 5 }, { key: -1 }].map((after) => ({ after, skip: 0, limit: 2 })),
  );
});

pages("gives one empty page of a list without actors", async () => {
  const list: WholeList = { by: "groups", groupTypeIndex: 0, keys: [], order: "keys" };
  const found = [];
  for await (const page of eachPage(async (paging: Paging) => cutPage(list, paging), { limit: 2 })) found.push(page);
  assert.equal(found, [{ by: "groups", groupTypeIndex: 0, keys: [], next: null }]);
});

pages("misses nobody who stays, when others come and go between two pages", async () => {
  let ids = [2, 5, 9, -1, -4];
  const read = async (paging: Paging) => cutPage({ by: "persons", ids: Float64Array.from(ids), order: "keys" }, paging);
  const found: number[] = [];
  for await (const page of eachPage(read, { limit: 2 })) {
    if (page.by === "persons") found.push(...page.ids);
    // The cursor's actor is gone, and there are two more.
    if (found.length === 2) ids = [1, 2, 7, 9, -1, -4];
  }
  assert.equal(found, [2, 5, 7, 9, -1, -4]);
});

pages.run();
