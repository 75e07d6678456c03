import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createSupervisor } from "../../lib/plugins/run/supervisor.ts";
import { withPlugins } from "../plugins/run/plugin-hoglet.ts";

// The longest time that a plugin can delay captures into its project.

const hanging = suite("security: plugins that hang");

const HANGS = `exports.processEvent = (e) => (e.event === "free" ? e : new Promise(() => {}))`;

hanging("a request waits for a hook that never resolves once, and so do the requests behind it", () =>
  withPlugins(
    async ({ add, hoglet, stored, logs }) => {
      const id = await add("hangs", HANGS);
      const stuck = Array.from({ length: 450 }, () => ({ event: "stuck", distinct_id: "u" }));
      const stops = async () => (await logs(id)).filter((line) => line.includes("was stopped: ")).length;
      await Promise.all([hoglet.capture(stuck), hoglet.capture(stuck), hoglet.capture(stuck.slice(0, 1))]);
      assert.is(await stops(), 1);
      const events = await stored();
      assert.is(events.length, 901);
      assert.is(events.filter(({ properties }) => properties["$plugins_failed"] !== undefined).length, 1);
      await hoglet.capture(stuck);
      assert.is(await stops(), 2);
    },
    { pluginLimits: { wallMs: 50 } },
  ),
);

hanging("switches off a plugin that answers, but only just before it would be stopped", async () => {
  const clock = { nowMs: 0 };
  const errors: string[] = [];
  const said: string[] = [];
  let opened = 0;
  const engine = {
    capabilities: { methods: ["processEvent"], scheduled_tasks: [], jobs: [], metrics: {} },
    brokenBy: null,
    heldMs: 0,
    tookMs: 29_000,
    batch: async () => [],
    call: async () => null,
    close: async () => {},
  };
  const slow = createSupervisor({
    parts: { clock: { now: () => clock.nowMs }, options: {} } as never,
    config: { id: 1, pluginName: "slow" } as never,
    settings: { config: {}, attachments: {} },
    open: async () => (opened++, engine),
    services: {} as never,
    logs: {
      instanceId: "i",
      add: (_: unknown, __: string, ___: string, text: string) => void said.push(text),
    } as never,
    disable: ({ message }) => void errors.push(message),
    note: () => {},
  });
  let passed = 0;
  for (let turn = 0; turn < 40 && errors.length === 0; turn++, clock.nowMs += 30_000) {
    if ((await slow.ready()) === null) passed++;
    else slow.came(1);
  }
  assert.equal(errors, ["Its events took 29000 ms each."]);
  assert.ok(passed > 0 && opened >= 3, `${passed} passed, ${opened} opened`);
  assert.match(said.join("\n"), /events pass it by for 10 seconds/);
});

hanging.run();
