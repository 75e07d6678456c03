import { suite } from "uvu";
import * as assert from "uvu/assert";
import { deleteProject } from "../../lib/admin/projects/index.ts";
import { openPlugins } from "./plugin-world.ts";

const remove = suite("deleteProject, of a project with plugins");

remove("leaves nothing of its configs, and all of the other's", async () => {
  const world = openPlugins();
  const { db } = world.ctx;
  const plugin = await world.install({ config: [{ key: "f", type: "attachment" }] });
  for (const project of [1, 2]) {
    const attachments = { f: { name: "f.txt", bytes: Buffer.from("x") } };
    const { id } = await world.setUp(plugin, { project, enabled: true, attachments });
    await world.configs.startJob(id, { type: "go", project });
    db.sql("INSERT INTO plugin_storage (config_id, key, value) VALUES (?, 'k', '1')").run(id);
    db.sql("INSERT INTO plugin_exports (project_id, config_id, seq) VALUES (?, ?, 1)").run(project, id);
    db.sql("INSERT INTO plugin_cache (plugin_id, project_id, key, value, config_id) VALUES (?, ?, 'k', '1', ?)").run(
      plugin.id,
      project,
      id,
    );
    db.sql(
      "INSERT INTO plugin_cache_items (plugin_id, project_id, key, position, value, config_id) VALUES (?, ?, 'l', 0, '1', ?)",
    ).run(plugin.id, project, id);
    db.sql("INSERT INTO plugin_metrics (project_id, config_id, hour, category) VALUES (?, ?, 0, 'x')").run(project, id);
    db.sql(
      `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
       VALUES ('', ?, ?, ?, 0, '', '', '', '')`,
    ).run(project, plugin.id, id);
  }
  const before = world.rows();
  const owned = Object.keys(before).filter((name) => before[name] === 2);
  assert.is(owned.length, 10);
  await deleteProject(world.ctx, 2);
  assert.equal(world.rows(), Object.fromEntries(Object.keys(before).map((name) => [name, 1])));
  assert.is((await world.configs.list()).count, 1);
});

remove.run();
