import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPlugins, refusal } from "../plugin-world.ts";

const uninstall = suite("uninstallPlugin");

uninstall("takes its configs and all that hangs on them along, and leaves those of others", async () => {
  const world = openPlugins();
  const { db } = world.ctx;
  for (const name of ["one", "two"]) {
    const plugin = await world.install({ name, config: [{ key: "f", type: "attachment" }] });
    const attachments = { f: { name: "f.txt", bytes: Buffer.from("x") } };
    const { id } = await world.setUp(plugin, { enabled: true, attachments });
    await world.configs.startJob(id, { type: "go" });
    db.sql("INSERT INTO plugin_storage (config_id, key, value) VALUES (?, 'k', '1')").run(id);
    db.sql("INSERT INTO plugin_exports (project_id, config_id, seq) VALUES (1, ?, 1)").run(id);
    db.sql("INSERT INTO plugin_cache (plugin_id, project_id, key, value, config_id) VALUES (?, 1, 'k', '1', ?)").run(
      plugin.id,
      id,
    );
    db.sql(
      "INSERT INTO plugin_cache_items (plugin_id, project_id, key, position, value, config_id) VALUES (?, 1, 'l', 0, '1', ?)",
    ).run(plugin.id, id);
    db.sql("INSERT INTO plugin_metrics (project_id, config_id, hour, category) VALUES (1, ?, 0, 'onEvent')").run(id);
    db.sql(
      `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
       VALUES ('', 1, ?, ?, 0, '', '', '', '')`,
    ).run(plugin.id, id);
  }
  const before = world.rows();
  assert.is(Object.keys(before).length, 12);
  await world.plugins.uninstall(1);
  assert.equal(world.rows(), Object.fromEntries(Object.keys(before).map((name) => [name, 1])));
  assert.is((await world.configs.list()).results[0]?.name, "two");
  assert.is(world.activity().at(-1)?.what, "Plugin uninstalled 1");
});

uninstall("refuses a global one, and one that is not there", async () => {
  const { plugins, install: make } = openPlugins();
  const { id } = await make();
  await plugins.edit(id, { is_global: true });
  assert.is(await refusal(() => plugins.uninstall(id)), "400 invalid_input is_global");
  await plugins.edit(id, { is_global: false });
  await plugins.uninstall(id);
  assert.is(await refusal(() => plugins.uninstall(id)), "404 not_found null");
});

uninstall.run();
