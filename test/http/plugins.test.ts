import { writeFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HogletOptions } from "../../lib/index.ts";
import { openPlugins, PASS } from "../plugins/plugin-world.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

// The numbers are those of fixtures/cases/plugins.md.

const PLUGINS = "/api/organizations/@current/plugins";
const ORGANIZATION = "00000000-0000-4000-8000-000000000001";

const archiveOf = (files: Record<string, string>) =>
  new File(
    [zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`repo/${name}`, strToU8(text)])))],
    "repo.zip",
  );

function archive(url: string): FormData {
  const data = new FormData();
  data.set("url", url);
  data.set("archive", archiveOf({ "plugin.json": '{"name":"a"}', "index.js": PASS }));
  return data;
}

const installs = suite("POST /api/organizations/:organization_id/plugins");

whenAll(installs)("217: the query is no part of a url; another url is another plugin", async () => {
  const { ask } = openPlugins();
  const post = (url: string) => ask("POST", `${PLUGINS}/`, { body: archive(url) });
  const first = await post("https://github.com/a/b?private_token=x");
  assert.equal([first.status, first.body["url"]], [201, "https://github.com/a/b"]);
  const second = await post("https://github.com/a/b?private_token=y");
  assert.equal([second.status, second.body["code"], second.body["attr"]], [400, "unique", "url"]);
  assert.is((await post("https://github.com/a/b-other")).status, 201);
});

installs("221: typed code begins with a name and nothing else", async () => {
  const { ask } = openPlugins();
  const { status, body } = await ask("POST", PLUGINS, { body: { plugin_type: "source", name: "typed" } });
  assert.is(status, 201);
  const { name, url, plugin_type, config_schema, capabilities, metrics, public_jobs } = body;
  assert.equal([name, url, plugin_type], ["typed", null, "source"]);
  assert.equal([config_schema, capabilities, metrics, public_jobs], [{}, {}, {}, {}]);
});

installs("by an installed package, by texts, by texts in a form", async () => {
  const { ask } = openPlugins();
  const files = { "plugin.json": '{"name":"texts"}', "index.ts": PASS };
  const bodies = [
    { url: "https://www.npmjs.com/package/@posthog/geoip-plugin" },
    { files },
    new URLSearchParams({ files: JSON.stringify(files) }).toString(),
  ];
  const names: unknown[] = [];
  for (const body of bodies) {
    const contentType = typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json";
    names.push((await ask("POST", PLUGINS, { body, contentType })).body["name"]);
  }
  assert.equal(names, ["GeoIP", "texts", "texts"]);
});

installs("downloads nothing, and names the field at fault", async () => {
  const { ask } = openPlugins();
  const attrOf = async (body: unknown) => (await ask("POST", PLUGINS, { body })).body["attr"];
  assert.is(await attrOf({ url: "https://github.com/PostHog/x" }), "url");
  assert.is(await attrOf({}), "url");
  assert.is(await attrOf({ archive: "text" }), "archive");
  assert.is(await attrOf({ files: "{" }), "files");
  assert.is(await attrOf({ plugin_type: "source" }), "name");
});

installs("is for the one organisation, by its id or @current", async () => {
  const { ask } = openPlugins();
  assert.is((await ask("GET", `/api/organizations/${ORGANIZATION}/plugins`)).status, 200);
  for (const [method, path] of [
    ["GET", ""],
    ["POST", ""],
    ["GET", "/unused"],
    ["GET", "/repository"],
    ["GET", "/activity"],
    ["GET", "/1"],
  ] as const) {
    assert.is((await ask(method, `/api/organizations/7/plugins${path}`)).status, 404, `${method} ${path}`);
  }
});

/** The status of an installation for a client with this address. */
async function installFrom(ip: string | null, input: object, options: HogletOptions = {}): Promise<number> {
  const hoglet = await createHoglet({ personalApiKey: "phx_test_key", ...options });
  const headers = { authorization: "Bearer phx_test_key", "content-type": "application/json" };
  const body = Buffer.from(JSON.stringify(input));
  const { status } = await hoglet.handle({ method: "POST", url: PLUGINS, headers, body, ip });
  await hoglet.close();
  return status;
}

whenAll(installs)(
  "no path of the server's machine is read over HTTP, whoever asks from wherever, unless the option says so",
  async () => {
    const folder = tempFolder();
    writeFileSync(folder.file("plugin.json"), '{"name":"local"}');
    writeFileSync(folder.file("index.js"), PASS);
    const { path } = folder;
    for (const ip of ["203.0.113.5", "127.0.0.1", "::1", null]) {
      for (const input of [{ path }, { url: `file:${path}` }, { path: "/etc" }]) {
        assert.is(await installFrom(ip, input, { openMode: true }), 403, JSON.stringify(input));
        if (input.path === "/etc") continue;
        assert.is(await installFrom(ip, input, { pluginPaths: true }), 201, String(ip));
      }
    }
    assert.is(await installFrom("127.0.0.1", { path: "/etc" }, { pluginPaths: true }), 400);
    assert.is(await installFrom("203.0.113.5", { files: { "plugin.json": '{"name":"x"}', "index.js": PASS } }), 201);
    folder.remove();
  },
);

installs.run();

const plugin = suite("/api/organizations/:organization_id/plugins/:id");

plugin("is read, listed, renamed, and its source edited", async () => {
  const { ask, install } = openPlugins();
  const { id } = await install();
  assert.is((await ask("GET", `${PLUGINS}/${id}`)).body["name"], "mine");
  assert.equal((await ask("GET", PLUGINS)).body["count"], 1);
  assert.is((await ask("PATCH", `${PLUGINS}/${id}`, { body: { name: "yours" } })).body["name"], "yours");
  const { body } = await ask("PATCH", `${PLUGINS}/${id}/update_source`, { body: { "site.ts": "x" } });
  assert.equal(Object.keys(body).toSorted(), ["index.ts", "plugin.json", "site.ts"]);
  assert.equal((await ask<unknown>("GET", `${PLUGINS}/${id}/source`)).body, body);
  assert.is((await ask("GET", `${PLUGINS}/77`)).status, 404);
  assert.is((await ask("GET", `${PLUGINS}/x`)).status, 404);
});

plugin("is upgraded from where it came from, or from what is sent", async () => {
  const { ask, plugins } = openPlugins();
  const geo = await plugins.install({ package: "@posthog/geoip-plugin" });
  assert.is((await ask("GET", `${PLUGINS}/${geo.id}/check_for_updates`)).body["latest_tag"], "0.0.7");
  assert.is((await ask("POST", `${PLUGINS}/${geo.id}/upgrade`)).body["tag"], "0.0.7");
  const data = new FormData();
  data.set("archive", archiveOf({ "plugin.json": '{"name":"b","version":"9"}', "index.js": PASS }));
  const { body } = await ask("POST", `${PLUGINS}/${geo.id}/upgrade`, { body: data });
  assert.equal([body["id"], body["tag"]], [geo.id, "9"]);
});

plugin("220: a global one is not uninstalled; an own one is, with 204", async () => {
  const { ask, install } = openPlugins();
  const { id } = await install();
  await ask("PATCH", `${PLUGINS}/${id}`, { body: { is_global: true } });
  const { status, body } = await ask("DELETE", `${PLUGINS}/${id}`);
  const detail = "This plugin is marked as global! Make it local before uninstallation";
  assert.equal([status, body["detail"]], [400, detail]);
  await ask("PATCH", `${PLUGINS}/${id}`, { body: { is_global: false } });
  assert.is((await ask("DELETE", `${PLUGINS}/${id}`)).status, 204);
  assert.is((await ask("DELETE", `${PLUGINS}/${id}`)).status, 404);
});

plugin("223: unused are those without an enabled config", async () => {
  const { ask, install, setUp, configs } = openPlugins();
  const [one, two, three] = [await install(), await install(), await install()];
  await setUp(one, { enabled: true });
  await setUp(two);
  const gone = await setUp(three, { enabled: true });
  await configs.delete(gone.id);
  assert.equal((await ask<unknown>("GET", `${PLUGINS}/unused`)).body, [two.id, three.id]);
  assert.equal((await ask<unknown>("GET", `${PLUGINS}/repository`)).body, []);
});

plugin("the activity of plugins is that of the whole file", async () => {
  const { ask, install, plugins } = openPlugins();
  const { id } = await install();
  await plugins.uninstall(id);
  const { body } = await ask("GET", `${PLUGINS}/activity?limit=1`);
  assert.equal([body["total_count"], body.results[0]?.["activity"]], [2, "uninstalled"]);
  assert.match(String(body["next"]), /page=2/);
});

plugin.run();
