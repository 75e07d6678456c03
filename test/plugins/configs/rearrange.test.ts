import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPlugins, refusal } from "../plugin-world.ts";

const rearrange = suite("rearrangePluginConfigs");

rearrange("moves enabled configs of the project and passes over all others", async () => {
  const world = openPlugins();
  const plugin = await world.install();
  const ids: number[] = [];
  for (const input of [{ enabled: true }, { enabled: true, order: 2 }, {}, { enabled: true, project: 2 }]) {
    ids.push((await world.setUp(plugin, input)).id);
  }
  const [first = 0, second = 0, disabled = 0, foreign = 0] = ids;
  const logged = world.activity().length;
  const moved = await world.configs.rearrange({ [first]: 5, [second]: 2, [disabled]: 9, [foreign]: 9, 77: 9 });
  assert.equal(
    moved.map(({ id, order, plugin_info, delivery_rate_24h }) => [id, order, plugin_info.name, delivery_rate_24h]),
    [
      [first, 5, "mine", null],
      [second, 2, "mine", null],
    ],
  );
  assert.is((await world.configs.get(disabled)).order, 1);
  assert.is((await world.configs.get(foreign, { project: 2 })).order, 1);
  assert.equal(world.activity().slice(logged), [
    {
      what: `Plugin order_changed ${first}`,
      name: "mine",
      trigger: null,
      changes: [{ type: "Plugin", action: "changed", field: "order", before: 1, after: 5 }],
    },
  ]);
});

rearrange("refuses keys that are no ids and orders that are none", async () => {
  const { configs } = openPlugins();
  assert.is(await refusal(() => configs.rearrange({ x: 1 } as never)), "400 invalid_input orders__x");
  assert.is(await refusal(() => configs.rearrange({ 1: "x" } as never)), "400 invalid_input orders__1");
});

rearrange.run();
