import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPluginHoglet } from "../plugins/run/plugin-hoglet.ts";

const runtime = suite("plugin configs over HTTP, beside the runtime");

runtime("tell at once what a plugin said and how it did, and start its jobs", async () => {
  const world = await openPluginHoglet();
  const id = await world.add(
    "Teller",
    `exports.processEvent = (event) => { console.info("saw " + event.event); return event };
     exports.jobs = { tell: async (payload, { storage }) => { await storage.set("told", payload.word) } }`,
  );
  await world.send("opened");
  const { hoglet } = world;
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const text = await (await hoglet.fetch(`http://h/api/projects/1/plugin_configs/${id}${path}`, init)).text();
    return text === "" ? null : (JSON.parse(text) as Record<string, unknown>);
  };
  const logs = (await ask("GET", "/logs")) as { results: { message: string }[] };
  assert.ok(logs.results.some(({ message }) => message === "saw opened"));
  assert.is((await ask("GET", ""))?.["delivery_rate_24h"], "1.0");
  assert.is(await ask("POST", "/job", { job: { type: "tell", payload: { word: "hello" } } }), null);
  await world.pass(0);
  assert.equal(await hoglet.pluginConfigs.storage(id), { told: "hello" });
  await world.close();
});

runtime.run();
