import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordActivity, SYSTEM } from "../../lib/admin/activity/index.ts";
import type { ActivityList } from "../../lib/admin/activity/index.ts";
import { openRest } from "./ask.ts";
import type { ReplyBody } from "./ask.ts";

async function open() {
  const rest = openRest();
  await rest.capture(["a", "b"].map((id) => ({ event: "x", distinct_id: id })));
  const add = (itemId: string, projectId = 1) =>
    recordActivity(rest.ctx, {
      projectId,
      by: SYSTEM,
      scope: "Person",
      itemId,
      activity: "deleted",
      detail: { name: null },
    });
  return { ...rest, add };
}

const items = (body: ReplyBody) => body.results.map((entry) => entry.item_id);

const link = (page: number, limit: number) =>
  `http://hoglet.local/api/projects/1/persons/1/activity?page=${page}&limit=${limit}`;

const routes = suite("activityRoutes");

routes("case 118: one person's history by id or UUID, and that of all persons of the project", async () => {
  const { ask, add, person } = await open();
  add("1");
  add("2");
  add("1", 2);
  assert.equal(items((await ask("GET", "/api/projects/1/persons/1/activity")).body), ["1"]);
  assert.equal(items((await ask("GET", `/api/projects/1/persons/${person("a")?.uuid}/activity/`)).body), ["1"]);
  assert.equal(items((await ask("GET", "/api/projects/1/persons/activity")).body), ["2", "1"]);
  assert.equal(items((await ask("GET", "/api/person/activity")).body), ["2", "1"]);
  assert.equal(items((await ask("GET", "/api/projects/2/activity_log?scope=Person")).body), ["1"]);
});

routes("case 119: entries carry user, activity, scope, item_id as text, detail and created_at", async () => {
  const { ask, add } = await open();
  add("1");
  const [entry] = (await ask<ActivityList>("GET", "/api/projects/1/persons/activity")).body.results;
  assert.ok(entry);
  assert.equal(Object.keys(entry), ["user", "activity", "scope", "item_id", "detail", "created_at"]);
  assert.equal(Object.keys(entry.detail), ["name", "short_id", "type", "trigger", "changes"]);
  assert.equal(entry.user, { first_name: "System", email: null, is_system: true });
});

routes("case 120: pages have absolute links with the limit in them, and total_count", async () => {
  const { ask, add } = await open();
  for (let count = 0; count < 14; count++) add("1");
  const first = (await ask("GET", "/api/projects/1/persons/1/activity")).body;
  assert.equal([first.results.length, first.next, first.previous, first.total_count], [10, link(2, 10), null, 14]);
  const second = (await ask("GET", "/api/projects/1/persons/1/activity?page=2&limit=5")).body;
  assert.equal([second.results.length, second.next, second.previous], [5, link(3, 5), link(1, 5)]);
  const last = (await ask("GET", "/api/projects/1/persons/1/activity?page=3&limit=5")).body;
  assert.equal([last.results.length, last.next, last.previous], [4, null, link(2, 5)]);
});

routes("case 121: a page after the last, page 0 and text are 400, where the real service fails", async () => {
  const { ask } = await open();
  for (const page of ["4", "0", "x"]) {
    const { status, body } = await ask("GET", `/api/projects/1/persons/activity?page=${page}`);
    assert.equal([status, body.attr], [400, "page"], page);
  }
  const empty = await ask("GET", "/api/projects/1/persons/activity");
  assert.equal([empty.status, empty.body.results, empty.body.total_count], [200, [], 0]);
});

routes("case 122: by id, a person that is not there has no history; the collection still tells", async () => {
  const { ask, add } = await open();
  add("99");
  assert.is((await ask("GET", "/api/projects/1/persons/99/activity")).status, 404);
  assert.equal(items((await ask("GET", "/api/projects/1/persons/activity")).body), ["99"]);
});

routes.run();
