import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createKey, listKeys } from "../../lib/admin/auth/index.ts";
import { createProject } from "../../lib/admin/projects/index.ts";
import { send } from "../flags/given-flags.ts";
import { openApi, P as FLAGS } from "./feature-flag-api.ts";
import type { Body } from "./feature-flag-api.ts";

const P = "/api/projects/1";

const owner = suite("the user and the organisation");

owner("are what PostHog's clients look up, with the token of the project", async () => {
  const { ask } = openApi();
  const me = (await ask("GET", "/api/users/@me/")).body;
  const organizations = (await ask("GET", "/api/organizations/")).body;
  const [listed] = organizations["results"] as Body[];
  assert.is(typeof me["distinct_id"], "string");
  assert.is((me["team"] as Body)["api_token"], "phc_test");
  assert.is((me["team"] as Body)["organization"], listed?.["id"]);
  assert.equal(
    (me["organizations"] as Body[]).map(({ id }) => id),
    [listed?.["id"]],
  );
  assert.equal([listed?.["membership_level"], listed?.["slug"], organizations["next"]], [15, "hoglet", null]);
  assert.is((await ask("GET", `/api/users/${String(me["uuid"])}/`)).status, 200);
  assert.is((await ask("GET", "/api/users/018f2a77-c0d1-7b5e-8c9a-1f221b525634/")).status, 404);
  for (const id of ["@current", String(listed?.["id"])]) {
    const path = `/api/organizations/${id}/`;
    assert.equal((await ask("GET", path)).body, listed as Body);
    const projects = (await ask("GET", `${path}projects/`)).body["results"] as Body[];
    assert.equal(
      projects.map((project) => [project["id"], project["organization"]]),
      [[1, listed?.["id"]]],
    );
    assert.is((await ask("GET", `${path}projects/1/`)).body["api_token"], "phc_test");
  }
  assert.is((await ask("GET", "/api/organizations/018f2a77-c0d1-7b5e-8c9a-1f221b525634/")).status, 404);
});

owner("need their scopes", async () => {
  const { ask, ctx } = openApi();
  const { value } = await createKey(ctx, { label: "narrow", scopes: ["event:read"], projects: [] });
  for (const path of ["/api/users/@me", "/api/organizations", "/api/organizations/@current/projects"]) {
    assert.is((await ask("GET", path, undefined, value)).status, 403, path);
  }
});

owner("choose the project that @current stands for, for each key", async () => {
  const { ask, ctx } = openApi();
  const second = await createProject(ctx, { name: "second", api_token: "phc_second" });
  const current = async (key?: string) => [
    ((await ask("GET", "/api/users/@me/", undefined, key)).body["team"] as Body)["id"],
    (await ask("GET", "/api/projects/@current/", undefined, key)).body["id"],
  ];
  const changed = await ask("PATCH", "/api/users/@me/", { set_current_team: second.id });
  assert.equal([changed.status, (changed.body["team"] as Body)["id"]], [200, second.id]);
  assert.equal(await current(), [second.id, second.id]);
  const other = await createKey(ctx, { label: "other", scopes: ["*"], projects: [] });
  assert.equal(await current(other.value), [1, 1], "of the other key");
  const narrow = await createKey(ctx, { label: "narrow", scopes: ["user:write"], projects: [1] });
  const refusals: [fields: object, attr: string, key?: string][] = [
    [{ set_current_team: 99 }, "set_current_team"],
    [{ set_current_team: "second" }, "set_current_team"],
    [{ set_current_organization: "018f2a77-c0d1-7b5e-8c9a-1f221b525634" }, "set_current_organization"],
    [{ password: "secret" }, "password"],
  ];
  for (const [fields, attr] of refusals) {
    const { status, body } = await ask("PATCH", "/api/users/@me/", fields);
    assert.equal([status, body["attr"]], [400, attr]);
  }
  assert.is((await ask("PATCH", "/api/users/@me/", { set_current_team: 1 }, narrow.value)).status, 403);
  assert.is((await ask("PATCH", "/api/users/018f2a77-c0d1-7b5e-8c9a-1f221b525634/", {})).status, 404);
  const reader = await createKey(ctx, { label: "reader", scopes: ["user:read"], projects: [] });
  assert.is((await ask("PATCH", "/api/users/@me/", {}, reader.value)).status, 403);
});

owner.run();

const secrets = suite("the secret of a project");

secrets("reads flag definitions and remote config of its project, and nothing else", async () => {
  const { ask, make, ctx } = openApi();
  const second = await createProject(ctx, { name: "second", api_token: "phc_second" });
  await make({ key: "config", is_remote_configuration: true, filters: { groups: [{}], payloads: { true: "1" } } });
  const rotated = await ask("PATCH", `${P}/rotate_secret_token/`);
  const secret = String(rotated.body["secret_api_token"]);
  assert.match(secret, /^phs_\w{40,}$/);
  assert.is(rotated.body["secret_api_token_backup"], null);
  const status = async (path: string, key = secret) => (await ask("GET", path, undefined, key)).status;
  assert.is(await status("/flags/definitions?token=phc_test"), 200);
  assert.is(await status(`${FLAGS}/local_evaluation`), 200);
  assert.is(await status("/api/feature_flag/local_evaluation?token=phc_test"), 200);
  assert.is(await status(`${FLAGS}/config/remote_config`), 200);
  assert.is(await status("/flags/definitions?token=phc_second"), 403);
  assert.is(await status(`/api/projects/${second.id}/feature_flags/config/remote_config`), 403);
  for (const path of [FLAGS, `${FLAGS}/1`, `${P}/persons`, "/api/users/@me"]) assert.is(await status(path), 401, path);

  const next = (await ask("PATCH", `${P}/rotate_secret_token/`)).body;
  assert.match(String(next["secret_api_token_backup"]), /^phs_\.\.\./);
  assert.is(await status("/flags/definitions"), 200, "the backup");
  assert.is((await ask("PATCH", `${P}/delete_secret_token_backup/`)).status, 200);
  assert.is(await status("/flags/definitions"), 401);
  assert.is(await status("/flags/definitions", String(next["secret_api_token"])), 200);

  const id = listKeys(ctx).find(({ label }) => label.startsWith("secret"))?.id ?? "";
  assert.is((await ask("PATCH", `/api/personal_api_keys/${id}/`, { scopes: ["*"] })).status, 400);
  assert.is((await ask("POST", `/api/personal_api_keys/${id}/roll/`)).status, 400);
  const narrow = await createKey(ctx, { label: "no flags", scopes: ["project:write"], projects: [] });
  assert.is((await ask("PATCH", `${P}/rotate_secret_token/`, undefined, narrow.value)).status, 403);
});

secrets.run();

const annotations = suite("annotations");

annotations("are created, searched, changed, deleted and restored, each project's its own", async () => {
  const { ask, ctx } = openApi();
  const release = { content: "Release 2.0", date_marker: "2024-05-02T10:00:00Z", scope: "project" };
  const created = await ask("POST", `${P}/annotations/`, release);
  assert.is(created.status, 201);
  assert.equal(
    [created.body["content"], created.body["date_marker"], created.body["scope"], created.body["creation_type"]],
    ["Release 2.0", "2024-05-02T10:00:00Z", "project", "USR"],
  );
  await ask("POST", `${P}/annotations/`, {
    content: "Sale",
    date_marker: "2024-06-02T10:00:00Z",
    scope: "organization",
  });
  const second = await createProject(ctx, { name: "second", api_token: "phc_second" });
  const contents = async (project: number, query = "") =>
    ((await ask("GET", `/api/projects/${project}/annotations/${query}`)).body["results"] as Body[]).map(
      (row) => row["content"],
    );
  assert.equal(await contents(1), ["Sale", "Release 2.0"]);
  assert.equal(await contents(1, "?search=RELEASE"), ["Release 2.0"]);
  assert.equal(await contents(second.id), ["Sale"], "of the organisation");
  assert.is((await ask("GET", `/api/projects/${second.id}/annotations/1`)).status, 404);
  assert.is((await ask("DELETE", `${P}/annotations/1/`)).status, 405);
  assert.is((await ask("PATCH", `${P}/annotations/1/`, { deleted: true })).body["deleted"], true);
  assert.equal(await contents(1), ["Sale"]);
  assert.is((await ask("PATCH", `${P}/annotations/1/`, { deleted: false })).body["deleted"], false);
});

annotations("are refused by field", async () => {
  const { ask } = openApi();
  const rows: [body: object, attr: string][] = [
    [{ content: "x".repeat(8193) }, "content"],
    [{ date_marker: "soon" }, "date_marker"],
    [{ scope: "galaxy" }, "scope"],
    [{ creation_type: "BOT" }, "creation_type"],
    [{ dashboard_item: 77 }, "dashboard_item"],
    [{ dashboard_id: 77 }, "dashboard_id"],
  ];
  for (const [body, attr] of rows) {
    const refused = await ask("POST", `${P}/annotations`, body);
    assert.equal([refused.status, refused.body["attr"]], [400, attr]);
  }
});

annotations.run();

const definitions = suite("remarks on definitions");

definitions("are written by PATCH, and shown in lists", async () => {
  const { ask, fetch } = openApi();
  await send(fetch, { event: "paid", distinct_id: "u", properties: { amount: 3 } });
  const [listed] = (await ask("GET", `${P}/event_definitions/?search=paid`)).body["results"] as Body[];
  const path = `${P}/event_definitions/${String(listed?.["id"])}/`;
  const before = (await ask("GET", path)).body;
  assert.equal([before["name"], before["description"], before["verified"], before["tags"]], ["paid", "", false, []]);
  const after = (await ask("PATCH", path, { description: "Money came.", tags: [" Money ", "money"], verified: true }))
    .body;
  assert.equal([after["description"], after["tags"], after["verified"]], ["Money came.", ["money"], true]);
  assert.equal(after["verified_by"], { first_name: "first key", email: null });
  const [shown] = (await ask("GET", `${P}/event_definitions/?search=paid`)).body["results"] as Body[];
  assert.is(shown?.["description"], "Money came.");
  const hidden = (await ask("PATCH", path, { hidden: true })).body;
  assert.equal([hidden["hidden"], hidden["verified"], hidden["verified_at"]], [true, false, null]);
  const both = await ask("PATCH", path, { hidden: true, verified: true });
  assert.equal([both.status, both.body["detail"]], [400, "An event cannot be both hidden and verified"]);
  assert.is((await ask("GET", `${P}/event_definitions/018f2a77-c0d1-7b5e-8c9a-1f221b525634/`)).status, 404);
});

definitions("of properties may set the type", async () => {
  const { ask, fetch } = openApi();
  await send(fetch, { event: "paid", distinct_id: "u", properties: { amount: "3" } });
  const list = `${P}/property_definitions/?search=amount`;
  const [listed] = (await ask("GET", list)).body["results"] as Body[];
  assert.is(listed?.["property_type"], "Numeric");
  const changed = (
    await ask("PATCH", `${P}/property_definitions/${String(listed?.["id"])}/`, { property_type: "String" })
  ).body;
  assert.equal([changed["property_type"], changed["is_numerical"]], ["String", false]);
  const [shown] = (await ask("GET", list)).body["results"] as Body[];
  assert.is(shown?.["property_type"], "String");
});

definitions.run();

const absent = suite("parts that are not here");

absent("answer 404 with a sentence", async () => {
  const { ask } = openApi();
  for (const part of ["experiments", "surveys", "session_recordings"]) {
    for (const path of [`${P}/${part}/`, `/api/environments/1/${part}/7/`]) {
      const { status, body } = await ask("GET", path);
      assert.is(status, 404);
      assert.match(String(body["detail"]), /not part of hoglet/);
    }
  }
  assert.is((await ask("GET", `${P}/nothing`)).body["detail"], "Not found.");
});

absent.run();

const calls = suite("calls of flags");

calls("set the time of the last call, to the hour", async () => {
  const { ask, make, fetch } = openApi();
  await make({ key: "beta" });
  await send(fetch, { event: "$feature_flag_called", distinct_id: "u", properties: { $feature_flag: "beta" } });
  assert.is((await ask("GET", `${FLAGS}/1`)).body["last_called_at"], "2024-06-01T00:00:00Z");
});

calls.run();
