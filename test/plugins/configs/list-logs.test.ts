import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listPluginLogs, PluginLogQuery } from "../../../lib/plugins/index.ts";
import type { PluginLogInput } from "../../../lib/plugins/index.ts";
import { parse } from "../../../lib/base/parse.ts";
import { openWorld } from "../../support/world.ts";
import { refusal } from "../plugin-world.ts";

const T = Date.parse("2024-06-10T10:00:00Z");

function open() {
  const { ctx } = openWorld();
  const add = ctx.db.sql(
    `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
     VALUES (?, ?, 4, ?, ?, 'CONSOLE', ?, ?, 'i')`,
  );
  const list = (query: PluginLogInput = {}, config = 15) =>
    listPluginLogs(ctx, 1, config, parse(PluginLogQuery, query)).results.map(({ message }) => message);
  add.run("a", 1, 15, T, "INFO", "Something happened!");
  add.run("b", 1, 15, T + 1000, "ERROR", "Größe 100%");
  add.run("c", 1, 15, T + 1000, "DEBUG", "later, at the same time");
  add.run("d", 1, 16, T, "INFO", "another config");
  add.run("e", 2, 15, T, "INFO", "another project");
  return { ctx, list };
}

const logs = suite("listPluginLogs");

logs("are those of one config, newest first, in the contract's shape", () => {
  const { ctx } = open();
  const { count, results } = listPluginLogs(ctx, 1, 15, parse(PluginLogQuery, { limit: 1, offset: 2 }));
  assert.is(count, 3);
  assert.is(
    JSON.stringify(results),
    JSON.stringify([
      {
        id: "a",
        team_id: 1,
        plugin_id: 4,
        plugin_config_id: 15,
        timestamp: "2024-06-10T10:00:00Z",
        source: "CONSOLE",
        type: "INFO",
        message: "Something happened!",
        instance_id: "i",
      },
    ]),
  );
});

logs("are filtered by time, text and type", () => {
  const { list } = open();
  assert.equal(list(), ["later, at the same time", "Größe 100%", "Something happened!"]);
  assert.equal(list({ search: "gRÖSSE" }), []);
  assert.equal(list({ search: "grÖße" }), ["Größe 100%"]);
  assert.equal(list({ search: "%" }), ["Größe 100%"]);
  assert.equal(list({ type_filter: ["INFO", "DEBUG"] }), ["later, at the same time", "Something happened!"]);
  assert.equal(list({ type_filter: "ERROR" }), ["Größe 100%"]);
  assert.equal(list({ after: "2024-06-10T10:00:00Z" }), ["later, at the same time", "Größe 100%"]);
  assert.equal(list({ before: "2024-06-10T10:00:01Z" }), ["Something happened!"]);
  assert.equal(list({ after: "2024-06-10T10:00:00Z", before: "2024-06-10T10:00:01Z" }), []);
  assert.equal(list({}, 77), []);
});

logs("refuse what cannot be read", async () => {
  const { list } = open();
  assert.is(await refusal(() => list({ limit: "x" as never })), "400 invalid_input limit");
  assert.is(await refusal(() => list({ offset: -1 })), "400 min_value offset");
  assert.is(await refusal(() => list({ after: "yesterday" })), "400 invalid_input after");
  assert.is(await refusal(() => list({ type_filter: "info" as never })), "400 invalid_input type_filter");
});

logs.run();
