import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NOW_MS } from "../support/world.ts";
import type { Reply } from "./ask.ts";
import { CONFIGS, form, openConfigs, refused } from "./plugin-config-world.ts";
import type { Wire } from "./plugin-config-world.ts";

// The numbers are those of fixtures/cases/plugins.md.

const error = ({ status, body }: Reply<unknown>) => {
  const { code, attr, detail } = body as Record<string, unknown>;
  return [status, code, attr, detail];
};

const lists = suite("GET P/plugin_configs");

lists("154: by order, deleted ones left out, with rates, names and plugins (strings, by the contract)", async () => {
  const { ctx, send, make, ask } = await openConfigs();
  const second = await make({ order: 2, name: "own name" });
  const first = await make({ order: 1 });
  await make({ order: 0, deleted: true });
  ctx.db
    .sql(
      "INSERT INTO plugin_metrics (project_id, config_id, hour, category, successes, failures) VALUES (1, ?, ?, 'x', 5, 5)",
    )
    .run(first.id, NOW_MS - 3_600_000);
  const { body } = await ask<{ count: number; results: Wire[] }>("GET", CONFIGS);
  assert.is(body.count, 2);
  assert.equal(
    body.results.map(({ id, name, plugin_info, delivery_rate_24h }) => {
      return [id, name, (JSON.parse(plugin_info) as { name: string }).name, delivery_rate_24h];
    }),
    [
      [first.id, "mine", "mine", "0.5"],
      [second.id, "own name", "mine", ""],
    ],
  );
  const one = (await send("GET", `/${first.id}`)).body;
  assert.is(one.delivery_rate_24h, "0.5");
  assert.is((JSON.parse(one.plugin_info) as { name: string }).name, "mine");
});

lists("pages with links; the older path works", async () => {
  const { make, ask } = await openConfigs();
  for (const order of [1, 2, 3]) await make({ order });
  const { body } = await ask<{ next: string; previous: string; results: Wire[] }>("GET", `${CONFIGS}?limit=1&offset=1`);
  assert.match(body.next, /\/api\/projects\/1\/plugin_configs\?limit=1&offset=2$/);
  assert.match(body.previous, /\/plugin_configs\?limit=1$/);
  assert.equal([body.results.length, body.results[0]?.order], [1, 2]);
  assert.is((await ask<{ count: number }>("GET", "/api/plugin_config/")).body.count, 3);
});

lists.run();

const creates = suite("POST P/plugin_configs");

creates(
  "the contract's example, plugin and order alone: 201, keys in its order, strings where it says so",
  async () => {
    const { send, plugin } = await openConfigs();
    const { status, body } = await send("POST", "", { plugin: plugin.id, order: 1 });
    assert.is(status, 201);
    assert.is(
      Object.keys(body).join(),
      "id,plugin,enabled,order,config,error,team_id,plugin_info,delivery_rate_24h,created_at,updated_at,name,description,deleted",
    );
    assert.equal([body.config, body["error"], body.delivery_rate_24h, body.enabled], ["{}", "", "", false]);
    assert.is((JSON.parse(body.plugin_info) as { id: number }).id, plugin.id);
  },
);

creates("155: by a form with config as JSON text; by JSON as an object or text (ours)", async () => {
  const { ask, make, plugin } = await openConfigs();
  const body = form({ plugin: String(plugin.id), order: "0", enabled: "true", config: '{"bar":"moop"}' });
  const reply = await ask<Wire>("POST", CONFIGS, { body });
  assert.equal([reply.status, reply.body.config, reply.body.enabled], [201, '{"bar":"moop"}', true]);
  const encoded = new URLSearchParams({ plugin: String(plugin.id), order: "0", config: '{"bar":"x"}' }).toString();
  const contentType = "application/x-www-form-urlencoded";
  assert.is((await ask<Wire>("POST", CONFIGS, { body: encoded, contentType })).body.config, '{"bar":"x"}');
  assert.is((await make({ config: { bar: 1 } })).config, '{"bar":1}');
  assert.is((await make({ config: '{"bar":2}' })).config, '{"bar":2}');
});

creates("what is no object is no config, and a text no file", async () => {
  const { send, ask, plugin, rows } = await openConfigs();
  for (const config of [[1], "[1]", "nothing", "3", 3, true]) {
    const { status, body } = await send("POST", "", { plugin: plugin.id, order: 1, config });
    assert.equal([status, body["code"], body["attr"]], [400, "invalid_input", "config"], JSON.stringify(config));
  }
  const body = form({ plugin: String(plugin.id), order: "1", "add_attachment[db]": "text" });
  assert.equal(error(await ask("POST", CONFIGS, { body })), [
    400,
    "invalid_input",
    "attachments__db",
    "Expected a file.",
  ]);
  assert.is(rows()["plugin_configs"], undefined);
});

creates("157: order and plugin are required, and of both only the first is reported", async () => {
  const { send, plugin, rows } = await openConfigs();
  assert.equal(error(await send("POST", "", { plugin: plugin.id })), [
    400,
    "required",
    "order",
    "This field is required.",
  ]);
  assert.equal(refused(await send("POST", "", { order: 1 })), [400, "required", "plugin"]);
  assert.equal(refused(await send("POST", "", {})), [400, "required", "plugin"]);
  assert.is(rows()["plugin_configs"], undefined);
});

creates("158: an unknown plugin", async () => {
  const { send } = await openConfigs();
  assert.equal(error(await send("POST", "", { plugin: 99, order: 1 })), [
    400,
    "does_not_exist",
    "plugin",
    'Invalid pk "99" - object does not exist.',
  ]);
});

creates.run();

const deletes = suite("DELETE P/plugin_configs/:id");

deletes("160, 161: 204, the row is there still, disabled, and out of the list; again 204; unknown 404", async () => {
  const { send, make, ask } = await openConfigs();
  const { id } = await make({ enabled: true });
  assert.is((await send("DELETE", `/${id}`)).status, 204);
  assert.is((await send("DELETE", `/${id}`)).status, 204);
  const { status, body } = await send("GET", `/${id}`);
  assert.equal([status, body.enabled, body["deleted"]], [200, false, true]);
  assert.is((await ask<{ count: number }>("GET", CONFIGS)).body.count, 0);
  assert.is((await send("DELETE", "/77")).status, 404);
  assert.is((await send("DELETE", "/x")).status, 404);
});

deletes.run();

const rearranges = suite("PATCH P/plugin_configs/rearrange");

rearranges("173: a bare array of the enabled ones in the order of making; each move is logged", async () => {
  const { ask, make, activity } = await openConfigs();
  const ids: number[] = [];
  for (const order of [2, 1, 3]) ids.push((await make({ enabled: true, order })).id);
  const [a = 0, b = 0, c = 0] = ids;
  const body = { orders: { [a]: 1, [b]: 0, [c]: 3 } };
  const reply = await ask<Wire[]>("PATCH", `${CONFIGS}/rearrange`, { body });
  assert.equal(
    reply.body.map(({ id, order }) => [id, order]),
    [
      [a, 1],
      [b, 0],
      [c, 3],
    ],
  );
  assert.equal(
    activity()
      .filter(({ what }) => what.includes("order_changed"))
      .map(({ what, changes: [change] }) => [what, change?.["before"], change?.["after"]]),
    [
      [`Plugin order_changed ${a}`, 2, 1],
      [`Plugin order_changed ${b}`, 1, 0],
    ],
  );
});

rearranges("175: without orders nothing changes; keys that are no ids are 400", async () => {
  const { ask, make } = await openConfigs();
  await make({ enabled: true, order: 4 });
  const { status, body } = await ask<Wire[]>("PATCH", `${CONFIGS}/rearrange`, { body: {} });
  assert.equal([status, body.map(({ order }) => order)], [200, [4]]);
  for (const [orders, attr] of [
    [{ x: 1 }, "orders__x"],
    [[1], "orders"],
    ["1", "orders"],
  ] as const) {
    const reply = await ask("PATCH", `${CONFIGS}/rearrange`, { body: { orders } });
    assert.equal(refused(reply), [400, "invalid_input", attr]);
  }
});

rearranges.run();

const actions = suite("POST P/plugin_configs/:id/job, GET …/frontend, POST …/migrate");

actions("176: a job needs a type; queued it answers 200 without a body, as a request without a job does", async () => {
  const { send, make, rows } = await openConfigs();
  const { id } = await make();
  const none = await send("POST", `/${id}/job`, {});
  assert.equal([none.status, none.body as unknown, rows()["plugin_jobs"]], [200, null, undefined]);
  for (const body of [{ job: {} }, { job: { type: "" } }, { job: 3 }, { job: { type: null } }]) {
    const { status, body: answer } = await send("POST", `/${id}/job`, body);
    assert.equal([status, answer["detail"]], [400, "The job type must be specified!"], JSON.stringify(body));
  }
  const listed = await send("POST", `/${id}/job`, { job: { type: "go", payload: [1] } });
  assert.equal(refused(listed), [400, "invalid_input", "job__payload"]);
  const { status, body } = await send("POST", `/${id}/job`, { job: { type: "Export now" } });
  assert.equal([status, body as unknown, rows()["plugin_jobs"]], [200, null, 1]);
});

actions("178, 179: the frontend is JavaScript: the transpiled text, or one that says there is none", async () => {
  const world = await openConfigs();
  const { id } = await world.make();
  const none = await world.ask<string>("GET", `${CONFIGS}/${id}/frontend/`);
  assert.equal([none.status, none.headers.get("content-type")], [200, "application/javascript; charset=UTF-8"]);
  assert.is(none.body, 'export function getFrontendApp () { return {"no_frontend":true} }');
  const plugin = await world.install({}, { "frontend.tsx": "export const scene = 1 as number" });
  const shown = await world.make({ plugin: plugin.id });
  const { body } = await world.ask<string>("GET", `${CONFIGS}/${shown.id}/frontend/`);
  const stored = world.ctx.db
    .sql("SELECT frontend_code FROM plugin_sources WHERE plugin_id = ?")
    .pluck()
    .get(plugin.id);
  assert.ok(body.includes(String(stored)));
  assert.match(String(stored), /const scene = 1 ; exports\.scene = scene/);
});

actions("181: a config is migrated to the newest version of its plugin; at it, nothing changes", async () => {
  const world = await openConfigs();
  const { id } = await world.make({ enabled: true });
  const before = (await world.send("GET", `/${id}`)).body["updated_at"];
  const none = await world.send("POST", `/${id}/migrate`);
  assert.equal([none.status, none.body["updated_at"]], [200, before]);
  const files = { "plugin.json": '{"name":"second"}', "index.ts": "" };
  await world.plugins.update(world.plugin.id, { files });
  const { status, body } = await world.send("POST", `/${id}/migrate`);
  assert.equal([status, body.id, body.name, body.enabled], [200, id, "second", true]);
});

actions.run();

const strangers = suite("P/plugin_configs/:id of another project");

for (const [method, path, body] of [
  ["GET", "", undefined],
  ["PATCH", "", { enabled: "perhaps" }],
  ["DELETE", "", undefined],
  ["GET", "/activity/?limit=x", undefined],
  ["GET", "/frontend", undefined],
  ["POST", "/job", {}],
  ["POST", "/migrate", {}],
] as const) {
  strangers(`${method} ${path}: 404 as of one that is not there, whatever the input`, async () => {
    const { setUp, plugin, ask } = await openConfigs();
    const other = await setUp(plugin, { project: 2 });
    const [theirs, none] = await Promise.all(
      [other.id, 77].map((id) => ask<unknown>(method, `${CONFIGS}/${id}${path}`, body === undefined ? {} : { body })),
    );
    assert.equal([theirs?.status, theirs?.body], [404, none?.body]);
    assert.is(none?.status, 404);
  });
}

strangers.run();
