import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ActivityQuery, listActivity, recordActivity, SYSTEM } from "../../../lib/admin/activity/index.ts";
import type { ActivityScope } from "../../../lib/admin/activity/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { parse } from "../../../lib/base/parse.ts";
import { openQuiet } from "./open-quiet.ts";

function open() {
  const { ctx } = openQuiet();
  const add = (projectId: number | null, scope: ActivityScope, itemId: string, activity = "created") =>
    recordActivity(ctx, { projectId, by: SYSTEM, scope, itemId, activity, detail: { name: null } });
  const list = (projectId: number | null, query: object = {}) => {
    const { results, total_count } = listActivity(ctx, projectId, parse(ActivityQuery, query));
    return [results.map((entry) => `${entry.scope} ${entry.item_id}`), total_count];
  };
  return { add, list };
}

const list = suite("listActivity");

list("gives one project's entries, newest first, narrowed by scope and item", () => {
  const { add, list: read } = open();
  add(1, "Person", "41");
  add(1, "Cohort", "41");
  add(2, "Person", "41");
  add(1, "Person", "42");
  add(null, "PersonalApiKey", "k");
  assert.equal(read(1), [["Person 42", "Cohort 41", "Person 41"], 3]);
  assert.equal(read(1, { scope: "Person" }), [["Person 42", "Person 41"], 2]);
  assert.equal(read(1, { scope: "Person", item_id: 41 }), [["Person 41"], 1]);
  assert.equal(read(null), [["PersonalApiKey k"], 1]);
});

list("has pages of 10, or of `limit`, counted from 1", () => {
  const { add, list: read } = open();
  for (let id = 1; id <= 14; id++) add(1, "Person", String(id));
  assert.is((read(1)[0] as string[]).length, 10);
  assert.equal(read(1, { page: "2", limit: "" }), [["Person 4", "Person 3", "Person 2", "Person 1"], 14]);
  assert.equal(read(1, { page: 7, limit: "2" }), [["Person 2", "Person 1"], 14]);
});

list("refuses a page after the last, page 0 and text; page 1 of nothing is empty", () => {
  const { list: read } = open();
  assert.equal(read(1), [[], 0]);
  for (const page of [2, 0, "0", -1, 1.5, "x", ""]) {
    assert.throws(
      () => read(1, { page }),
      (error: unknown) => error instanceof HogletError && error.status === 400 && error.attr === "page",
      JSON.stringify(page),
    );
  }
});

list.run();
