import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const current = suite("the plugins of a project");

current("are those of the last save, by this handle or by another on the file", async () => {
  const folder = tempFolder();
  const file = folder.file("plugins.db");
  const [one, two] = [await createHoglet({ file }), await createHoglet({ file })];
  const { id: plugin } = await two.plugins.install({
    files: {
      "plugin.json": `{"name":"mark"}`,
      "index.js": `exports.processEvent = (e, { config }) => { e.properties.mark = config.mark; return e }`,
    },
  });
  const markOf = async (): Promise<unknown> => {
    await one.capture({ event: "a", distinct_id: "u" });
    const { results } = await one.events.list({ limit: 1 });
    return results[0]?.properties["mark"];
  };
  assert.is(await markOf(), undefined);
  const { id } = await two.pluginConfigs.create({ plugin, order: 1, enabled: true, config: { mark: 1 } });
  assert.is(await markOf(), 1);
  await two.pluginConfigs.update(id, { config: { mark: 2 } });
  assert.is(await markOf(), 2);
  await one.pluginConfigs.update(id, { config: { mark: 3 } });
  assert.is(await markOf(), 3);
  await two.pluginConfigs.update(id, { enabled: false });
  assert.is(await markOf(), undefined);
  await one.close();
  await two.close();
  folder.remove();
});

current.run();
