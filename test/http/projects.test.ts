import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";

const routes = suite("projectRoutes");

routes("lists projects in the envelope, with the fields of 10.1", async () => {
  const { ask, capture } = openRest();
  await capture({ event: "x", distinct_id: "a" });
  const { status, body } = await ask("GET", "/api/projects/?limit=1");
  assert.equal([status, body["count"], body["previous"]], [200, 2, null]);
  assert.match(String(body["next"]), /\/api\/projects\/\?limit=1&offset=1$/);
  const [project] = body.results;
  const expected = { id: 1, api_token: "phc_demo", timezone: "UTC", ingested_event: true, is_demo: false };
  for (const [name, value] of Object.entries({
    ...expected,
    access_control: false,
    has_completed_onboarding_for: null,
  })) {
    assert.is(project?.[name], value, name);
  }
  assert.match(String(project?.["organization"]), /^[0-9a-f-]{36}$/);
});

routes("case 209: retrieves by id and @current; unknown and unreadable ids are 404", async () => {
  const { ask, key } = openRest();
  assert.equal(
    [(await ask("GET", "/api/projects/2")).body["id"], (await ask("GET", "/api/projects/@current/")).body["id"]],
    [2, 1],
  );
  const limited = await ask("GET", "/api/projects/@current", { key: key(["*"], [2]) });
  assert.is(limited.body["id"], 2);
  for (const id of ["99", "abc", "-1"]) {
    const { status, body } = await ask("GET", `/api/projects/${id}`);
    assert.equal([status, body["code"], body["detail"]], [404, "not_found", "Project not found."], id);
  }
});

routes("case 211: a project token in the query decides, whatever the path says", async () => {
  const { ask } = openRest();
  assert.is((await ask("GET", "/api/projects/1?token=phc_two")).body["id"], 2);
  const { status, body } = await ask("GET", "/api/projects/1?api_key=phc_none");
  assert.equal(
    [status, body["code"], body["detail"]],
    [401, "authentication_failed", "Incorrect authentication credentials."],
  );
});

routes("creates with settings, and what was read can be sent back", async () => {
  const { ask } = openRest();
  const created = await ask("POST", "/api/projects/", { body: { name: "shop", timezone: "Asia/Tokyo" } });
  assert.equal([created.status, created.body["id"], created.body["timezone"]], [201, 3, "Asia/Tokyo"]);
  const put = await ask("PUT", "/api/projects/3", { body: created.body });
  assert.equal([put.status, put.body as unknown], [200, created.body]);
  const bad = await ask("PATCH", "/api/projects/3", { body: { timezone: "nowhere" } });
  assert.equal([bad.status, bad.body["attr"]], [400, "timezone"]);
});

routes("updates and deletes @current, never the only one, and never gives an id again", async () => {
  const { ask } = openRest();
  await ask("PATCH", "/api/projects/@current", { body: { week_start_day: 1 } });
  assert.is((await ask("GET", "/api/projects/1")).body["week_start_day"], 1);
  const gone = await ask("DELETE", "/api/projects/@current");
  assert.equal([gone.status, gone.body], [204, null]);
  assert.is((await ask("GET", "/api/projects/1/persons")).status, 404);
  assert.is((await ask("GET", "/api/projects/@current")).body["id"], 2);
  const only = await ask("DELETE", "/api/projects/2");
  assert.equal([only.status, only.body["code"]], [409, "conflict"]);
  assert.is((await ask("POST", "/api/projects", { body: { name: "n" } })).body["id"], 3);
});

routes("refuses events for a deleted project's token", async () => {
  const { ask } = openRest();
  await ask("DELETE", "/api/projects/2");
  const send = (api_key: string) => ask("POST", "/e/", { body: { api_key, event: "x", distinct_id: "a" }, key: null });
  assert.equal([(await send("phc_two")).status, (await send("phc_demo")).status], [401, 200]);
});

routes("a key limited to a deleted project reaches nothing, rather than everything", async () => {
  const { ask, key } = openRest();
  const limited = key(["*"], [2]);
  await ask("DELETE", "/api/projects/2");
  assert.is((await ask("GET", "/api/projects/1/persons", { key: limited })).status, 403);
  assert.is((await ask("GET", "/api/projects/@current", { key: limited })).status, 404);
});

routes("keeps projects apart: a person of one is not there for the other", async () => {
  const { ask, capture } = openRest();
  await capture({ event: "x", distinct_id: "a" }, { project: 1 });
  await capture({ event: "x", distinct_id: "a" }, { project: 2 });
  const ids = async (project: number) => {
    const { body } = await ask("GET", `/api/projects/${project}/persons?distinct_id=a`);
    return body.results.map((person) => person["id"]);
  };
  assert.equal([await ids(1), await ids(2)], [[1], [2]]);
  assert.is((await ask("GET", "/api/projects/1/persons/2")).status, 404);
});

routes.run();
