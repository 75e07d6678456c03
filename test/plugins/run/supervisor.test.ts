import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { LIMITS, openPluginHoglet, withPlugins, withPuppet } from "./plugin-hoglet.ts";
import { size, whenAll } from "../../support/rounds.ts";

const supervisor = suite("createSupervisor");

/** Each twice the one before, up to ten minutes, in ms. */
const PAUSES = [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000].slice(0, size(3, 7));

supervisor("sets a plugin up once, before its first event, with what it keeps shared by all hooks", () =>
  withPlugins(async ({ add, send, logs }) => {
    const id = await add(
      "set up",
      `exports.setupPlugin = async ({ global, storage }) => { global.n = (await storage.get("n", 10)) + 1 }; exports.processEvent = (e, { global }) => { e.properties.n = global.n++; return e }`,
    );
    assert.is((await send("a"))?.properties["n"], 11);
    assert.is((await send("b"))?.properties["n"], 12);
    assert.equal(await logs(id), [
      "SYSTEM INFO Plugin set up (config 1) was loaded.",
      "SYSTEM DEBUG Plugin set up (config 1) was set up.",
    ]);
  }),
);

supervisor("tries a setup that throws RetryError again after 5, 10, 20 and 40 seconds; meanwhile events pass", () =>
  withPlugins(async ({ add, send, pass, hoglet, logs }) => {
    const id = await add(
      "later",
      `exports.setupPlugin = async ({ storage }) => { const n = (await storage.get("n", 0)) + 1; await storage.set("n", n); throw new RetryError("not yet") }; exports.processEvent = (e) => null`,
    );
    const tries = async () => (await hoglet.pluginConfigs.storage(id))["n"];
    assert.equal((await send("a"))?.properties, {});
    for (const [waitMs, after] of [
      [5000, 2],
      [10_000, 3],
      [20_000, 4],
      [40_000, 5],
    ] as const) {
      await pass(waitMs - 1);
      await send("b");
      assert.is(await tries(), after - 1);
      assert.is((await hoglet.pluginConfigs.get(id)).enabled, true);
      await pass(1);
      await send("c");
      assert.is(await tries(), after);
    }
    const { enabled, error } = await hoglet.pluginConfigs.get(id);
    assert.is(enabled, false);
    assert.match(JSON.stringify(error), "not yet");
    assert.match((await logs(id)).at(-1) ?? "", /^SYSTEM ERROR .* could not be set up 5 times: RetryError: not yet/);
  }),
);

supervisor("goes on when a setup succeeds at last", () =>
  withPlugins(async ({ add, send, pass }) => {
    await add(
      "second",
      `exports.setupPlugin = async ({ storage }) => { if (!(await storage.get("n"))) { await storage.set("n", 1); throw new RetryError("x") } }; exports.processEvent = (e) => { e.properties.done = true; return e }`,
    );
    assert.equal((await send("a"))?.properties, {});
    await pass(5000);
    assert.is((await send("a"))?.properties["done"], true);
  }),
);

supervisor("disables a plugin whose setup throws anything else, with the error stored and logged", () =>
  withPlugins(async ({ add, send, hoglet, logs }) => {
    const id = await add(
      "broken",
      `exports.setupPlugin = () => { throw new TypeError("no key") }; exports.processEvent = () => null; exports.teardownPlugin = () => console.log("torn down")`,
    );
    assert.equal((await send("a"))?.properties, {});
    const { enabled, error } = await hoglet.pluginConfigs.get(id);
    assert.is(enabled, false);
    assert.match(JSON.stringify(error), /"message":"no key","time":"2024-01-10T12:00:30Z","name":"TypeError"/);
    assert.match((await logs(id)).join("\n"), /SYSTEM ERROR .* could not be set up: TypeError: no key/);
    assert.not.match((await logs(id)).join("\n"), "torn down");
    await hoglet.pluginConfigs.update(id, { enabled: true, config: {} });
    assert.equal((await send("a"))?.properties, {});
  }),
);

whenAll(supervisor)("disables a plugin whose code cannot be loaded, without harm to others", () =>
  withPlugins(async ({ add, send, hoglet, logs }) => {
    const bad = await add("bad", `throw new Error("at the top")`);
    await add("good", `exports.processEvent = (e) => { e.properties.good = 1; return e }`);
    assert.equal((await send("a"))?.properties["good"], 1);
    assert.is((await hoglet.pluginConfigs.get(bad)).enabled, false);
    assert.match((await logs(bad)).join("\n"), /SYSTEM ERROR .* could not be loaded: Error: at the top/);
  }),
);

supervisor("replaces a sandbox that hit a limit, sets it up again, and lets the event pass as it was", () =>
  withPlugins(async ({ add, hoglet, stored, logs }) => {
    const id = await add(
      "stuck",
      `exports.setupPlugin = ({ global }) => { global.alive = 0 }; exports.processEvent = (e, { global }) => { e.properties.n = global.alive++; if (e.event === "stuck") for (;;); return e }`,
    );
    await hoglet.capture(["a", "b", "stuck", "c", "d"].map((event) => ({ event, distinct_id: "u" })));
    const failed = { $plugins_succeeded: [], $plugins_failed: ["stuck (1)"] };
    const good = { $plugins_succeeded: ["stuck (1)"], $plugins_failed: [] };
    assert.equal((await stored()).map(({ event, properties: { n, ...lists } }) => [event, n, lists]).toSorted(), [
      ["a", 0, good],
      ["b", 1, good],
      ["c", 0, good],
      ["d", 1, good],
      ["stuck", undefined, failed],
    ]);
    assert.match(
      (await logs(id)).join("\n"),
      /PLUGIN ERROR Plugin stuck \(config 1\) was stopped: It computed for more than 250 ms/,
    );
  }),
);

supervisor("stops a plugin that lets the batches after it never begin", () =>
  withPuppet(
    async (_, { hoglet, stored }) => {
      const code = `Promise.prototype.then = () => {}; globalThis.Promise = null; for (const name of ["then", "catch"]) delete Promise?.prototype[name]; return e`;
      const captures = [code, undefined, undefined].map((own) =>
        hoglet.capture(
          Array.from({ length: 150 }, () => ({ event: "a", distinct_id: "u", properties: { code: own } })),
        ),
      );
      await Promise.all(captures);
      assert.is((await stored()).length, 450);
    },
    { pluginLimits: { ...LIMITS, wallMs: 3000 } },
  ),
);

whenAll(supervisor)("lets events pass a plugin that is stopped again and again, for a while that grows", () =>
  withPuppet(async (act, { send, logs, pass }) => {
    for (let turn = 0; turn < 3; turn++) assert.is((await act("for (;;);"))?.event, "puppet");
    const rests = async () => (await send("a"))?.properties["$plugins_succeeded"] === undefined;
    assert.is(await rests(), true);
    await pass(9999);
    assert.is(await rests(), true);
    await pass(1);
    // On a busy machine an event does not wait until the plugin is there again.
    while (await rests());
    await act("for (;;);");
    await pass(10_000);
    assert.is(await rests(), true);
    await pass(10_000);
    while (await rests());
    assert.equal(
      (await logs(1)).filter((line) => line.startsWith("SYSTEM WARN")),
      [
        "SYSTEM WARN Plugin puppet (config 1) pauses: events pass it by for 10 seconds.",
        "SYSTEM WARN Plugin puppet (config 1) pauses: events pass it by for 20 seconds.",
      ],
    );
  }),
);

supervisor(
  "pauses a plugin whose hook never resolves, for longer each time, with an error that all can see, and captures go on at once",
  () =>
    withPlugins(
      async ({ add, send, pass, hoglet, logs }) => {
        const id = await add("hangs", `exports.processEvent = (e) => (e.event === "free" ? e : new Promise(() => {}))`);
        const error = async () => (await hoglet.pluginConfigs.get(id)).error?.message ?? null;
        assert.equal((await send("stuck"))?.properties["$plugins_failed"], ["hangs (1)"]);
        assert.match(
          String(await error()),
          /not done after 50 ms. Events pass the plugin by until 2024-01-10T12:00:40Z/,
        );
        assert.equal((await send("stuck"))?.properties, {});
        const pauses = async () => (await logs(id)).filter((line) => line.includes("pauses: events pass it by"));
        for (const [index, restMs] of PAUSES.entries()) {
          while ((await pauses()).length === index) await send("stuck");
          assert.match((await pauses()).at(-1) ?? "", `for ${restMs / 1000} seconds`);
          assert.is((await hoglet.pluginConfigs.get(id)).enabled, true);
          await pass(restMs);
        }
      },
      { pluginLimits: { wallMs: 50 } },
    ),
);

whenAll(supervisor)("pauses a plugin for longer each time that hangs between many events that it gets through", () =>
  withPlugins(
    async ({ add, send, pass, hoglet, logs }) => {
      const id = await add(
        "hangs at times",
        `exports.processEvent = (e) => (e.event === "free" ? e : new Promise(() => {}))`,
      );
      for (let turn = 0; turn < 6; turn++) {
        while ((await send("free"))?.properties["$plugins_succeeded"] === undefined);
        await hoglet.capture(Array.from({ length: 250 }, () => ({ event: "free", distinct_id: "u" })));
        await send("stuck");
        await pass(40_000);
      }
      const said = (await logs(id)).flatMap((line) => /pass it by for (\d+) seconds/.exec(line)?.[1] ?? []);
      assert.equal(said, ["10", "10", "10", "20", "40", "80"]);
    },
    { pluginLimits: { wallMs: 1000 } },
  ),
);

supervisor("takes the error back when the plugin works again", () =>
  withPlugins(
    async ({ add, send, pass, hoglet }) => {
      const id = await add(
        "recovers",
        `exports.processEvent = (e) => (e.event === "free" ? e : new Promise(() => {}))`,
      );
      await send("stuck");
      assert.not.equal((await hoglet.pluginConfigs.get(id)).error, null);
      await pass(10_000);
      // On a busy machine the event is stored before the plugin has returned it.
      while ((await hoglet.pluginConfigs.get(id)).error !== null) await send("free");
    },
    // On a busy machine the free event waits for its turn longer than 25 ms, half of a short limit.
    { pluginLimits: { wallMs: 1000 } },
  ),
);

whenAll(supervisor)("lets nobody wait for a setup that hung before", () =>
  withPlugins(
    async ({ add, send, pass }) => {
      await add("slow", `exports.setupPlugin = () => new Promise(() => {}); exports.processEvent = () => null`);
      await send("first");
      await pass(5000);
      assert.equal((await send("second"))?.properties, {});
    },
    { pluginLimits: { wallMs: 50 } },
  ),
);

supervisor("ends soon after it is closed, whatever hangs, and what is stored goes on after the restart", async () => {
  const folder = tempFolder();
  const file = folder.file("hangs.db");
  const hook = `async (given) => { await fetch("http://x.test/"); console.log(JSON.stringify(given)) }`;
  const world = await openPluginHoglet({
    file,
    pluginLimits: { wallMs: 600_000 },
    pluginFetch: () => new Promise(() => {}),
  });
  const id = await world.add(
    "hangs",
    `exports.processEvent = async (e, { jobs }) => { await jobs.work({ n: 7 }).runNow(); return e };
     exports.jobs = { work: ${hook} }; exports.exportEvents = ${hook};
     exports.runEveryMinute = ${hook}; exports.onEvent = ${hook}; exports.teardownPlugin = ${hook}`,
  );
  await world.send("a");
  void world.pass(60_000).catch(() => {});
  await world.hoglet.close();
  const nowMs = world.nowMs() + 10_000;
  const again = await createHoglet({ file, now: () => nowMs, pluginFetch: async () => new Response("ok") });
  await again.runDue();
  const said = (await again.pluginConfigs.logs(id)).results.map(({ message }) => message).join("\n");
  assert.match(said, /^\[\{"uuid"/m);
  assert.match(said, /^\{"n":7\}$/m);
  await again.close();
  folder.remove();
});

whenAll(supervisor)("does not let a plugin rest that deals with other events between those it is stopped over", () =>
  withPlugins(async ({ add, send, pass, logs }) => {
    const id = await add(
      "picky",
      `const look = (e) => { if (e.event.startsWith("bad")) for (;;); };
       exports.processEvent = (e) => { if (e.event !== "bad later") look(e); e.properties.seen = true; return e };
       exports.onEvent = (e) => { look(e); console.log(e.event) }`,
    );
    for (const bad of ["bad", "bad later", "bad"]) {
      assert.is((await send(bad))?.event, bad);
      await pass(0);
      assert.is((await send("good"))?.properties["seen"], true);
      await pass(0);
    }
    assert.equal(
      (await logs(id)).filter((line) => line.startsWith("CONSOLE")),
      Array.from({ length: 3 }, () => "CONSOLE LOG good"),
    );
  }),
);

whenAll(supervisor)("forgives what a plugin was stopped over after many calls that it got through", () =>
  withPlugins(async ({ add, hoglet, send, pass, logs }) => {
    const id = await add(
      "teller",
      `exports.onEvent = (e) => { if (e.event === "bad") for (;;); console.log(e.event) }`,
    );
    const isTold = async (event: string) => {
      await send(event);
      await pass(0);
      return (await logs(id)).includes(`CONSOLE LOG ${event}`);
    };
    for (let turn = 0; turn < 3; turn++) await isTold("bad");
    assert.is(await isTold("while it rests"), false);
    await pass(10_000);
    await hoglet.capture(Array.from({ length: 200 }, () => ({ event: "good", distinct_id: "u" })));
    await pass(0);
    await isTold("bad");
    assert.is(await isTold("after one more"), true);
  }),
);

supervisor("tears a plugin down when it is changed, disabled, or the handle is closed", async () => {
  const world = await openPluginHoglet();
  const source = `exports.processEvent = (e) => e; exports.teardownPlugin = async (meta) => { await posthog.capture("down", { key: meta.config.key }); if (meta.config.key === 3) throw new Error("cannot") }`;
  const id = await world.add("tidy", source, { config: { key: 1 } });
  const seen: unknown[] = [];
  await world.send("a");
  await world.hoglet.pluginConfigs.update(id, { config: { key: 2 } });
  await world.send("a");
  await world.hoglet.pluginConfigs.update(id, { enabled: false });
  await world.send("a");
  await world.hoglet.pluginConfigs.update(id, { enabled: true, config: { key: 3 } });
  await world.send("a");
  for (const { event, properties } of await world.stored()) if (event === "down") seen.push(properties["key"]);
  assert.equal(seen.toSorted(), [1, 2]);
  await world.close();
});

supervisor("says on file what happened while it was closed", async () => {
  const folder = tempFolder();
  const file = folder.file("plugins.db");
  const world = await openPluginHoglet({ file });
  const id = await world.add(
    "tidy",
    `exports.processEvent = (e) => { console.log("last words"); return e }; exports.teardownPlugin = async () => { await posthog.capture("down"); throw new Error("cannot") }`,
  );
  await world.send("a");
  await world.close();
  const again = await createHoglet({ file });
  const messages = (await again.pluginConfigs.logs(id)).results.map(
    ({ message }) => message.replace(/, instance [\w-]+/, "").split("\n")[0],
  );
  assert.equal(messages.toReversed(), [
    "Plugin tidy (config 1) was loaded.",
    "last words",
    "Plugin tidy (config 1) failed to unload: Error: cannot",
    "Plugin tidy (config 1) was unloaded.",
  ]);
  assert.equal((await again.events.list()).results.map(({ event }) => event).toSorted(), ["a", "down"]);
  await again.close();
  folder.remove();
});

supervisor.run();
