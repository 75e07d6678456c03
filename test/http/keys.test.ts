import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";

const KEYS = "/api/personal_api_keys/";
const BODY = { label: "ci", scopes: ["person:read"], scoped_teams: [2], scoped_organizations: [] };

const routes = suite("keyRoutes");

routes("creates: 201 with the value this once, in the wire's shape (3.5)", async () => {
  const { ask } = openRest();
  const { status, body } = await ask("POST", KEYS, { body: BODY });
  assert.is(status, 201);
  assert.equal(Object.keys(body), [
    "id",
    "label",
    "value",
    "mask_value",
    "created_at",
    "last_used_at",
    "last_rolled_at",
    "user_id",
    "scopes",
    "scoped_teams",
    "scoped_organizations",
  ]);
  assert.equal([body["scoped_teams"], body["last_used_at"]], [[2], null]);
  const value = String(body["value"]);
  assert.is((await ask("GET", "/api/projects/2/persons", { key: value })).status, 200);
  assert.is((await ask("GET", "/api/projects/1/persons", { key: value })).status, 403);
});

routes("lists a bare array, newest first, without values", async () => {
  const { ask } = openRest();
  await ask("POST", KEYS, { body: { ...BODY, label: "one" } });
  const { body } = await ask<Record<string, unknown>[]>("GET", KEYS);
  assert.equal(body.map((key) => key["label"]).toSorted(), ["first key", "one"]);
  assert.not(body.some((key) => "value" in key));
});

routes("case 206: refuses blank labels, missing and unknown scopes, foreign projects and organisations", async () => {
  const { ask } = openRest();
  const refused = async (more: object) => {
    const { status, body } = await ask("POST", KEYS, { body: { ...BODY, ...more } });
    return `${status} ${String(body["code"])} ${String(body["attr"])}: ${String(body["detail"])}`;
  };
  assert.is(await refused({ label: "" }), "400 blank label: This field may not be blank.");
  assert.is(await refused({ scopes: undefined }), "400 required scopes: This field is required.");
  assert.is(await refused({ scopes: ["invalid"] }), "400 invalid_input scopes: Invalid scope: invalid");
  assert.is(await refused({ scoped_teams: [9] }), "400 invalid_input scoped_teams: There is no project with the id 9.");
  assert.match(
    await refused({ scoped_organizations: ["other"] }),
    /^400 invalid_input scoped_organizations__0: There is no/,
  );
});

routes("updates, rolls (case 208) and revokes", async () => {
  const { ask } = openRest();
  const { body: made } = await ask("POST", KEYS, { body: BODY });
  const at = `${KEYS}${String(made["id"])}`;
  const updated = await ask("PATCH", at, { body: { label: "new", scopes: ["person:write"], scoped_teams: [] } });
  assert.equal([updated.status, updated.body["label"], updated.body["scopes"]], [200, "new", ["person:write"]]);
  assert.not("value" in updated.body);
  const foreign = await ask("PATCH", at, { body: { scoped_teams: [1, 9] } });
  assert.equal([foreign.status, foreign.body["attr"]], [400, "scoped_teams"]);
  const rolled = await ask("POST", `${at}/roll`);
  assert.equal([rolled.status, rolled.body["id"], rolled.body["label"]], [200, made["id"], "new"]);
  const old = await ask("GET", "/api/projects/1/persons", { key: String(made["value"]) });
  assert.equal([old.status, old.body["code"]], [401, "authentication_failed"]);
  const fresh = String(rolled.body["value"]);
  assert.is((await ask("GET", "/api/projects/1/persons", { key: fresh })).status, 200);
  assert.equal([(await ask("DELETE", at)).status, (await ask("DELETE", at)).status], [204, 404]);
  assert.is((await ask("GET", "/api/projects/1/persons", { key: fresh })).status, 401);
});

routes("case 205: a narrower key may only read itself; the same 403 for everything else", async () => {
  const { ask, key } = openRest();
  const narrow = key(["project:write", "person:write"]);
  const own = await ask("GET", `${KEYS}@current`, { key: narrow });
  assert.equal([own.status, own.body["label"]], [200, "key 1"]);
  const id = String(own.body["id"]);
  assert.is((await ask("GET", `${KEYS}${id}`, { key: narrow })).status, 200);
  const other = String((await ask("GET", `${KEYS}@current`)).body["id"]);
  for (const [method, path] of [
    ["GET", ""],
    ["POST", ""],
    ["GET", other],
    ["PATCH", id],
    ["DELETE", id],
    ["POST", `${id}/roll`],
  ] as const) {
    const { status, body } = await ask(method, KEYS + path, { key: narrow, ...(method !== "GET" && { body: BODY }) });
    assert.equal(
      [status, body["detail"]],
      [403, "This action does not support Personal API Key access"],
      `${method} ${path}`,
    );
  }
});

routes("a key limited to projects manages no keys, whatever its scopes", async () => {
  const { ask, key } = openRest();
  const { status } = await ask("POST", KEYS, { key: key(["*"], [1]), body: BODY });
  assert.is(status, 403);
});

routes("notes who made and changed keys", async () => {
  const { ask, ctx } = openRest();
  const { body } = await ask("POST", KEYS, { body: BODY });
  await ask("POST", `${KEYS}${String(body["id"])}/roll`);
  const rows = ctx.db.sql(
    "SELECT key_label, activity FROM activity_log WHERE scope = 'PersonalApiKey' AND item_id = ? ORDER BY id",
  );
  assert.equal(rows.all(body["id"]), [
    { key_label: "first key", activity: "created" },
    { key_label: "first key", activity: "rolled" },
  ]);
});

routes.run();
