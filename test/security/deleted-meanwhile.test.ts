import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

// A plugin processes an event while its config, or its whole project, is deleted: no internal error, and no reply of 500.

/** Pieces of the plugin's work: each is tried, whatever the outcome of the others. */
const WORKS: readonly string[] = [
  `await meta.storage.set("k", 1)`,
  `await meta.cache.incr("n")`,
  `await meta.cache.lpush("l", ["a", "b"])`,
  `await meta.utils.cursor.increment("c")`,
  `await meta.jobs.later({ a: 1 }).runNow()`,
  `await meta.jobs.later({ a: 1 }).runIn(1, "hour")`,
  `console.log("there")`,
  `await posthog.capture("made", { a: 1 })`,
  `meta.metrics.clicks.increment(1)`,
  `await posthog.api.get("/api/projects/@current/persons/")`,
  `throw new Error("no")`,
];

const TRIES = WORKS.map((work) => `try { ${work} } catch (error) { console.log(String(error)) }`).join("\n");

/** A plugin that waits in the middle of an event, and then does all that a plugin can ask for. */
const PLUGIN = `
  exports.processEvent = async (event, meta) => {
    if (event.event !== "slow") return event;
    await fetch("http://gate.test/").catch(() => {});
    ${TRIES}
    return event;
  };
  exports.onEvent = exports.exportEvents = () => {};
  exports.jobs = { later: () => {} };
  exports.metrics = { clicks: "sum" };`;

const DELETIONS: Readonly<Record<string, (hoglet: Hoglet, ids: Ids) => Promise<unknown>>> = {
  "the plugin is uninstalled": (hoglet, { plugin: id }) => hoglet.plugins.uninstall(id),
  "the config is deleted": (hoglet, { config, project }) =>
    hoglet.pluginConfigs.update(config, { deleted: true, project }),
  "the project is deleted": (hoglet, { project }) => hoglet.projects.delete(project),
};

interface Ids {
  plugin: number;
  config: number;
  project: number;
}

const meanwhile = suite("security: deleted meanwhile");

const unheard: unknown[] = [];
const listen = (error: unknown) => void unheard.push(error);
meanwhile.before(() => void process.on("unhandledRejection", listen));
meanwhile.after(() => void process.off("unhandledRejection", listen));

async function open() {
  const errors: unknown[] = [];
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hoglet = await createHoglet({
    now: "2024-01-10T12:00:30Z",
    logger: { info() {}, warn() {}, error: (message, fields) => void errors.push({ message, ...fields }) },
    pluginFetch: async () => {
      begun.resolve();
      await released.promise;
      return new Response("");
    },
  });
  const { id: project } = await hoglet.projects.create({ name: "short-lived", api_token: "phc_short" });
  return { hoglet, project, errors, begun, released };
}

const post = (hoglet: Hoglet, path: string, body: object) =>
  hoglet.fetch(path, {
    method: "POST",
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

for (const [deletion, remove] of Object.entries(DELETIONS)) {
  meanwhile(`${deletion} while its plugin is at work on an event`, async () => {
    const { hoglet, project, errors, begun, released } = await open();
    const files = { "plugin.json": '{"name":"slow"}', "index.js": PLUGIN };
    const { id } = await hoglet.plugins.install({ files });
    const config = await hoglet.pluginConfigs.create({ plugin: id, order: 0, enabled: true, project });
    const captured = post(hoglet, "/e/", { api_key: "phc_short", event: "slow", distinct_id: "u" });
    await begun.promise;
    const removed = remove(hoglet, { plugin: id, config: config.id, project });
    removed.catch(() => {});
    released.resolve();
    const { status } = await captured;
    await removed;
    await hoglet.runDue();
    await hoglet.close();
    assert.ok(status < 500, `${status}`);
    assert.equal(errors, []);
    assert.equal(unheard.splice(0), []);
  });
}

meanwhile.run();
