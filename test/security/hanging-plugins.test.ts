import { suite } from "uvu";
import * as assert from "uvu/assert";
import { definePlugin } from "../../lib/index.ts";
import { openEventQueue } from "../../lib/plugins/run/event-queue.ts";
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
      assert.is(await stops(), 1);
    },
    { pluginLimits: { wallMs: 50 } },
  ),
);

hanging("pauses a plugin that answers, but only just before it would be stopped, for longer each time", async () => {
  const clock = { nowMs: 0 };
  const noted: string[] = [];
  const said: string[] = [];
  let opened = 0;
  const engine = {
    capabilities: { methods: ["processEvent"], scheduled_tasks: [], jobs: [], metrics: {} },
    brokenBy: null,
    heldMs: 0,
    isHung: false,
    tookMs: 4900,
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
    disable: () => assert.unreachable("it answers"),
    note: (thrown) => void (thrown !== null && noted.push(thrown.message)),
  });
  let passed = 0;
  for (let turn = 0; turn < 40; turn++, clock.nowMs += 5000) {
    if ((await slow.ready()) === null) passed++;
    else slow.came(1);
  }
  assert.match(noted.at(-1) ?? "", /^Its events took 4900 ms each. Events pass the plugin by until /);
  assert.ok(passed > 20 && opened >= 3, `${passed} passed, ${opened} opened`);
  assert.match(said.join("\n"), /for 10 seconds[^]*for 20 seconds[^]*for 40 seconds/);
});

hanging(
  "an event waits for neither a setup nor a trial that hangs, and the plugin goes on when it has come back",
  async () => {
    const host = { capabilities: { methods: ["processEvent"] }, batch: async () => [{ kind: "nothing" }] };
    const opening = Promise.withResolvers<unknown>();
    const trial = Promise.withResolvers<unknown>();
    const came: number[] = [];
    const supervisor = {
      lostMs: 0,
      isDoubted: false,
      ready: () => opening.promise,
      came: (events: number) => void came.push(events),
    };
    const queue = openEventQueue(supervisor as never, { eventMs: 60_000, setupMs: 20 });
    const send = async (count = 1) => {
      const events = Array.from({ length: count }, () => ({ event: "a" }) as never);
      return (await queue.process(events, [])).map(({ kind }) => kind);
    };
    assert.equal(await send(2), ["passed", "passed"]);
    assert.equal(await send(), ["passed"]);
    opening.resolve(host);
    await new Promise(setImmediate);
    assert.equal(await send(), ["nothing"]);
    Object.assign(supervisor, { isDoubted: true });
    Object.assign(host, { batch: () => trial.promise });
    assert.equal(await send(3), ["passed", "passed", "passed"]);
    assert.equal(await send(), ["passed"]);
    assert.equal(came, [1]);
    trial.resolve([{ kind: "nothing" }]);
    await new Promise(setImmediate);
    Object.assign(supervisor, { isDoubted: false });
    assert.equal([await send(), came], [["nothing"], [1, 1, 1]]);
  },
);

hanging(
  "a plugin of the embedding program that never comes back pauses, and the other plugins of its events run",
  () => {
    const stuck = definePlugin({ name: "stuck", processEvent: () => new Promise(() => {}) });
    const marks = definePlugin({
      name: "marks",
      processEvent: (event) => ({ ...event, properties: { ...event.properties, marked: true } }),
    });
    return withPlugins(
      async ({ hoglet, send }) => {
        const lists = async () => {
          const {
            $plugins_failed: failed,
            $plugins_succeeded: succeeded,
            marked,
          } = (await send("a"))?.properties ?? {};
          return { failed, succeeded, marked };
        };
        assert.equal(await lists(), { failed: ["stuck (1)"], succeeded: ["marks (2)"], marked: true });
        assert.equal(await lists(), { failed: [], succeeded: ["marks (2)"], marked: true });
        const { enabled, error } = await hoglet.pluginConfigs.get(1);
        assert.is(enabled, true);
        assert.match(error?.message ?? "", /not done after 50 ms. Events pass the plugin by until/);
      },
      { plugins: [stuck, marks], pluginLimits: { wallMs: 50 } },
    );
  },
);

hanging("a config says after its first stop why its onEvent was stopped", () =>
  withPlugins(async ({ add, hoglet }) => {
    const id = await add("loops", `exports.onEvent = () => { for (;;); }`);
    await hoglet.capture({ event: "a", distinct_id: "u" });
    await hoglet.runDue();
    const { enabled, error } = await hoglet.pluginConfigs.get(id);
    assert.equal([enabled, error?.message], [true, "It computed for more than 250 ms."]);
  }),
);

hanging.run();
