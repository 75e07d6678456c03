import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  configsVersion,
  disableConfig,
  listEnabledConfigs,
  listProjectsWithPlugins,
  setConfigError,
} from "../../../lib/plugins/configs/enabled.ts";
import { openPlugins } from "../plugin-world.ts";

const enabled = suite("listEnabledConfigs");

enabled("are those that are to run, in their order, with all that running takes", async () => {
  const world = openPlugins();
  const plugin = await world.install({ config: [{ key: "token", secret: true }], publicJobs: { go: {} } });
  const file = { name: "a.txt", bytes: Buffer.from("x") };
  const late = await world.setUp(plugin, { enabled: true, order: 2, config: { token: "s" }, attachments: { f: file } });
  const early = await world.setUp(plugin, { enabled: true, order: 1 });
  await world.setUp(plugin, { order: 0 });
  const gone = await world.setUp(plugin, { enabled: true });
  await world.configs.delete(gone.id);
  await world.setUp(plugin, { enabled: true, project: 2 });
  const [first, second] = listEnabledConfigs(world.ctx, 1);
  assert.equal([first?.id, second?.id], [early.id, late.id]);
  assert.match(second?.code ?? "", "exports.processEvent");
  assert.equal(
    { ...second, code: "" },
    {
      id: late.id,
      projectId: 1,
      pluginId: plugin.id,
      pluginName: "mine",
      order: 2,
      sourceId: 1,
      code: "",
      error: null,
      config: { token: "s" },
      attachments: {
        f: { fileName: "a.txt", contentType: "application/octet-stream", contents: Buffer.from("x"), isSecret: false },
      },
      secrets: ["s"],
      updatedAt: 1718020800000,
      pluginUpdatedAt: 1718020800000,
      capabilities: { methods: ["processEvent"], scheduled_tasks: [], jobs: [] },
      publicJobs: { go: {} },
    },
  );
  assert.equal(listProjectsWithPlugins(world.ctx.db), [1, 2]);
});

enabled.run();

const version = suite("configsVersion");

version("is another after whatever matters to who runs them, and the same after what does not", async () => {
  const world = openPlugins();
  const { db } = world.ctx;
  assert.is(configsVersion(db, 1), "");
  const plugin = await world.plugins.install({ plugin_type: "source", name: "typed" });
  const { id } = await world.setUp(plugin);
  assert.is(configsVersion(db, 1), "");
  const seen = new Set<string>();
  const steps: [what: string, step: () => Promise<unknown>][] = [
    ["enable", () => world.configs.update(id, { enabled: true })],
    ["config", () => world.configs.update(id, { config: { a: 1 } })],
    ["file", () => world.configs.update(id, { attachments: { f: { name: "f", bytes: Buffer.from("") } } })],
    ["order", () => world.configs.rearrange({ [id]: 9 })],
    ["order again", () => world.configs.rearrange({ [id]: 8 })],
    ["source", () => world.plugins.updateSource(plugin.id, { "index.ts": "export const a = 1" })],
    ["another", () => world.setUp(plugin, { enabled: true })],
    ["fewer", () => world.configs.delete(id)],
    ["none", () => world.plugins.uninstall(plugin.id)],
  ];
  for (const [what, step] of steps) {
    await step();
    const now = configsVersion(db, 1);
    assert.not.ok(seen.has(now), what);
    seen.add(now);
    await world.configs.list();
    assert.is(configsVersion(db, 1), now, what);
  }
  assert.is(configsVersion(db, 1), "");
});

version.run();

const errors = suite("setConfigError and disableConfig");

errors("note what is wrong, forget it, and stop a config for it", async () => {
  const world = openPlugins();
  const { id } = await world.setUp(await world.install(), { enabled: true });
  const error = { message: "no", time: "2024-06-10T12:00:00Z", name: "TypeError" };
  await setConfigError(world.ctx, id, error);
  assert.equal((await world.configs.get(id)).error, error);
  await setConfigError(world.ctx, id, null);
  assert.is((await world.configs.get(id)).error, null);
  await disableConfig(world.ctx, id, error);
  await disableConfig(world.ctx, id, { ...error, message: "again" });
  const stopped = await world.configs.get(id);
  assert.equal([stopped.enabled, stopped.error], [false, error]);
  assert.is(world.activity().at(-1)?.what, `PluginConfig disabled ${id}`);
  assert.is(world.activity().length, 3);
});

errors.run();
