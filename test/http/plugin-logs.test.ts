import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPlugins } from "../plugins/plugin-world.ts";
import { NOW_MS } from "../support/world.ts";

// The numbers are those of fixtures/cases/plugins.md.

const CONFIGS = "/api/projects/1/plugin_configs";

const logs = suite("GET P/plugin_configs/:plugin_config_id/logs");

async function openLogs(messages: readonly string[]) {
  const world = openPlugins();
  const plugin = await world.plugins.install({ plugin_type: "source", name: "typed" });
  const { id } = await world.setUp(plugin);
  const add = world.ctx.db.sql(
    `INSERT INTO plugin_logs (id, project_id, plugin_id, config_id, timestamp, source, type, message, instance_id)
     VALUES (?, 1, ?, ?, ?, 'CONSOLE', 'INFO', ?, ?)`,
  );
  for (const [index, message] of messages.entries()) {
    add.run(world.ctx.ids.uuid(NOW_MS), plugin.id, id, NOW_MS + 1000 * index, message, world.ctx.ids.uuid(NOW_MS));
  }
  const list = async (query = "", config: number | string = id) => {
    const path = `${CONFIGS}/${config}/logs/?${query}`;
    const { status, body } = await world.ask<Envelope>("GET", path);
    return { status, ...body, messages: body.results?.map(({ message }) => message) };
  };
  return { ...world, plugin, id, list };
}

interface Envelope {
  count: number;
  next: string | null;
  previous: string | null;
  results: { message: string }[];
  detail?: string;
}

logs("184: no entries", async () => {
  const { ask, id } = await openLogs([]);
  const { body } = await ask<unknown>("GET", `${CONFIGS}/${id}/logs/`);
  assert.equal(body, { next: null, previous: null, count: 0, results: [] });
});

logs("185, 187: search ignores case; limit=1 gives the newest", async () => {
  const { list } = await openLogs(["Something happened!", "Random error"]);
  assert.equal((await list("search=somethinG")).messages, ["Something happened!"]);
  assert.equal((await list("limit=1")).messages, ["Random error"]);
});

logs("188: pages with the true count", async () => {
  const { list } = await openLogs(Array.from({ length: 30 }, (_, index) => `entry ${index}`));
  const first = await list("limit=10");
  assert.equal([first.count, first.messages?.length, first.next === null], [30, 10, false]);
  const second = await list("limit=10&offset=10");
  assert.equal([second.count, second.messages?.[0]], [30, "entry 19"]);
  assert.is((await list("limit=10&offset=20")).next, null);
});

logs("190: after and before are strict", async () => {
  const { list } = await openLogs(["one", "two", "three"]);
  assert.equal((await list("after=2024-06-10T12:00:01Z")).messages, ["three"]);
  assert.equal((await list("before=2024-06-10T12:00:01Z")).messages, ["one"]);
});

logs("191: of another project's config, or none: 404, as for every other request about it", async () => {
  const { list, setUp, plugin } = await openLogs(["one"]);
  const other = await setUp(plugin, { project: 2 });
  for (const id of [other.id, 77, "x"]) assert.is((await list("", id)).status, 404, String(id));
});

logs("type_filter may be repeated; what cannot be read is 400", async () => {
  const { ctx, list } = await openLogs(["one", "two", "three"]);
  ctx.db.sql("UPDATE plugin_logs SET type = 'ERROR' WHERE message = 'two'").run();
  ctx.db.sql("UPDATE plugin_logs SET type = 'WARN' WHERE message = 'three'").run();
  assert.equal((await list("type_filter=ERROR")).messages, ["two"]);
  assert.equal((await list("type_filter=ERROR&type_filter=WARN")).messages, ["three", "two"]);
  assert.is((await list("type_filter=nothing&type_filter=WARN")).status, 400);
  const { status, detail } = await list("limit=x");
  assert.equal([status, detail], [400, "Query param limit must be omitted or an integer!"]);
});

logs.run();
