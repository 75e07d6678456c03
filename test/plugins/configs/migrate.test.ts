import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listEnabledConfigs } from "../../../lib/plugins/configs/enabled.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openPlugins, PASS, refusal } from "../plugin-world.ts";
import type { PluginWorld } from "../plugin-world.ts";

const migrate = suite("migratePluginConfig");
let folder: ReturnType<typeof tempFolder>;
migrate.before.each(() => void (folder = tempFolder()));
migrate.after.each(() => folder.remove());

const version = (code: string, config: unknown[] = []) => ({
  files: { "plugin.json": JSON.stringify({ name: "mine", config }), "index.ts": code },
});

function running({ ctx }: PluginWorld) {
  const [config] = listEnabledConfigs(ctx, 1);
  return { code: config?.code?.includes("second") ? 2 : 1, values: config?.config };
}

migrate("lets a config run the newest version; fields that are new there get their defaults", async () => {
  const world = openPlugins();
  const plugin = await world.install({ config: [{ key: "old", default: "x" }] });
  const values = { old: undefined, token: "t" };
  const { id } = await world.setUp(plugin, { enabled: true, config: values });
  const fields = [
    { key: "old", default: "x" },
    { key: "new", default: "y" },
    { key: "token", secret: true, default: "z" },
  ];
  await world.plugins.update(plugin.id, version(`${PASS}; const second = 2`, fields));
  assert.equal(running(world), { code: 1, values: { token: "t" } });
  const migrated = await world.configs.migrate(id);
  assert.equal(running(world), { code: 2, values: { token: "t", new: "y" } });
  assert.is(migrated.enabled, true);
  assert.match(String(migrated.config["token"]), "POSTHOG SECRET FIELD");
  assert.is(world.activity().at(-1)?.what, `PluginConfig migrated ${id}`);
  assert.is(world.rows()["plugin_sources"], 1);
});

migrate("changes nothing of a config that runs the newest version", async () => {
  const world = openPlugins();
  const { id } = await world.setUp(await world.install(), { enabled: true });
  const before = await world.configs.get(id);
  const logged = world.activity().length;
  assert.is((await world.configs.migrate(id)).updated_at, before.updated_at);
  assert.equal(await world.configs.get(id), before);
  assert.is(world.activity().length, logged);
});

migrate("reads again what came from a folder", async () => {
  const put = (code: string) => writeFileSync(join(folder.path, "index.js"), code);
  writeFileSync(join(folder.path, "plugin.json"), "{}");
  put(PASS);
  const world = openPlugins();
  const { id } = await world.setUp(await world.plugins.install({ path: folder.path }), { enabled: true });
  await world.configs.migrate(id);
  assert.is(running(world).code, 1);
  put(`${PASS}; const second = 2`);
  await world.configs.migrate(id);
  assert.is(running(world).code, 2);
  // A folder that is gone has no newer version.
  folder.remove();
  await world.configs.migrate(id);
  assert.is(running(world).code, 2);
});

migrate("refuses a version that cannot run, and leaves the config as it is", async () => {
  const world = openPlugins();
  const plugin = await world.install();
  const { id, updated_at } = await world.setUp(plugin, { enabled: true });
  await world.plugins.update(plugin.id, version("export const ="));
  assert.is(await refusal(() => world.configs.migrate(id)), "400 invalid_input plugin");
  assert.is((await world.configs.get(id)).updated_at, updated_at);
  assert.is(await refusal(() => world.configs.migrate(77)), "404 not_found null");
});

migrate.run();
