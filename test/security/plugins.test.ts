import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPluginHoglet, PUPPET } from "../plugins/run/plugin-hoglet.ts";
import { ATTACK_LIMITS, ATTACKS } from "./plugin-attacks.ts";

// Each attack in a handle that others use too: it ends, the event that brought it is stored, another plugin sees it, and the
// plugin works again on the next event. How long anybody waits meanwhile is measured by `npm run bench -- attacks`.

const attacks = suite("security: plugins");

for (const [name, { code, stopped, refused }] of Object.entries(ATTACKS)) {
  attacks(name, async () => {
    const world = await openPluginHoglet({ pluginLimits: ATTACK_LIMITS });
    try {
      const own = `${PUPPET} exports.metrics = { clicks: "sum" };`;
      await world.add("puppet", own);
      await world.add("bystander", `exports.processEvent = (e) => { e.properties.seen = 1; return e }`);
      const event = await world.send("attack", { code });
      assert.is(event?.properties["seen"], 1);
      if (refused !== undefined) assert.match(String(event?.properties["value"]), refused);
      // Whatever rest it was sent to is over by then.
      await world.pass(700_000);
      if (stopped !== undefined) assert.match((await world.logs(1)).join("\n"), stopped);
      const after = await world.send("after");
      assert.equal(after?.properties["$plugins_succeeded"], ["puppet (1)", "bystander (2)"]);
    } finally {
      await world.close();
    }
  });
}

attacks.run();
