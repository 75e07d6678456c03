import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPlugins, refusal } from "../plugin-world.ts";

const install = suite("installPlugin");

install("stores the plugin, its files and its code, and says so in the log", async () => {
  const world = openPlugins();
  const plugin = await world.install(
    { description: "d", icon: "i", publicJobs: { go: { payload: {} } }, config: [{ key: "k", name: "K" }] },
    { "frontend.tsx": "export const a = 1", "README.md": "x" },
  );
  assert.equal(
    { ...plugin, id: 0 },
    {
      id: 0,
      plugin_type: "source",
      name: "mine",
      description: "d",
      url: null,
      icon: "i",
      config_schema: [{ key: "k", name: "K" }],
      tag: null,
      latest_tag: null,
      is_global: false,
      organization_id: "00000000-0000-4000-8000-000000000001",
      organization_name: "hoglet",
      capabilities: { methods: ["processEvent"], scheduled_tasks: [], jobs: [] },
      metrics: {},
      public_jobs: { go: { payload: {} } },
      hog_function_migration_available: false,
      error: null,
    },
  );
  assert.equal(Object.keys(await world.plugins.source(plugin.id)), ["plugin.json", "frontend.tsx", "index.ts"]);
  assert.equal(
    world.activity().map(({ what, name }) => [what, name]),
    [["Plugin installed 1", "mine"]],
  );
});

install("a published plugin as npm has it: @posthog/geoip-plugin", async () => {
  const { plugins } = openPlugins();
  const plugin = await plugins.install({ package: "@posthog/geoip-plugin" });
  assert.equal(
    [plugin.name, plugin.plugin_type, plugin.url, plugin.tag, plugin.error],
    ["GeoIP", "custom", "npm:@posthog/geoip-plugin", "0.0.7", null],
  );
  assert.equal(plugin.capabilities["methods"], ["processEvent"]);
});

install("twice from the same place: 400, and nothing is stored", async () => {
  const world = openPlugins();
  await world.plugins.install({ package: "@posthog/geoip-plugin" });
  const again = () => world.plugins.install({ url: "npm:@posthog/geoip-plugin" });
  assert.is(await refusal(again), "400 unique url");
  assert.equal(world.rows(), { plugins: 1, plugin_sources: 1 });
});

install("one whose main is missing is a stored error and nothing else", async () => {
  const world = openPlugins();
  const plugin = await world.install({ main: "dist/index.js" });
  assert.is(plugin.error, "dist/index.js is not among the plugin's files.");
  assert.equal([plugin.capabilities, plugin.metrics], [{}, {}]);
  assert.is(world.ctx.db.sql("SELECT code FROM plugin_sources").pluck().get(), null);
});

install("a wrong manifest stores nothing", async () => {
  const world = openPlugins();
  assert.is(await refusal(() => world.install({ config: 3 })), "400 invalid_input plugin.json__config");
  assert.equal(world.rows(), {});
});

install.run();
