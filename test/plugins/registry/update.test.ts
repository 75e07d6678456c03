import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tempFolder } from "../../support/temp-folder.ts";
import { openPlugins, PASS, refusal } from "../plugin-world.ts";

const update = suite("updatePlugin");

const version = (text: string, manifest = {}) => ({
  files: { "plugin.json": JSON.stringify({ name: "mine", ...manifest }), "index.ts": `${PASS} // ${text}` },
});

update("adds a version; configs keep theirs until they are migrated, new ones get it", async () => {
  const world = openPlugins();
  const plugin = await world.install();
  const old = await world.setUp(plugin);
  const updated = await world.plugins.update(plugin.id, version("2", { version: "2" }));
  assert.equal([updated.id, updated.tag], [plugin.id, "2"]);
  const young = await world.setUp(plugin);
  const sources = world.ctx.db.sql("SELECT id, source_id FROM plugin_configs ORDER BY id").all();
  assert.equal(sources, [
    { id: old.id, source_id: 1 },
    { id: young.id, source_id: 2 },
  ]);
  assert.equal(world.activity().at(-1), {
    what: "Plugin updated 1",
    name: "mine",
    trigger: null,
    changes: [{ type: "Plugin", action: "changed", field: "tag", before: null, after: "2" }],
  });
});

update("with the same files changes nothing; versions that nobody runs are forgotten", async () => {
  const world = openPlugins();
  const plugin = await world.install();
  await world.plugins.update(plugin.id, { files: await world.plugins.source(plugin.id) });
  assert.equal(world.rows(), { plugins: 1, plugin_sources: 1 });
  await world.plugins.update(plugin.id, version("2"));
  await world.plugins.update(plugin.id, version("3"));
  assert.equal(world.rows(), { plugins: 1, plugin_sources: 1 });
  assert.match((await world.plugins.source(plugin.id))["index.ts"] ?? "", "// 3");
});

update("refuses a plugin that is not there, and a wrong manifest", async () => {
  const world = openPlugins();
  assert.is(await refusal(() => world.plugins.update(7, version("2"))), "404 not_found null");
  const plugin = await world.install();
  const wrong = () => world.plugins.update(plugin.id, version("2", { posthogVersion: "soon" }));
  assert.is(await refusal(wrong), "400 invalid_input plugin.json__posthogVersion");
});

update.run();

const again = suite("upgradePlugin and checkForUpdates");
let folder: ReturnType<typeof tempFolder>;
again.before.each(() => void (folder = tempFolder()));
again.after.each(() => folder.remove());

function put(text: string, manifest = {}): void {
  writeFileSync(join(folder.path, "plugin.json"), JSON.stringify({ name: "local", ...manifest }));
  writeFileSync(join(folder.path, "index.js"), `${PASS} // ${text}`);
}

again("read a folder again", async () => {
  const { plugins } = openPlugins();
  put("1", { version: "1" });
  const { id } = await plugins.install({ path: folder.path });
  assert.is((await plugins.checkForUpdates(id)).latest_tag, "1");
  put("2", { version: "2" });
  const found = await plugins.checkForUpdates(id);
  assert.equal([found.tag, found.latest_tag], ["1", "2"]);
  assert.is((await plugins.get(id)).tag, "1");
  const upgraded = await plugins.upgrade(id);
  assert.equal([upgraded.tag, upgraded.latest_tag], ["2", null]);
  assert.match((await plugins.source(id))["index.js"] ?? "", "// 2");
});

again("files that changed under the same version have a hash for one", async () => {
  const { plugins } = openPlugins();
  put("1");
  const { id } = await plugins.install({ path: folder.path });
  assert.is((await plugins.checkForUpdates(id)).latest_tag, null);
  put("2");
  assert.match((await plugins.checkForUpdates(id)).latest_tag ?? "", /^[0-9a-f]{12}$/);
});

again("refuse what came from nowhere, or is gone", async () => {
  const { plugins, install: make } = openPlugins();
  const { id } = await make();
  assert.is(await refusal(() => plugins.upgrade(id)), "400 invalid_input url");
  assert.is(await refusal(() => plugins.checkForUpdates(id)), "400 invalid_input url");
  put("1");
  const local = await plugins.install({ path: folder.path });
  folder.remove();
  assert.is(await refusal(() => plugins.upgrade(local.id)), "400 invalid_input url");
});

again.run();

const source = suite("updatePluginSource");

source("edits files in place: at work at once, for configs too", async () => {
  const world = openPlugins();
  const { id } = await world.plugins.install({ plugin_type: "source", name: "typed" });
  const config = await world.setUp(await world.plugins.get(id), { enabled: true });
  const manifest = '{"name":"named","config":[{"key":"k"}]}';
  const files = await world.plugins.updateSource(id, { "index.ts": PASS, "plugin.json": manifest, "site.ts": "x" });
  assert.equal(files, { "index.ts": PASS, "plugin.json": manifest, "site.ts": "x" });
  const plugin = await world.plugins.get(id);
  assert.equal([plugin.name, plugin.config_schema, plugin.error], ["named", [{ key: "k" }], null]);
  assert.equal(plugin.capabilities["methods"], ["processEvent"]);
  assert.equal(Object.keys(await world.plugins.updateSource(id, { "site.ts": null })), ["index.ts", "plugin.json"]);
  const { source_id } = world.ctx.db.sql("SELECT source_id FROM plugin_configs WHERE id = ?").get(config.id) as {
    source_id: number;
  };
  assert.is(source_id, world.ctx.db.sql("SELECT max(id) FROM plugin_sources").pluck().get());
  assert.equal(world.rows(), { plugins: 1, plugin_sources: 1, plugin_configs: 1, plugin_usage: 1 });
});

source("refuses other kinds of plugins, wrong manifests, and what is no text", async () => {
  const { plugins, install: make } = openPlugins();
  const geo = await plugins.install({ package: "@posthog/geoip-plugin" });
  assert.is(await refusal(() => plugins.updateSource(geo.id, { "index.ts": "" })), "400 invalid_input plugin_type");
  const { id } = await make();
  assert.is(await refusal(() => plugins.updateSource(id, { "plugin.json": "{" })), "400 invalid_input plugin.json");
  assert.is(await refusal(() => plugins.updateSource(id, { "a.ts": 3 as never })), "400 invalid_input a.ts");
});

source.run();

const edit = suite("editPlugin");

edit("renames, makes global, and logs what changed", async () => {
  const world = openPlugins();
  const { id } = await world.install();
  const { name, is_global } = await world.plugins.edit(id, { name: "yours", is_global: true });
  assert.equal([name, is_global], ["yours", true]);
  await world.plugins.edit(id, { name: "yours" });
  assert.equal(
    world.activity().map(({ what, changes }) => [what, changes.map(({ field, after }) => [field, after])]),
    [
      ["Plugin installed 1", []],
      [
        "Plugin updated 1",
        [
          ["name", "yours"],
          ["is_global", true],
        ],
      ],
    ],
  );
});

edit.run();
