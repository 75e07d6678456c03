import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPlugins } from "./plugin-hoglet.ts";

const aftermath = suite("createAftermath");

aftermath("tells onEvent what was stored, after the commit, and not what was dropped or was there already", () =>
  withPlugins(async ({ add, hoglet }) => {
    await add(
      "change",
      `exports.processEvent = (e) => (e.event === "drop" ? null : { ...e, event: e.event + "!", ip: null })`,
    );
    const id = await add(
      "listen",
      `exports.onEvent = async (e, { storage }) => {
      const { count } = await (await posthog.api.get("/api/projects/@current/events/?event=" + encodeURIComponent(e.event))).json();
      await storage.set(e.event, { ...e, uuid: typeof e.uuid, stored: count !== 0 });
      storage.set("calls", (await storage.get("calls", 0)) + 1) }`,
    );
    const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
    const event = {
      event: "a",
      distinct_id: "u",
      uuid,
      ip: "1.1.1.1",
      timestamp: "2024-01-10T11:00:00Z",
      properties: { x: 1 },
      $set: { plan: "pro" },
    };
    await hoglet.capture(event);
    await hoglet.runDue();
    await hoglet.capture([event, { event: "drop", distinct_id: "u" }]);
    await hoglet.runDue();
    const { calls, "a!": seen } = await hoglet.pluginConfigs.storage(id);
    assert.is(calls, 1);
    assert.equal(seen, {
      uuid: "string",
      event: "a!",
      distinct_id: "u",
      team_id: 1,
      ip: null,
      site_url: "http://hoglet.local",
      now: "2024-01-10T12:00:30.000Z",
      timestamp: "2024-01-10T11:00:00.000Z",
      properties: { x: 1, $set: { plan: "pro" }, $plugins_succeeded: ["change (1)"], $plugins_failed: [] },
      $set: { plan: "pro" },
      stored: true,
    });
  }),
);

aftermath("isolates failures of onEvent: others are told, capture resolves, the log says why", () =>
  withPlugins(async ({ add, hoglet, logs, stored }) => {
    const bad = await add("bad", `exports.onEvent = () => { throw new Error("cannot") }`);
    const stuck = await add(
      "stuck",
      `exports.onEvent = () => { for (;;); }; exports.processEvent = (e) => { e.properties.stuck = 1; return e }`,
    );
    const good = await add("good", `exports.onEvent = (e, { utils }) => utils.cursor.increment("n")`);
    await hoglet.capture([1, 2].map(() => ({ event: "a", distinct_id: "u" })));
    await hoglet.runDue();
    assert.is((await stored()).length, 2);
    assert.equal(await hoglet.pluginConfigs.storage(good), { n: 2 });
    assert.match((await logs(bad)).join("\n"), /PLUGIN ERROR onEvent failed: Error: cannot/);
    assert.match((await logs(stuck)).join("\n"), /PLUGIN ERROR onEvent failed: LimitError/);
    assert.is((await hoglet.pluginConfigs.get(bad)).delivery_rate_24h, 0);
  }),
);

aftermath("tells onSnapshot of $snapshot, and nothing else", () =>
  withPlugins(async ({ add, hoglet }) => {
    const id = await add(
      "snap",
      `exports.onSnapshot = (e, { utils }) => utils.cursor.increment("snapshot"); exports.onEvent = (e, { utils }) => utils.cursor.increment(e.event)`,
    );
    await hoglet.capture(["a", "$snapshot"].map((event) => ({ event, distinct_id: "u" })));
    await hoglet.runDue();
    assert.equal(await hoglet.pluginConfigs.storage(id), { a: 1, snapshot: 1 });
  }),
);

aftermath(
  "gathers events for exportEvents, without those the config ignores, and exports what is left at the end",
  () =>
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

aftermath(
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

aftermath("sends what composeWebhook returns, and logs what it cannot", async () => {
  const sent: unknown[] = [];
  const source = `exports.composeWebhook = (e) => e.event === "none" ? null : e.event === "odd" ? { url: 1 } : ({ url: "https://hook.test/" + e.event, body: JSON.stringify({ year: e.timestamp.getUTCFullYear() }), headers: { "X-A": "1" }, method: e.event === "put" ? "PUT" : undefined })`;
  await withPlugins(
    async ({ add, hoglet, logs }) => {
      const id = await add("hook", source);
      await hoglet.capture(["a", "put", "none", "odd", "refused"].map((event) => ({ event, distinct_id: "u" })));
      await hoglet.runDue();
      assert.equal(sent.toSorted(), [
        `POST https://hook.test/a {"year":2024} application/json 1`,
        `POST https://hook.test/refused {"year":2024} application/json 1`,
        `PUT https://hook.test/put {"year":2024} application/json 1`,
      ]);
      const errors = (await logs(id)).filter((line) => line.startsWith("PLUGIN ERROR"));
      assert.equal(errors.toSorted(), [
        "PLUGIN ERROR composeWebhook failed: hook.test answered 503",
        "PLUGIN ERROR composeWebhook failed: it returned no url and body",
      ]);
      assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 0.5);
    },
    {
      async pluginFetch(url, { method, body, headers } = {}) {
        const given = new Headers(headers);
        sent.push(`${method} ${url} ${String(body)} ${given.get("content-type")} ${given.get("x-a")}`);
        return new Response("", { status: url.endsWith("refused") ? 503 : 200 });
      },
    },
  );
  await withPlugins(async ({ add, hoglet, logs }) => {
    const id = await add("hook", source);
    await hoglet.capture({ event: "a", distinct_id: "u" });
    await hoglet.runDue();
    assert.match((await logs(id)).join("\n"), "fetch is off");
  });
});

aftermath.run();
