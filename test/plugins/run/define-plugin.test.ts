import type { Plugin } from "@posthog/plugin-scaffold";
import { MetricsOperation } from "@posthog/plugin-scaffold";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, definePlugin } from "../../../lib/index.ts";
import type { PluginDefinition } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { withPlugins } from "./plugin-hoglet.ts";

const inProcess = suite("definePlugin");

/** Compiles only while events and answers in the shapes of the scaffold's package are ours too. */
const scaffolded: Required<Pick<Plugin, "processEvent" | "onEvent">> = {
  processEvent: (event) => ({ ...event, properties: { ...event.properties, typed: true } }),
  onEvent() {},
};
const typed: PluginDefinition = {
  name: "typed",
  processEvent: (event, meta) => scaffolded.processEvent(event, meta),
  onEvent: (event, meta) => scaffolded.onEvent(event, meta),
};

/** A whole plugin typed by that package is one of ours once it has a name. */
const whole: Plugin = {
  setupPlugin({ global }) {
    global["seen"] = 0;
  },
  processEvent(event, { config, global }) {
    global["seen"]++;
    return { ...event, properties: { ...event.properties, plan: config["plan"], nth: global["seen"] } };
  },
  onEvent: (event, { jobs }) => jobs["later"]?.({ x: event.properties["nth"] as number }).runNow(),
  composeWebhook: ({ timestamp, person }) => ({
    url: "https://hook.test/",
    body: JSON.stringify([timestamp.getTime(), person?.posthog_url]),
  }),
  jobs: {
    async later({ x }, { storage, geoip, metrics }) {
      await storage.set("place", [x, (await geoip.locate("1.1.1.1"))?.city?.names.en]);
      await metrics["jobs"]?.increment(1);
    },
  },
  metrics: { jobs: MetricsOperation.Sum },
};

inProcess("runs plugins of the program in every project, in the order of the list, in the pipeline of all", () =>
  withPlugins(
    async ({ hoglet, add, send }) => {
      await add("installed", `exports.processEvent = (e) => { e.properties.order.push("installed"); return e }`, {
        order: 5,
      });
      const event = await send("a", { order: [] });
      assert.equal(event?.properties["order"], ["first", "second", "installed"]);
      assert.equal(event?.properties["$plugins_succeeded"], ["first (1)", "second (2)", "typed (3)", "installed (4)"]);
      assert.is(event?.properties["typed"], true);
      const other = await hoglet.projects.create({ name: "other" });
      await hoglet.capture({ event: "b", distinct_id: "u", properties: { order: [] } }, { project: other.id });
      const [there] = (await hoglet.events.list({ project: other.id })).results;
      assert.equal(there?.properties["order"], ["first", "second"]);
    },
    {
      plugins: [
        definePlugin({ name: "first", processEvent: (event) => push(event, "first") }),
        definePlugin({ name: "second", processEvent: async (event) => push(event, "second") }),
        definePlugin(typed),
      ],
    },
  ),
);

function push<Event extends { properties: Record<string, unknown> }>(event: Event, name: string): Event {
  (event.properties["order"] as string[]).push(name);
  return event;
}

inProcess("gives them every hook, and the same meta with posthog and console", async () => {
  const calls: string[] = [];
  await withPlugins(
    async ({ hoglet, pass, stored, logs }) => {
      await hoglet.capture(["a", "drop", "$snapshot"].map((event) => ({ event, distinct_id: "u" })));
      await pass(60_000);
      await pass(60_000);
      assert.equal(await hoglet.pluginConfigs.storage(1), { config: "value", job: { x: 1 }, n: 2 });
      assert.equal((await stored()).map(({ event }) => event).toSorted(), ["$snapshot", "a", "own"]);
      assert.match((await logs(1)).join("\n"), "CONSOLE WARN careful");
      assert.match((await logs(1)).join("\n"), "PLUGIN ERROR onEvent failed: Error: failed on purpose");
      const { plugin_info } = await hoglet.pluginConfigs.get(1);
      assert.is(plugin_info?.plugin_type, "inline");
    },
    {
      plugins: [
        definePlugin({
          name: "all",
          config: { key: "value" },
          async setupPlugin({ config, storage }) {
            calls.push("setup");
            await storage.set("config", config["key"]);
          },
          async processEvent(event, { utils, console, jobs, posthog }) {
            event.properties["changed before it throws"] = true;
            await utils.cursor.increment("n");
            if (event.event === "drop") return null;
            console.warn("careful");
            await jobs["later"]?.({ x: 1 }).runIn(1, "minute");
            await posthog.capture("own");
            throw new Error("failed on purpose");
          },
          onEvent(event) {
            calls.push(`onEvent ${event.event}`);
            assert.is(event.properties["changed before it throws"], undefined);
            throw new Error("failed on purpose");
          },
          onSnapshot: (event) => void calls.push(`onSnapshot ${event.event}`),
          exportEvents: (events) => void calls.push(`exportEvents ${events.length}`),
          composeWebhook(event) {
            calls.push(`composeWebhook ${event.timestamp.getUTCFullYear()}`);
            return null;
          },
          runEveryMinute: () => void calls.push("runEveryMinute"),
          jobs: { later: async (payload, { storage }) => storage.set("job", payload) },
          teardownPlugin: () => void calls.push("teardown"),
        }),
      ],
    },
  );
  assert.equal(calls.toSorted(), [
    "composeWebhook 2024",
    "exportEvents 1",
    "onEvent a",
    "onSnapshot $snapshot",
    "runEveryMinute",
    "runEveryMinute",
    "setup",
    "teardown",
  ]);
});

inProcess(
  "lets them be disabled like any config, keeps what they keep, and forgets none that is not defined any more",
  async () => {
    const folder = tempFolder();
    const file = folder.file("plugins.db");
    const counter = definePlugin({
      name: "counter",
      async processEvent(event, { utils }) {
        event.properties["n"] = await utils.cursor.increment("n");
        return event;
      },
    });
    const send = async (plugins: (typeof counter)[], change?: { enabled: boolean }) => {
      const hoglet = await createHoglet({ file, plugins });
      await hoglet.capture({ event: "a", distinct_id: "u", uuid: crypto.randomUUID() });
      if (change !== undefined) await hoglet.pluginConfigs.update(1, change);
      const n = (await hoglet.events.list()).results.map(({ properties }) => properties["n"]);
      await hoglet.close();
      return n.filter((value) => value !== undefined).toSorted();
    };
    assert.equal(await send([counter]), [1]);
    assert.equal(await send([counter]), [1, 2]);
    assert.equal(await send([]), [1, 2]);
    assert.equal(await send([counter], { enabled: false }), [1, 2, 3]);
    assert.equal(await send([counter]), [1, 2, 3]);
    folder.remove();
  },
);

inProcess("refuses options that are no plugins", async () => {
  for (const plugins of [[{}], [{ name: "" }], "x"]) {
    try {
      await createHoglet({ plugins: plugins as never });
      assert.unreachable();
    } catch (error) {
      assert.is((error as { attr?: string }).attr, "plugins");
    }
  }
});

inProcess("takes a whole plugin that is typed by the scaffold's package, and runs it", () => {
  const sent: unknown[] = [];
  const plugin = definePlugin({ name: "whole", config: { plan: "pro" }, ...whole });
  return withPlugins(
    async ({ hoglet, send, pass }) => {
      const event = await send("a", {}, { timestamp: "2024-01-10T10:00:00Z" });
      assert.equal([event?.properties["plan"], event?.properties["nth"]], ["pro", 1]);
      await pass(0);
      assert.equal(await hoglet.pluginConfigs.storage(1), { place: [1, "Here"] });
      assert.equal(sent, [[Date.UTC(2024, 0, 10, 10), "http://hoglet.local/person/user"]]);
      const counts = (await hoglet.events.list({ event: "$$plugin_metrics" })).results;
      assert.is(counts[0]?.properties["jobs"], 1);
    },
    {
      plugins: [plugin],
      geoip: () => ({ city: { names: { en: "Here" } } }),
      async pluginFetch(_, { body } = {}) {
        sent.push(JSON.parse(String(body)));
        return new Response("");
      },
    },
  );
});

inProcess.run();
