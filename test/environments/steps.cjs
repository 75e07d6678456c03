// What an app's test does with hoglet, step by step, in any runner. CommonJS, because every runner loads it.

/** The environment's own timer: a fake one would never come. */
const { setTimeout: wait, clearTimeout: stop } = require("node:timers");
const LIMIT_MS = 20_000;

/**
 * @param around replaces what a test replaces, when hoglet is loaded and open; returns how to take it back
 * @returns the steps that failed, with their messages: `{}` when all passed
 */
module.exports = async function steps(around = () => () => {}) {
  const { createHoglet } = require("hoglet");
  const { createTestHoglet } = require("hoglet/testing");
  const failed = {};
  const step = async (name, run) => {
    let timer;
    const late = new Promise((_, reject) => (timer = wait(() => reject(new Error("It never settled.")), LIMIT_MS)));
    try {
      await Promise.race([run(), late]);
    } catch (error) {
      failed[name] = String(error?.message ?? error);
    } finally {
      stop(timer);
    }
  };
  const hoglet = await createHoglet({ now: () => 1_718_020_800_000 });
  const { api_token: token } = (await hoglet.projects.list()).results[0];
  const restore = around();
  await step("capture", () => hoglet.capture({ event: "signed up", distinct_id: "ada" }));
  await step("list", async () => expect((await hoglet.events.list()).results.length, 1));
  await step("persons", async () => expect((await hoglet.persons.list()).results.length, 1));
  await step("insight", async () => {
    const { results } = await hoglet.ask({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "signed up" }] });
    expect(results[0].count, 1);
  });
  await step("sql", async () => expect((await hoglet.query("SELECT count() FROM events")).results[0][0], 1));
  await step("flag", async () => {
    await hoglet.featureFlags.create({ key: "beta" });
    expect((await hoglet.featureFlags.evaluate("ada")).beta, true);
  });
  let lines = [];
  await step("export", async () => {
    for await (const line of hoglet.export()) lines.push(line);
  });
  await step("import", async () => {
    const other = await createHoglet();
    await other.import(lines);
    expect((await other.events.list()).results.length, 1);
    await other.close();
  });
  await step("plugin", async () => {
    const source = "export function processEvent(event) { event.properties.marked = true; return event; }";
    const plugin = await hoglet.plugins.install({ files: { "plugin.json": '{"name":"mark"}', "index.ts": source } });
    await hoglet.pluginConfigs.create({ plugin: plugin.id, enabled: true, order: 1 });
    await hoglet.capture({ event: "bought", distinct_id: "ada" });
    expect((await hoglet.events.list()).results[0].properties.marked, true);
  });
  await step("serialize", async () => expect((await hoglet.serialize()).length > 0, true));
  const body = JSON.stringify({ api_key: token, event: "viewed", distinct_id: "eve" });
  const send = async (sent) => {
    const response = await hoglet.fetch("http://hoglet.local/i/v0/e/", { method: "POST", ...sent });
    expect(`${response.status} ${await response.text()}`, '200 {"status":"Ok"}');
  };
  await step("fetch a text", () => send({ body, headers: { "Content-Type": "application/json" } }));
  await step("fetch bytes", () => send({ body: Buffer.from(body) }));
  await step("fetch with Headers", () => send({ body, headers: new Headers({ "Content-Type": "application/json" }) }));
  await step("fetch a Request", async () => {
    const response = await hoglet.fetch(new Request("http://hoglet.local/i/v0/e/", { method: "POST", body }));
    expect(response.status, 200);
  });
  await step("test kit", async () => {
    const kit = await createTestHoglet();
    await kit.capture({ event: "signed up", distinct_id: "ada" });
    await kit.waitFor({ event: "signed up" });
    await kit.close();
  });
  await step("posthog-node", async () => {
    const kit = await createTestHoglet();
    const client = await kit.posthog();
    client.capture({ event: "signed up", distinctId: "ada" });
    await kit.waitFor({ event: "signed up" });
    await kit.close();
  });
  await step("close", () => hoglet.close());
  restore();
  return failed;
};

function expect(actual, expected) {
  if (actual !== expected) throw new Error(`Expected ${expected} but received ${actual}`);
}
