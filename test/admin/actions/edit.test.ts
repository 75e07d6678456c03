import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createAction, deleteAction, getAction, listActions, updateAction } from "../../../lib/admin/actions/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { openWorld } from "../../support/world.ts";
import type { World } from "../../support/world.ts";

const actions = suite("actions");

const entries = ({ ctx }: World) =>
  ctx.db.sql("SELECT activity, item_id, detail FROM activity_log WHERE scope = 'Action' ORDER BY id").all() as {
    activity: string;
    item_id: string;
    detail: string;
  }[];

actions("are created, read, changed and deleted in their project, and the log tells", async () => {
  const world = openWorld();
  const { ctx } = world;
  const made = await createAction(ctx, 1, { name: "buy", steps: [{ event: "paid" }] });
  const { id } = made;
  assert.equal(made, {
    id,
    name: "buy",
    description: "",
    steps: [{ event: "paid" }],
    created_at: "2024-06-10T12:00:00Z",
    tags: [],
    post_to_slack: false,
    slack_message_format: "",
  });
  assert.equal(getAction(ctx, 1, String(id)), made);
  assert.throws(() => getAction(ctx, 2, id), /Not found/);
  assert.equal(await updateAction(ctx, 1, id, { steps: [] }), { ...made, steps: [] });
  const refused = await updateAction(ctx, 2, id, { name: "x" }).catch((error: unknown) => error);
  assert.match(String(refused), /Not found/);
  await updateAction(ctx, 1, id, {});
  await deleteAction(ctx, 1, id);
  assert.throws(() => getAction(ctx, 1, id), /Not found/);
  assert.equal(
    entries(world).map(({ activity, item_id }) => [activity, item_id]),
    ["created", "updated", "deleted"].map((activity) => [activity, String(id)]),
  );
  assert.not.match(
    entries(world)
      .map(({ detail }) => detail)
      .join(),
    /paid/,
    "no values of filters in the log",
  );
  world.close();
});

actions("are listed newest first, found by a part of the name, page by page", async () => {
  const { ctx, close } = openWorld();
  for (const name of ["Sign up", "sign in", "Buy"]) await createAction(ctx, 1, { name });
  await createAction(ctx, 2, { name: "other project" });
  const names = (query: { search: string; limit: number; offset: number }) => {
    const { count, results } = listActions(ctx, 1, query);
    return [count, ...results.map(({ name }) => name)];
  };
  assert.equal(names({ search: "", limit: 2, offset: 0 }), [3, "Buy", "sign in"]);
  assert.equal(names({ search: "", limit: 2, offset: 2 }), [3, "Sign up"]);
  assert.equal(names({ search: "SIGN", limit: 9, offset: 0 }), [2, "sign in", "Sign up"]);
  close();
});

const refusals: [input: unknown, attr: string][] = [
  [{}, "name"],
  [{ name: "" }, "name"],
  [{ name: "a", steps: [5] }, "steps__0"],
  [{ name: "a", steps: [{ txt: "typo" }] }, "steps__0__txt"],
  [{ name: "a", steps: [{ url: "/", url_matching: "fuzzy" }] }, "steps__0__url_matching"],
  [{ name: "a", steps: [{ selector: "a +" }] }, "steps__0__selector"],
  [{ name: "a", steps: [{ properties: [{ key: "x", value: 1, operator: "like" }] }] }, "steps__0__properties"],
];

for (const [input, attr] of refusals) {
  actions(`refuse ${JSON.stringify(input)}, naming ${attr}`, async () => {
    const { ctx, close } = openWorld();
    const error = await createAction(ctx, 1, input as { name: string }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof HogletError && error.status === 400 && error.attr === attr);
    assert.is(listActions(ctx, 1, { search: "", limit: 1, offset: 0 }).count, 0);
    close();
  });
}

actions.run();
