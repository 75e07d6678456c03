import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, definePlugin } from "../../../lib/index.ts";
import { BEGIN_MS, openPluginHoglet, withPlugins } from "./plugin-hoglet.ts";
import type { PluginHoglet } from "./plugin-hoglet.ts";
import { whenAll } from "../../support/rounds.ts";

const exporter = suite("createExporter");

/** Keeps the names of the exported events. */
const NOTE = `exports.exportEvents = async (events, { storage }) =>
  storage.set("names", [...(await storage.get("names", [])), ...events.map((e) => e.event)]);`;

function events(...names: string[]) {
  return names.map((event) => ({ event, distinct_id: "u" }));
}

/** Something to wait for. */
function createGate(): { passed: Promise<void>; open(): void } {
  const resolvers: (() => void)[] = [];
  const passed = new Promise<void>((resolve) => resolvers.push(resolve));
  return { passed, open: () => resolvers[0]?.() };
}

/** Runs `fn` with a copy of the database as a process that dies now leaves it. */
async function afterCrash({ hoglet, nowMs }: PluginHoglet, fn: (next: PluginHoglet) => Promise<void>): Promise<void> {
  const at = nowMs();
  const contents = await hoglet.serialize();
  let ms = at;
  const next = await openPluginHoglet({ contents, now: () => ms });
  try {
    await fn({
      ...next,
      async pass(more) {
        ms += more;
        await next.hoglet.runDue();
      },
    });
  } finally {
    await next.close();
  }
}

exporter("gathers events for exportEvents, without those the config ignores, and exports what is left at the end", () =>
  withPlugins(async ({ add, hoglet }) => {
    const note = `exports.exportEvents = async (events, { storage }) => storage.set("batches", [...(await storage.get("batches", [])), events.length]);`;
    const id = await add("export", note, { config: { exportEventsToIgnore: "b, c" } });
    const large = await add("large", `${note} exports.getSettings = () => ({ handlesLargeBatches: true })`);
    await hoglet.capture(Array.from({ length: 250 }, () => ({ event: "a", distinct_id: "u" })));
    await hoglet.capture(["b", "c"].map((event) => ({ event, distinct_id: "u" })));
    await hoglet.runDue();
    assert.equal((await hoglet.pluginConfigs.storage(id))["batches"], [100, 100, 50]);
    assert.equal((await hoglet.pluginConfigs.storage(large))["batches"], [252]);
  }),
);

exporter(
  "exports a batch again, later each time, when exportEvents throws RetryError, and drops it for any other error",
  () =>
    withPlugins(async ({ add, hoglet, pass, logs }) => {
      const id = await add(
        "export",
        `exports.exportEvents = async (events, { utils, storage }) => {
      const n = await utils.cursor.increment("tries"); if (events[0].event === "bad") throw new Error("no"); if (n < 3) throw new RetryError("busy"); await storage.set("done", events.map((e) => e.event)) }`,
      );
      await hoglet.capture([{ event: "a", distinct_id: "u" }]);
      await pass(0);
      assert.equal(
        (await hoglet.pluginConfigs.jobs(id)).map(({ name, run_at }) => [name, run_at]),
        [["exportEventsWithRetry", "2024-01-10T12:00:33Z"]],
      );
      await pass(2999);
      assert.equal(await hoglet.pluginConfigs.storage(id), { tries: 1 });
      await pass(1);
      await pass(6000);
      assert.equal(await hoglet.pluginConfigs.storage(id), { done: ["a"], tries: 3 });
      await hoglet.capture([{ event: "bad", distinct_id: "u" }]);
      await pass(0);
      assert.equal(await hoglet.pluginConfigs.jobs(id), []);
      assert.match((await logs(id)).join("\n"), /exportEvents failed, 1 events were not exported: Error: no/);
      assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 0.5);
    }),
);

exporter("exports after a crash what was acknowledged before it, once", () =>
  withPlugins(async (world) => {
    const id = await world.add("export", NOTE);
    await world.hoglet.capture(events("a", "b"));
    assert.equal(await world.hoglet.pluginConfigs.storage(id), {});
    await afterCrash(world, async ({ hoglet, pass }) => {
      await pass(0);
      assert.equal(await hoglet.pluginConfigs.storage(id), { names: ["a", "b"] });
      await pass(100_000);
      assert.equal(await hoglet.pluginConfigs.storage(id), { names: ["a", "b"] });
    });
  }),
);

exporter(
  "an event is stored though the plugin that would export it is uninstalled while another sees the event",
  async () => {
    const begun = createGate();
    const ended = createGate();
    const slow = definePlugin({
      name: "slow",
      async processEvent(event) {
        begun.open();
        await ended.passed;
        return event;
      },
    });
    const hoglet = await createHoglet({ now: () => BEGIN_MS, plugins: [slow] });
    const { id: plugin } = await hoglet.plugins.install({
      files: { "plugin.json": '{"name":"out"}', "index.js": NOTE },
    });
    await hoglet.pluginConfigs.create({ plugin, order: 2, enabled: true });
    const captured = hoglet.capture(events("a"));
    await begun.passed;
    await hoglet.plugins.uninstall(plugin);
    ended.open();
    await captured;
    assert.is((await hoglet.events.list()).results.length, 1);
    await hoglet.close();
  },
);

exporter("exports again what was under way at a crash, when nobody can be at it any more", async () => {
  const begun = createGate();
  const ended = createGate();
  const stuck = definePlugin({
    name: "export",
    exportEvents() {
      begun.open();
      return ended.passed;
    },
  });
  let nowMs = BEGIN_MS;
  const first = await createHoglet({ now: () => nowMs, plugins: [stuck] });
  await first.capture(events("a"));
  const run = first.runDue();
  await begun.passed;
  const contents = await first.serialize();
  const told: string[] = [];
  const note = definePlugin({
    name: "export",
    exportEvents: (all) => void told.push(...all.map(({ event }) => event)),
  });
  const second = await createHoglet({ contents, now: () => nowMs, plugins: [note] });
  await second.runDue();
  assert.equal(told, []);
  nowMs += 60_000;
  await second.runDue();
  assert.equal(told, ["a"]);
  ended.open();
  await run;
  await second.close();
  await first.close();
});

whenAll(exporter)("keeps what came while the plugin could not be set up, and exports it then", () =>
  withPlugins(async ({ add, hoglet, pass }) => {
    const id = await add(
      "export",
      `exports.setupPlugin = async ({ utils }) => { if ((await utils.cursor.increment("setups")) === 1) throw new RetryError("later") };
       exports.onEvent = () => {};
       exports.getSettings = () => ({ handlesLargeBatches: true });
       exports.exportEvents = async (events, { storage }) => storage.set("sizes", [...(await storage.get("sizes", [])), events.length])`,
    );
    await hoglet.capture(events("a"));
    await pass(0);
    assert.equal(await hoglet.pluginConfigs.storage(id), { setups: 1 });
    await hoglet.capture(Array.from({ length: 120 }, () => ({ event: "b", distinct_id: "u" })));
    await pass(5000);
    assert.equal(await hoglet.pluginConfigs.storage(id), { sizes: [121], setups: 2 });
  }),
);

exporter("leaves out events that are imported, or the plugin's own", () =>
  withPlugins(async ({ add, hoglet }) => {
    const id = await add(
      "export",
      `exports.onEvent = (e) => e.event === "a" && posthog.capture("own", { distinct_id: "u" }); ${NOTE}`,
    );
    await hoglet.capture(events("a"));
    await hoglet.import(
      JSON.stringify({ kind: "event", event: "old", distinct_id: "u", timestamp: "2024-01-01T00:00:00Z" }),
      { persons: "create" },
    );
    await hoglet.runDue();
    assert.equal((await hoglet.events.list()).count, 3);
    assert.equal(await hoglet.pluginConfigs.storage(id), { names: ["a"] });
  }),
);

exporter.run();
