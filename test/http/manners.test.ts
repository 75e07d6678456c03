import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";

// RFC 9110, as any HTTP client may count on it.

const P = "/api/projects/1";

const allow = suite("Allow");

const ALLOWED: [path: string, methods: string][] = [
  [`${P}/persons/`, "GET, HEAD, OPTIONS"],
  [`${P}/persons/1`, "GET, PATCH, PUT, DELETE, HEAD, OPTIONS"],
  [`${P}/plugin_configs/rearrange`, "PATCH, OPTIONS"],
  [`${P}/persons/funnel`, "GET, POST, HEAD, OPTIONS"],
];

for (const [path, methods] of ALLOWED) {
  allow(`${path}: in a 405 and in the answer to OPTIONS`, async () => {
    const { ask } = openRest();
    const refused = await ask("PROPFIND", path);
    assert.equal([refused.status, refused.headers.get("allow")], [405, methods]);
    const asked = await ask("OPTIONS", path, { key: null });
    assert.equal([asked.status, asked.headers.get("allow")], [200, methods]);
  });
}

allow("is in the refusal of a method that is there to give its reason", async () => {
  const { status, headers } = await openRest().ask("POST", `${P}/persons/`, { body: {} });
  assert.equal([status, headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

allow.run();

const challenge = suite("WWW-Authenticate");

challenge("is in every 401, and in no other answer", async () => {
  const { ask } = openRest();
  for (const key of [null, "phx_wrong"]) {
    const { status, headers } = await ask("GET", `${P}/persons/`, { key });
    assert.equal([status, headers.get("www-authenticate")], [401, 'Bearer realm="hoglet"']);
  }
  assert.is((await ask("GET", `${P}/persons/`)).headers.get("www-authenticate"), null);
});

challenge("the scheme may have any letter case", async () => {
  const { ask } = openRest();
  for (const scheme of ["bearer", "BEARER", "BeArEr"]) {
    const headers = { authorization: `${scheme} phx_test_key` };
    assert.is((await ask("GET", `${P}/persons/`, { key: null, headers })).status, 200, scheme);
  }
});

challenge.run();

const links = suite("links to other pages");

async function openPages() {
  const rest = openRest();
  for (const distinct_id of ["a", "b", "c"]) await rest.capture({ event: "x", distinct_id, properties: { $set: {} } });
  const next = async (path: string, key: string | null = "phx_test_key") =>
    String((await rest.ask("GET", path, { key })).body["next"]);
  return { ...rest, next };
}

links("keep the slash of the request, or its absence", async () => {
  const { next } = await openPages();
  assert.match(await next(`${P}/persons/?limit=1`), /\/persons\/\?limit=1&offset=1&cursor=after\./);
  assert.match(await next(`${P}/persons?limit=1`), /\/persons\?limit=1&offset=1&cursor=after\./);
  assert.match(await next(`${P}/events/?limit=1`), /\/events\/\?limit=1&offset=1$/);
});

links("never carry the key", async () => {
  const { next } = await openPages();
  const key = "personal_api_key=phx_test_key";
  for (const path of ["persons/", "events/", "persons/path/", "persons/activity/"]) {
    const link = await next(`${P}/${path}?limit=1&${key}`, null);
    assert.not.match(link, /phx_/, path);
  }
});

links.run();

const keys = suite("POST /api/personal_api_keys");

keys("refuses fields that it does not know: a key whose limit was dropped would open every project", async () => {
  const { ask } = openRest();
  const make = async (body: object) => {
    const { status, body: answer } = await ask("POST", "/api/personal_api_keys/", { body });
    return [status, answer["attr"] ?? null];
  };
  const good = { label: "p1", scopes: ["person:read"] };
  assert.equal(await make({ ...good, projects: [1] }), [400, "projects"]);
  assert.equal(await make({ ...good, scoped_projects: [1] }), [400, "scoped_projects"]);
  assert.equal(await make({ ...good, scopes: [] }), [400, "scopes"]);
  assert.equal(await make({ ...good, scoped_teams: [1] }), [201, null]);
});

keys("a change refuses them too, but takes what it answered", async () => {
  const { ask } = openRest();
  const body = { label: "p1", scopes: ["person:read"], scoped_teams: [1] };
  const made = (await ask("POST", "/api/personal_api_keys/", { body })).body;
  const path = `/api/personal_api_keys/${String(made["id"])}/`;
  assert.is((await ask("PATCH", path, { body: { projects: [2] } })).body["attr"], "projects");
  assert.is((await ask("PATCH", path, { body: { scopes: [] } })).body["attr"], "scopes");
  const again = await ask("PATCH", path, { body: { ...made, label: "p2" } });
  assert.equal([again.status, again.body["label"], again.body["scoped_teams"]], [200, "p2", [1]]);
});

keys.run();
