import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { LIMITS, PUPPET, withPlugins, withPuppet } from "./plugin-hoglet.ts";
import type { Act } from "./plugin-hoglet.ts";
import { whenAll } from "../../support/rounds.ts";

const services = suite("createServices");

/** Runs code in the plugin, and returns its result as JSON. */
function asking(act: Act) {
  return async (code: string): Promise<unknown> => {
    const event = await act(`e.properties.value = await (async () => { ${code} })(); return e`);
    if (event === undefined) throw new Error("dropped");
    return event.properties["value"] ?? null;
  };
}

services("keep storage by config, as JSON, and give a stored null and a default apart", () =>
  withPuppet(async (act, { hoglet }) => {
    const ask = asking(act);
    assert.equal(
      await ask(
        `const s = meta.storage; return [await s.get("a"), await s.get("a", 7), await s.set("a", null), await s.get("a", 7)]`,
      ),
      [null, 7, null, null],
    );
    await ask(
      `meta.storage.set(12, { x: [1] }); meta.storage.set("b", 1); meta.storage.set("b", undefined); meta.storage.set("c", 1); meta.storage.del("c")`,
    );
    assert.equal(
      await ask(
        `return [await meta.storage.get("12"), await meta.storage.get("b", "none"), await meta.storage.get("c", "none")]`,
      ),
      [{ x: [1] }, "none", "none"],
    );
    assert.equal(await hoglet.pluginConfigs.storage(1), { 12: { x: [1] }, a: null });
    assert.match(
      String(
        await ask(`try { await meta.storage.set("big", "x".repeat(1000001)) } catch (error) { return error.message }`),
      ),
      "1000000 characters",
    );
  }),
);

services("count by cursors, which share the storage", () =>
  withPuppet(async (act, { hoglet }) => {
    const ask = asking(act);
    assert.equal(
      await ask(
        `const c = meta.utils.cursor; await c.init("n", 5); await c.init("n", 9); return [await c.increment("n"), await c.increment("n", 4), await c.increment("new", 2)]`,
      ),
      [6, 10, 2],
    );
    assert.equal(await hoglet.pluginConfigs.storage(1), { n: 10, new: 2 });
  }),
);

services("keep a cache whose values end by the clock, after the second", () =>
  withPuppet(async (act, { pass }) => {
    const ask = asking(act);
    await ask(
      `await meta.cache.set("one", { a: 1 }, 2); await meta.cache.set("text", "2", "3"); await meta.cache.set("raw", "x", null, { jsonSerialize: false }); await meta.cache.set("ever", 1)`,
    );
    const all = `const c = meta.cache; return [await c.get("one", "gone"), await c.get("text", "gone"), await c.get("raw", "gone", { jsonSerialize: false }), await c.get("raw", "gone"), await c.get("ever")]`;
    assert.equal(await ask(all), [{ a: 1 }, "2", "x", null, 1]);
    await pass(1999);
    assert.equal(await ask(all), [{ a: 1 }, "2", "x", null, 1]);
    await pass(1);
    assert.equal(await ask(all), ["gone", "2", "x", null, 1]);
    assert.equal(
      await ask(
        `return [await meta.cache.expire("ever", 0), await meta.cache.get("ever", "gone"), await meta.cache.expire("ever", 5), await meta.cache.expire("raw", 1)]`,
      ),
      [true, "gone", false, true],
    );
    await pass(1000);
    assert.equal(await ask(all), ["gone", "gone", "gone", "gone", null]);
  }),
);

services("count and keep lists in the cache, as Redis does", () =>
  withPuppet(async (act) => {
    const ask = asking(act);
    assert.equal(
      await ask(
        `const c = meta.cache; return [await c.incr("n"), await c.incr("n"), await c.get("n"), await c.lpush("l", ["a", "b", "a"]), await c.lpush("l", "c"), await c.lrange("l", 0, -1), await c.lrange("l", 1, 2), await c.lrange("l", -2, -1), await c.llen("l"), await c.llen("none")]`,
      ),
      [1, 2, 2, 3, 4, ["c", "a", "b", "a"], ["a", "b"], ["b", "a"], 4, 0],
    );
    assert.equal(
      await ask(
        `const c = meta.cache; return [await c.lrem("l", -1, "a"), await c.lrange("l", 0, -1), await c.lrem("l", 0, "a"), await c.lpop("l", 1), await c.lpop("l", 5), await c.lpop("l", 1), await c.llen("l")]`,
      ),
      [1, ["c", "a", "b"], 1, ["c"], ["b"], [], 0],
    );
    assert.match(
      String(
        await ask(
          `await meta.cache.set("t", 1); try { await meta.cache.lpush("t", "x") } catch (error) { return error.message }`,
        ),
      ),
      "WRONGTYPE",
    );
  }),
);

services("share the cache between the configs of a plugin in a project, and nothing else", () =>
  withPlugins(async ({ hoglet, add, stored }) => {
    const source = `exports.processEvent = async (e, { cache, storage }) => { e.properties.n = [...(e.properties.n ?? []), await cache.incr("n"), await storage.get("x", 0)]; await storage.set("x", 1); return e }`;
    await add("one", source);
    await hoglet.pluginConfigs.create({ plugin: 1, order: 5, enabled: true });
    await add("two", source, { order: 9 });
    await hoglet.capture([{ event: "a", distinct_id: "u" }]);
    assert.equal((await stored())[0]?.properties["n"], [1, 0, 2, 0, 1, 0]);
  }),
);

services("keep storage, cache and jobs over a restart", async () => {
  const folder = tempFolder();
  const file = folder.file("plugins.db");
  const now = "2024-01-10T12:00:00Z";
  const first = await createHoglet({ file, now });
  const { id: plugin } = await first.plugins.install({
    files: {
      "plugin.json": `{"name":"keeper"}`,
      "index.js": `${PUPPET}; exports.jobs = { later(payload, { storage }) { storage.set("ran", payload) } }`,
    },
  });
  const { id } = await first.pluginConfigs.create({ plugin, order: 1, enabled: true });
  const code = `await meta.storage.set("s", 1); await meta.cache.set("c", 2); await meta.jobs.later({ x: 1 }).runIn(5, "minutes"); return e`;
  await first.capture({ event: "a", distinct_id: "u", properties: { code } });
  await first.close();
  const second = await createHoglet({ file, now: "2024-01-10T12:05:00Z" });
  assert.equal(
    (await second.pluginConfigs.jobs(id)).map(({ name, payload, run_at }) => [name, payload, run_at]),
    [["later", { x: 1 }, "2024-01-10T12:05:00Z"]],
  );
  await second.runDue();
  assert.equal(await second.pluginConfigs.jobs(id), []);
  await second.capture({
    event: "b",
    distinct_id: "u",
    properties: { code: `e.properties.c = await meta.cache.get("c"); return e` },
  });
  assert.is((await second.events.list({ event: "b" })).results[0]?.properties["c"], 2);
  assert.equal(await second.pluginConfigs.storage(id), { ran: { x: 1 }, s: 1 });
  await second.close();
  folder.remove();
});

whenAll(services)("find places by the option geoip, and null without it", async () => {
  const places = { "1.1.1.1": { city: { names: { en: "Here" } } } };
  const code = `return [await meta.geoip.locate("1.1.1.1"), await meta.geoip.locate("2.2.2.2")]`;
  await withPuppet(async (act) => assert.equal(await asking(act)(code), [places["1.1.1.1"], null]), {
    geoip: async (ip: string) => (places as Record<string, unknown>)[ip] ?? null,
  });
  await withPuppet(async (act) => assert.equal(await asking(act)(code), [null, null]));
});

whenAll(services)("give fetch by the option pluginFetch, with failures named as in node-fetch", async () => {
  const seen: unknown[] = [];
  const failed = `const why = async (url, init) => { try { await fetch(url, init); return "no error" } catch (error) { return error.name + ": " + error.message } };`;
  await withPuppet(
    async (act) => {
      const ask = asking(act);
      assert.equal(
        await ask(
          `const r = await fetch("https://a.test/x", { method: "post", body: "hi", headers: { "X-A": 1 } }); return [r.status, r.ok, r.headers.get("x-b"), await r.json()]`,
        ),
        [201, true, "2", { a: 1 }],
      );
      assert.equal(seen, ["https://a.test/x POST hi 1"]);
      assert.match(
        String(await ask(`${failed} return why("https://broken.test/")`)),
        /^FetchError: request to https:\/\/broken.test\/ failed, reason: connect ECONNREFUSED/,
      );
      assert.match(String(await ask(`${failed} return why("https://slow.test/", { timeout: 20 })`)), /^AbortError: /);
      assert.match(String(await ask(`${failed} return why("https://slow.test/")`)), /^AbortError: /);
      assert.match(
        String(await ask(`${failed} return why("https://large.test/")`)),
        /^FetchError: content size .* over limit/,
      );
      assert.match(String(await ask(`${failed} return why("file:///etc/passwd")`)), /^TypeError: Only HTTP/);
      assert.match(String(await ask(`${failed} return why("/relative")`)), /^TypeError: Only absolute/);
    },
    {
      // The host reads 10 MB for it; the slow host is given up after 8 s.
      pluginLimits: { ...LIMITS, cpuMs: 10_000, wallMs: 10_000 },
      async pluginFetch(url, init = {}) {
        const { host } = new URL(url);
        if (host === "broken.test") throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
        if (host === "large.test") return new Response("x".repeat(10 * 1024 * 1024 + 1));
        if (host === "slow.test") {
          return new Promise((_, reject) =>
            init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
          );
        }
        const headers = new Headers(init.headers);
        seen.push(`${url} ${init.method} ${String(init.body)} ${headers.get("x-a")}`);
        return new Response(`{"a":1}`, { status: 201, headers: { "x-b": "2" } });
      },
    },
  );
  await withPuppet(async (act) => {
    assert.match(String(await asking(act)(`${failed} return why("https://a.test/")`)), /^FetchError: .*fetch is off/);
  });
});

services("capture events of a plugin through the other plugins, with its name as the default distinct id", () =>
  withPuppet(async (act, { add, stored, hoglet }) => {
    await add("mark", `exports.processEvent = (e) => { e.properties.marked = true; return e }`);
    await act(
      `await posthog.capture("own", { x: 1 }); await posthog.capture("given", { distinct_id: "me", timestamp: "2024-01-01T00:00:00Z" }); return null`,
    );
    await hoglet.runDue();
    const lists = { marked: true, $plugins_succeeded: ["mark (2)"], $plugins_failed: [] };
    assert.equal(
      (await stored())
        .toReversed()
        .map(({ event, distinct_id, timestamp, properties }) => ({ event, distinct_id, timestamp, properties })),
      [
        {
          event: "own",
          distinct_id: "puppet",
          timestamp: "2024-01-10T12:00:30Z",
          properties: { x: 1, $lib: "posthog-plugin-server", ...lists },
        },
        {
          event: "given",
          distinct_id: "me",
          timestamp: "2024-01-01T00:00:00Z",
          properties: { distinct_id: "me", $lib: "posthog-plugin-server", ...lists },
        },
      ],
    );
  }),
);

whenAll(services)("end a circle of plugins that capture because of one another", () =>
  withPlugins(async ({ add, hoglet, stored, logs }) => {
    const echo = `exports.processEvent = async (e) => { await posthog.capture("echo of " + e.event); return e }; exports.onEvent = async (e) => { await posthog.capture("after " + e.event) };`;
    for (const name of ["one", "two", "three"]) await add(name, echo);
    await hoglet.capture({ event: "a", distinct_id: "u" });
    await hoglet.runDue();
    // Each of the three plugins makes two events of "a"; the two other plugins make two of each; the last plugin two of each again.
    assert.is((await stored()).length, 1 + 6 + 6 * 4 + 6 * 4 * 2);
    assert.not.match((await logs(1)).join("\n"), "ERROR");
  }),
);

services("reach the API of their own project alone, without keys", () =>
  withPuppet(async (act, { hoglet }) => {
    const ask = asking(act);
    const other = await hoglet.projects.create({ name: "other" });
    await hoglet.capture({ event: "secret", distinct_id: "somebody" }, { project: other.id });
    const status = (method: string, path: string) => ask(`return (await posthog.api.${method}("${path}")).status`);
    await hoglet.capture({ event: "a", distinct_id: "me" });
    assert.equal(
      await ask(
        `const r = await posthog.api.get("/api/projects/@current/persons/"); return [r.status, (await r.json()).count]`,
      ),
      [200, 1],
    );
    assert.is(await status("get", `/api/projects/${other.id}/persons/`), 403);
    assert.is(await status("get", `/api/projects/@current/persons/?token=${other.api_token}`), 403);
    assert.is(await status("get", "/api/personal_api_keys/"), 403);
    assert.is(await status("post", "/api/organizations/@current/plugins/"), 403);
    assert.is(await status("get", "/api/projects/@current/plugin_configs/"), 403);
    assert.match(
      String(await ask(`try { await posthog.api.post("/e/", { data: {} }) } catch (error) { return error.message }`)),
      "reaches /api/",
    );
    const csv = `{ headers: { Accept: "text/csv", Authorization: "Bearer none" } }`;
    assert.match(
      String(
        await ask(
          `return (await posthog.api.get("/api/projects/@current/persons/", ${csv})).headers.get("content-type")`,
        ),
      ),
      "text/csv",
    );
    const key = `personalApiKey: "${hoglet.personalApiKey}", projectApiKey: "${hoglet.project.api_token}"`;
    assert.is(
      await ask(`return (await posthog.api.get("/api/projects/${other.id}/persons/", { ${key} })).status`),
      200,
    );
    assert.match(
      String(
        await ask(
          `try { await posthog.api.get("/api/x", { host: "https://a.test" }) } catch (error) { return error.message }`,
        ),
      ),
      "projectApiKey",
    );
    assert.match(
      String(
        await ask(
          `try { await posthog.api.get("/api/x", { host: "https://a.test", ${key} }) } catch (error) { return error.name }`,
        ),
      ),
      "FetchError",
    );
    assert.is(
      await ask(
        `const r = await posthog.api.post("/api/projects/@current/cohorts/", { data: { name: "made", is_static: true } }); return (await r.json()).name`,
      ),
      "made",
    );
  }),
);

services("send what a plugin counts as an event", () =>
  withPlugins(async ({ add, hoglet, stored, pass }) => {
    await add(
      "counts",
      `exports.metrics = { total: "sum", most: "max", least: "min" }; exports.processEvent = (e, { metrics }) => { metrics.total.increment(2); metrics.most.max(e.properties.n); metrics.least.min(e.properties.n); return e }`,
    );
    await hoglet.capture([3, 9, 4].map((n) => ({ event: "a", distinct_id: "u", properties: { n } })));
    await pass(0);
    const event = (await stored()).find(({ event: name }) => name === "$$plugin_metrics");
    assert.equal(
      [event?.distinct_id, event?.properties["total"], event?.properties["most"], event?.properties["least"]],
      ["counts", 6, 9, 3],
    );
  }),
);

services("give config and attachments as copies, and console lines to the log", () =>
  withPlugins(async ({ add, send, logs }) => {
    const id = await add(
      "given",
      `exports.processEvent = (e, { config, attachments }) => { console.debug("a", { b: 1 }); console.info("i"); console.warn("w"); console.error("x"); config.more = 1; e.properties.got = [config.key, JSON.parse(attachments.list.contents), attachments.list.file_name, attachments.none === undefined]; return e }`,
      {
        manifest: {
          config: [
            { key: "key", name: "Key", type: "string" },
            { key: "list", name: "List", type: "attachment" },
          ],
        },
        config: { key: "value" },
        attachments: { list: { name: "list.json", type: "application/json", bytes: Buffer.from("[1,2]") } },
      },
    );
    assert.equal((await send("a"))?.properties["got"], ["value", [1, 2], "list.json", true]);
    assert.equal((await logs(id)).slice(1), [
      `CONSOLE DEBUG a {"b":1}`,
      "CONSOLE INFO i",
      "CONSOLE WARN w",
      "CONSOLE ERROR x",
    ]);
  }),
);

services.run();
