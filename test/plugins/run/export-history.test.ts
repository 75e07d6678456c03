import { suite } from "uvu";
import * as assert from "uvu/assert";
import { definePlugin } from "../../../lib/index.ts";
import type { HogletOptions } from "../../../lib/index.ts";
import { openPluginHoglet, withPlugins } from "./plugin-hoglet.ts";
import type { PluginHoglet } from "./plugin-hoglet.ts";

const history = suite("exportHistory");

const DAYS = ["2024-01-01", "2024-01-02", "2024-01-03"];

/** An event on each of the days, later ones first, as they would have been imported. */
const LINES = DAYS.toReversed()
  .map((day) => JSON.stringify({ kind: "event", event: day, distinct_id: "u", timestamp: `${day}T10:00:00Z` }))
  .join("\n");

interface Told {
  event: string;
  properties: Record<string, unknown>;
  person?: { uuid: string };
}

/** A world with events of these days and an exporting plugin; `told` has the batches that it received. */
async function withDays(
  fn: (world: PluginHoglet, told: Told[][]) => Promise<void>,
  more: { fail?: (batch: readonly Told[]) => void; options?: HogletOptions } = {},
): Promise<void> {
  const told: Told[][] = [];
  const plugin = definePlugin({
    name: "export",
    exportEvents(events) {
      told.push(events);
      more.fail?.(events);
    },
  });
  await withPlugins(
    async (world) => {
      await world.hoglet.import(LINES, { persons: "create" });
      await fn(world, told);
    },
    { plugins: [plugin], ...more.options },
  );
}

function start({ hoglet }: PluginHoglet, payload: Record<string, unknown>): Promise<void> {
  return hoglet.pluginConfigs.startJob(1, { type: "Export historical events", payload });
}

const names = (told: readonly Told[][]) => told.map((batch) => batch.map(({ event }) => event));

history("exports the events of the days, the last included, in order of time, marked, with who did them", () =>
  withDays(async (world, told) => {
    await start(world, { dateFrom: DAYS[0], dateTo: DAYS[1] });
    await world.pass(0);
    assert.equal(names(told), [[DAYS[0], DAYS[1]]]);
    const [event] = told.flat();
    assert.equal(event?.properties, {
      $$is_historical_export_event: true,
      $$historical_export_timestamp: "2024-01-10T12:00:30Z",
    });
    assert.is(event?.person?.uuid, (await world.hoglet.persons.get(1)).uuid);
    assert.equal(await world.hoglet.pluginConfigs.jobs(1), []);
    const [stored] = await world.stored();
    assert.equal(stored?.properties, {});
    const log = (await world.logs(1)).filter((line) => line.startsWith("SYSTEM INFO") && !line.includes("was loaded"));
    assert.equal(log, [
      "SYSTEM INFO export exports the events from 2024-01-01T00:00:00Z to 2024-01-03T00:00:00Z.",
      "SYSTEM INFO Export historical events: 70% of the time, 2 events.",
      "SYSTEM INFO Export historical events is done: 2 events were exported.",
    ]);
  }),
);

history("takes the two dates as dateRange too, and times to the millisecond", () =>
  withDays(async (world, told) => {
    await start(world, { dateRange: [`${DAYS[0]}T10:00:00.001Z`, `${DAYS[2]}T10:00:00Z`] });
    await world.pass(0);
    assert.equal(names(told), [[DAYS[1]]]);
  }),
);

history("refuses dates that are none or the wrong way round, in the log", () =>
  withDays(async (world, told) => {
    for (const payload of [{}, { dateFrom: DAYS[0], dateTo: "soon" }, { dateFrom: DAYS[2], dateTo: DAYS[0] }]) {
      await start(world, payload);
    }
    await world.pass(0);
    const refusals = (await world.logs(1)).filter((line) => line.includes("needs dateFrom and dateTo"));
    assert.equal([refusals.length, told, await world.hoglet.pluginConfigs.jobs(1)], [3, [], []]);
  }),
);

history("tries a batch again after RetryError, later each time, and stops for another error, saying where", () => {
  let tries = 0;
  const fail = () => {
    if (++tries <= 2) throw Object.assign(new Error("busy"), { name: "RetryError" });
    if (tries === 4) throw new Error("full");
  };
  return withDays(
    async (world, told) => {
      await start(world, { dateFrom: DAYS[0], dateTo: DAYS[2] });
      await world.pass(0);
      await world.pass(2999);
      assert.is(told.length, 1);
      await world.pass(1);
      await world.pass(6000);
      assert.is(told.length, 3);
      await start(world, { dateFrom: DAYS[1], dateTo: DAYS[1] });
      await world.pass(0);
      const log = (await world.logs(1)).join("\n");
      assert.match(log, "Export historical events is done: 3 events were exported.");
      assert.match(log, "Export historical events was stopped at 2024-01-02T10:00:00Z, after 0 events.");
      assert.equal(await world.hoglet.pluginConfigs.jobs(1), []);
    },
    { fail },
  );
});

history("goes on where it was after a restart, and lets other jobs between", async () => {
  const events = Array.from({ length: 2350 }, (_, index) => ({
    event: `e${index}`,
    distinct_id: "u",
    timestamp: new Date(Date.UTC(2024, 0, 2, 0, 0, index)).toISOString(),
  }));
  const plain: string[] = [];
  let contents: Uint8Array | undefined;
  let world: PluginHoglet | undefined;
  const plugin = (stopAfter: number) =>
    definePlugin({
      name: "export",
      async exportEvents(batch) {
        if (batch[0]?.properties["$$is_historical_export_event"] !== true) return;
        if (plain.length >= stopAfter && contents === undefined) contents = await world?.hoglet.serialize();
        if (contents === undefined || stopAfter === Infinity) plain.push(...batch.map(({ event }) => event));
      },
    });
  world = await openPluginHoglet({ plugins: [plugin(1000)] });
  await world.hoglet.capture(events);
  await world.pass(0);
  await start(world, { dateFrom: "2024-01-02", dateTo: "2024-01-02" });
  await world.pass(0);
  await world.close();
  const nowMs = world.nowMs() + 60_000;
  const next = await openPluginHoglet({
    contents: contents ?? new Uint8Array(),
    now: () => nowMs,
    plugins: [plugin(Infinity)],
  });
  await next.pass(0);
  await next.close();
  assert.equal(
    plain,
    events.map(({ event }) => event),
  );
});

history("is among the public jobs of a plugin that exports, and of no other; one of the plugin's own wins", () =>
  withPlugins(async ({ add, hoglet, pass }) => {
    const own = `exports.exportEvents = () => {}; exports.jobs = { "Export historical events": (p, { storage }) => storage.set("own", p.dateFrom) };`;
    const id = await add("own", own);
    await add("other", `exports.processEvent = (e) => e`);
    const [first, second] = (await hoglet.plugins.list()).results;
    assert.equal([Object.keys(first?.public_jobs ?? {}), second?.public_jobs], [["Export historical events"], {}]);
    await hoglet.pluginConfigs.startJob(id, { type: "Export historical events", payload: { dateFrom: "x" } });
    await pass(0);
    assert.equal(await hoglet.pluginConfigs.storage(id), { own: "x" });
  }),
);

history.run();
