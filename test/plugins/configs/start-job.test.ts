import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPlugins, refusal } from "../plugin-world.ts";

const job = suite("startPluginJob");

job("queues the job for now, with what REST adds to its payload, and logs what triggered it", async () => {
  const world = openPlugins();
  const { id } = await world.setUp(await world.install());
  await world.configs.startJob(id, { type: "Export now", payload: { from: "2024-01-01" } });
  const [row] = world.ctx.db
    .sql("SELECT project_id, config_id, name, payload, run_at, attempts FROM plugin_jobs")
    .all();
  const { payload, ...rest } = row as { payload: string };
  assert.equal(rest, { project_id: 1, config_id: id, name: "Export now", run_at: 1718020800000, attempts: 0 });
  const { $job_id: jobId, ...given } = JSON.parse(payload) as Record<string, unknown>;
  assert.equal(given, { from: "2024-01-01", $operation: "start" });
  assert.match(String(jobId), /^[0-9a-f-]{36}$/);
  const entry = world.activity().at(-1);
  assert.is(entry?.what, `PluginConfig job_triggered ${id}`);
  assert.equal(entry?.trigger, { job_type: "Export now", job_id: jobId, payload: { from: "2024-01-01" } });
});

job("needs a type, and a config of the project", async () => {
  const world = openPlugins();
  const { id } = await world.setUp(await world.install());
  assert.is(await refusal(() => world.configs.startJob(id, {} as never)), "400 invalid_input job");
  assert.is(await refusal(() => world.configs.startJob(id, { type: "" })), "400 invalid_input job");
  assert.is(await refusal(() => world.configs.startJob(id, { type: "x", project: 2 })), "404 not_found null");
  assert.is(world.rows()["plugin_jobs"], undefined);
});

job.run();
