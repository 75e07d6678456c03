import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";

const ACTIONS = "/api/projects/1/actions/";
const api = suite("P/actions/");

interface Wire {
  id: number;
  name: string;
  steps: unknown[];
  [field: string]: unknown;
}

api("creates, lists, shows, changes and deletes", async () => {
  const { ask, close } = openRest();
  const body = { name: "buy", steps: [{ event: "paid" }], post_to_slack: false };
  const made = await ask<Wire>("POST", ACTIONS, { body });
  assert.is(made.status, 201);
  assert.equal(Object.keys(made.body), [
    "id",
    "name",
    "description",
    "steps",
    "created_at",
    "tags",
    "post_to_slack",
    "slack_message_format",
    "created_by",
    "deleted",
    "is_action",
    "is_calculating",
    "last_calculated_at",
    "team_id",
    "bytecode_error",
    "pinned_at",
    "creation_context",
  ]);
  const one = `${ACTIONS}${made.body.id}/`;
  const list = await ask("GET", `${ACTIONS}?search=BU`);
  assert.equal(list.body, { next: null, previous: null, count: 1, results: [made.body] });
  assert.equal((await ask<Wire>("GET", one)).body, made.body);
  const changed = await ask<Wire>("PATCH", one, { body: { name: "purchase" } });
  assert.equal([changed.status, changed.body.name, changed.body.steps], [200, "purchase", body.steps]);
  assert.is((await ask("DELETE", one)).status, 204);
  assert.is((await ask("GET", one)).status, 404);
  close();
});

api("deletes by an update, as clients of the real service do", async () => {
  const { ask, close } = openRest();
  const { body } = await ask<Wire>("POST", ACTIONS, { body: { name: "buy" } });
  const deleted = await ask<Wire>("PATCH", `${ACTIONS}${body.id}/`, { body: { deleted: true } });
  assert.equal([deleted.status, deleted.body.name, deleted.body["deleted"]], [200, "buy", true]);
  assert.is((await ask("GET", `${ACTIONS}${body.id}/`)).status, 404);
  close();
});

api("needs the scopes, and knows no other project's actions", async () => {
  const { ask, key, close } = openRest();
  const { body } = await ask<Wire>("POST", ACTIONS, { body: { name: "buy" } });
  const reader = key(["action:read"]);
  assert.is((await ask("GET", ACTIONS, { key: reader })).status, 200);
  assert.is((await ask("POST", ACTIONS, { key: reader, body: { name: "x" } })).status, 403);
  assert.is((await ask("GET", ACTIONS, { key: key(["insight:read"]) })).status, 403);
  assert.is((await ask("GET", `/api/projects/2/actions/${body.id}/`)).status, 404);
  assert.is((await ask("GET", `${ACTIONS}abc/`)).status, 404);
  close();
});

api("refuses a step that cannot be read, naming it", async () => {
  const { ask, close } = openRest();
  const { status, body } = await ask("POST", ACTIONS, { body: { name: "x", steps: [{ selector: ">" }] } });
  assert.equal([status, body["attr"]], [400, "steps__0__selector"]);
  close();
});

api.run();
