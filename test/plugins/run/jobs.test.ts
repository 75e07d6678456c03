import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { BEGIN_MS, withPlugins } from "./plugin-hoglet.ts";
import { whenAll } from "../../support/rounds.ts";

const MINUTE_MS = 60_000;

const jobs = suite("runJobs");

const NOTE = `const note = async (storage, what) => storage.set("ran", [...(await storage.get("ran", [])), what]);`;

jobs("runs jobs now, in a while and at a time, in order of their times, with their payloads", () =>
  withPlugins(async ({ add, send, pass, hoglet }) => {
    const id = await add(
      "jobs",
      `${NOTE}
      exports.processEvent = async (e, { jobs }) => { await jobs.work({ n: 3 }).runIn(2, "minutes"); await jobs.work({ n: 2 }).runAt(new Date(${BEGIN_MS + MINUTE_MS})); await jobs.work({ n: 1 }).runNow(); await jobs.missing({}).runIn(1, "second"); return e };
      exports.jobs = { work: async ({ n }, { storage }) => note(storage, n) }`,
    );
    const ran = async () => (await hoglet.pluginConfigs.storage(id))["ran"];
    await send("a");
    await pass(0);
    assert.equal(await ran(), [1]);
    await pass(MINUTE_MS - 1);
    assert.equal(await ran(), [1]);
    await pass(1);
    assert.equal(await ran(), [1, 2]);
    await pass(MINUTE_MS);
    assert.equal(await ran(), [1, 2, 3]);
    assert.equal(await hoglet.pluginConfigs.jobs(id), []);
  }),
);

jobs("tries a job that throws RetryError again, 5 times in all, and any other error once", () =>
  withPlugins(async ({ add, send, pass, hoglet, logs }) => {
    const id = await add(
      "jobs",
      `${NOTE}
      exports.processEvent = async (e, { jobs }) => { await jobs.retry({}).runNow(); await jobs.fail({}).runNow(); return e };
      exports.jobs = { retry: async (_, { storage }) => { await note(storage, "retry"); throw new RetryError("busy") }, fail: async (_, { storage }) => { await note(storage, "fail"); throw new Error("no") } }`,
    );
    await send("a");
    await pass(0);
    for (const waitMs of [5000, 10_000, 20_000, 40_000]) {
      await pass(waitMs - 1);
      await pass(1);
    }
    await pass(1e9);
    assert.equal((await hoglet.pluginConfigs.storage(id))["ran"], [
      "retry",
      "fail",
      "retry",
      "retry",
      "retry",
      "retry",
    ]);
    const lines = (await logs(id)).join("\n");
    assert.match(lines, /PLUGIN ERROR Job fail failed: Error: no/);
    assert.match(lines, /PLUGIN ERROR Job retry failed after 5 tries: RetryError: busy/);
  }),
);

jobs("starts jobs of the REST action, which carry an operation and an id", () =>
  withPlugins(async ({ add, pass, hoglet }) => {
    const id = await add(
      "public",
      `exports.jobs = { export: (payload, { storage }) => storage.set("payload", payload) }`,
      {
        manifest: { publicJobs: { export: { payload: { from: { type: "string" } } } } },
      },
    );
    await hoglet.pluginConfigs.startJob(id, { type: "export", payload: { from: "x" } });
    await pass(0);
    const { $job_id, ...payload } = (await hoglet.pluginConfigs.storage(id))["payload"] as Record<string, unknown>;
    assert.equal(payload, { from: "x", $operation: "start" });
    assert.ok($job_id);
  }),
);

jobs("drops jobs of a config that is disabled", () =>
  withPlugins(async ({ add, send, pass, hoglet }) => {
    const id = await add(
      "jobs",
      `exports.processEvent = async (e, { jobs }) => { await jobs.work({}).runIn(1, "minute"); return e }; exports.jobs = { work: (_, { storage }) => storage.set("ran", 1) }`,
    );
    await add("other", `exports.processEvent = (e) => e`);
    await send("a");
    await hoglet.pluginConfigs.update(id, { enabled: false });
    await pass(MINUTE_MS);
    assert.equal(await hoglet.pluginConfigs.jobs(id), []);
    assert.equal(await hoglet.pluginConfigs.storage(id), {});
  }),
);

whenAll(jobs)("runs a job once when two handles share a file", async () => {
  const folder = tempFolder();
  const file = folder.file("plugins.db");
  let nowMs = BEGIN_MS;
  const [one, two] = [await createHoglet({ file, now: () => nowMs }), await createHoglet({ file, now: () => nowMs })];
  const { id: plugin } = await one.plugins.install({
    files: {
      "plugin.json": `{"name":"once"}`,
      "index.js": `exports.processEvent = async (e, { jobs }) => { for (let i = 0; i < 5; i++) await jobs.work({}).runIn(10, "seconds"); return e }; exports.jobs = { work: async (_, { utils }) => { await utils.cursor.increment("ran"); await utils.cursor.increment("other") } }; exports.runEveryMinute = ({ utils }) => utils.cursor.increment("minutes")`,
    },
  });
  const { id } = await one.pluginConfigs.create({ plugin, order: 1, enabled: true });
  // Both have the plugin loaded, so that neither is done before the other looks.
  for (const hoglet of [one, two]) await hoglet.capture({ event: "a", distinct_id: "u" });
  nowMs += MINUTE_MS;
  await Promise.all([one.runDue(), two.runDue()]);
  assert.equal(await one.pluginConfigs.storage(id), { minutes: 1, other: 10, ran: 10 });
  await one.close();
  await two.close();
  folder.remove();
});

jobs.run();

const schedules = suite("runSchedule");

schedules("calls plugins every minute, hour and day of UTC on the handle's clock, missed turns once", () =>
  withPlugins(async ({ add, pass, hoglet, logs }) => {
    const id = await add(
      "clock",
      `for (const name of ["runEveryMinute", "runEveryHour", "runEveryDay"]) exports[name] = ({ utils }) => utils.cursor.increment(name)`,
    );
    const counts = async () => {
      const { runEveryMinute = 0, runEveryHour = 0, runEveryDay = 0 } = await hoglet.pluginConfigs.storage(id);
      return [runEveryMinute, runEveryHour, runEveryDay];
    };
    await pass(29_999);
    assert.equal(await counts(), [0, 0, 0]);
    await pass(1);
    assert.equal(await counts(), [1, 0, 0]);
    await pass(10 * MINUTE_MS);
    assert.equal(await counts(), [2, 0, 0]);
    await pass(49 * MINUTE_MS);
    assert.equal(await counts(), [3, 1, 0]);
    await pass(12 * 60 * MINUTE_MS);
    assert.equal(await counts(), [4, 2, 1]);
    await hoglet.pluginConfigs.runSchedule(id, "runEveryDay");
    assert.equal(await counts(), [4, 2, 2]);
    assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 1);
    assert.not.match((await logs(id)).join("\n"), "ERROR");
  }),
);

schedules("leaves out a config whose last run has not ended, and one that has no such schedule", () =>
  withPlugins(
    async ({ add, hoglet, logs }) => {
      const id = await add("slow", `exports.runEveryMinute = async () => { await fetch("https://slow.test/") }`);
      const first = hoglet.pluginConfigs.runSchedule(id, "runEveryMinute");
      await started;
      for (const name of ["runEveryMinute", "runEveryHour", "setupPlugin"]) {
        try {
          await hoglet.pluginConfigs.runSchedule(id, name);
          assert.unreachable(name);
        } catch (error) {
          assert.is((error as { status?: number }).status, 400, name);
        }
      }
      answer(new Response("ok"));
      await first;
      assert.match((await logs(id)).join("\n"), "SYSTEM WARN runEveryMinute was left out");
    },
    {
      pluginFetch: () => {
        start();
        return answered;
      },
    },
  ),
);

let start: () => void = () => {};
let answer: (response: Response) => void = () => {};
const started = new Promise<void>((resolve) => (start = resolve));
const answered = new Promise<Response>((resolve) => (answer = resolve));

schedules.run();
