import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPluginHoglet, PUPPET } from "../plugins/run/plugin-hoglet.ts";
import type { PluginHoglet } from "../plugins/run/plugin-hoglet.ts";
import { ATTACK_LIMITS, ATTACKS, PATIENT_LIMITS } from "./plugin-attacks.ts";
import { oneIn } from "../support/rounds.ts";

// Each attack by a plugin of its own in a handle that others use too: it ends, the event that brought it is stored, another
// plugin sees it, and the plugin works again on the next event. All attacks hit the same two handles and the same other plugins,
// which outlive them. How long anybody waits meanwhile is measured by `npm run bench -- attacks`.

const attacks = suite("security: plugins");
// Each takes the time that a plugin may take.
const attack = oneIn(12, attacks);

interface Attacked {
  world: PluginHoglet;
  bystander: number;
}

let strict: Attacked;
let patient: Attacked;

attacks.before(async () => {
  strict = await open(ATTACK_LIMITS);
  patient = await open(PATIENT_LIMITS);
});
attacks.after(async () => {
  await strict.world.close();
  await patient.world.close();
});

for (const [name, { code, stopped, refused }] of Object.entries(ATTACKS)) {
  attack(name, async () => {
    const { world, bystander } = stopped?.test("computed for more than 250 ms") === true ? strict : patient;
    const puppet = await world.add("puppet", `${PUPPET} exports.metrics = { clicks: "sum" };`);
    try {
      const event = await world.send("attack", { code });
      assert.is(event?.properties["seen"], 1);
      if (refused !== undefined) assert.match(String(event?.properties["value"]), refused);
      // Whatever rest it was sent to is over by then.
      await world.pass(700_000);
      if (stopped !== undefined) assert.match((await world.logs(puppet)).join("\n"), stopped);
      const after = await world.send("after");
      const succeeded = [`puppet (${puppet})`, `bystander (${bystander})`];
      assert.equal(after?.properties["$plugins_succeeded"], succeeded);
    } finally {
      await world.hoglet.pluginConfigs.delete(puppet);
    }
  });
}

async function open(pluginLimits: typeof ATTACK_LIMITS): Promise<Attacked> {
  const world = await openPluginHoglet({ pluginLimits });
  const source = `exports.processEvent = (e) => { e.properties.seen = 1; return e }`;
  return { world, bystander: await world.add("bystander", source, { order: 1000 }) };
}

attacks.run();
