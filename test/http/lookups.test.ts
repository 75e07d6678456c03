import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createKey } from "../../lib/admin/auth/index.ts";
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
  const { value } = await createKey(ctx, { label: "narrow", scopes: ["event:read"] });
  for (const path of ["/api/users/@me", "/api/organizations", "/api/organizations/@current/projects"]) {
    assert.is((await ask("GET", path, undefined, value)).status, 403, path);
  }
});

owner.run();

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
