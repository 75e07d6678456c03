import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listEnabledConfigs } from "../../lib/plugins/index.ts";
import { SECRET_MASK } from "../../lib/plugins/configs/values.ts";
import { openPlugins } from "../plugins/plugin-world.ts";
import type { PluginWorld } from "../plugins/plugin-world.ts";
import { NOW_MS } from "../support/world.ts";
import type { Reply } from "./ask.ts";

// The numbers are those of fixtures/cases/plugins.md.

const CONFIGS = "/api/projects/1/plugin_configs";

interface Wire {
  id: number;
  enabled: boolean;
  order: number;
  config: string;
  plugin_info: string;
  delivery_rate_24h: string;
  name: string;
  [field: string]: unknown;
}

const SCHEMA = [
  { key: "token", secret: true, type: "string" },
  { key: "bar", type: "string" },
  { key: "db", type: "attachment" },
  { key: "pem", type: "attachment", secret: true },
];

async function open() {
  const world = openPlugins();
  const plugin = await world.install({ config: SCHEMA });
  const send = (method: string, path = "", body?: unknown) =>
    world.ask<Wire>(method, `${CONFIGS}${path}/`, body === undefined ? {} : { body });
  const make = async (input: object = {}) => (await send("POST", "", { plugin: plugin.id, order: 1, ...input })).body;
  return { ...world, plugin, send, make };
}

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const error = ({ status, body }: Reply<unknown>) => {
  const { code, attr, detail } = body as Record<string, unknown>;
  return [status, code, attr, detail];
};

const refused = ({ status, body }: Reply<unknown>) => {
  const { code, attr } = body as Record<string, unknown>;
  return [status, code, attr];
};

const lists = suite("GET P/plugin_configs");

lists("154: by order, deleted ones left out, with rates, names and plugins (strings, by the contract)", async () => {
  const { ctx, send, make, ask } = await open();
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
  const { make, ask } = await open();
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
    const { send, plugin } = await open();
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
  const { ask, make, plugin } = await open();
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
  const { send, ask, plugin, rows } = await open();
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
  const { send, plugin, rows } = await open();
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
  const { send } = await open();
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
  const { send, make, ask } = await open();
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

const patches = suite("PATCH P/plugin_configs/:id");

patches(
  "163: another plugin replaces the one that it runs (in PostHog it is ignored); the same changes nothing",
  async () => {
    const { ctx, install, send, make, plugin, activity, rows } = await open();
    const other = await install({
      name: "other",
      config: [
        { key: "bar", type: "string" },
        { key: "token", type: "string" },
        { key: "mode", type: "string", default: "fast" },
      ],
    });
    const { id } = await make({ config: { token: "s3cret", bar: "kept", unknown: 1 } });
    ctx.db.sql("INSERT INTO plugin_storage (config_id, key, value) VALUES (?, 'k', '1')").run(id);
    assert.is((await send("PATCH", `/${id}`, { plugin: plugin.id })).body["plugin"], plugin.id);
    assert.equal(
      activity().filter(({ what }) => what.startsWith("PluginConfig")),
      [],
    );
    const { status, body } = await send("PATCH", `/${id}`, { plugin: other.id, enabled: true });
    assert.equal(
      [status, body["plugin"], body.name, JSON.parse(body.config), body.enabled],
      [200, other.id, "other", { bar: "kept", mode: "fast" }, true],
    );
    // The old plugin's secret is gone: the new plugin could send it anywhere.
    assert.equal(listEnabledConfigs(ctx, 1)[0]?.config, { bar: "kept", mode: "fast" });
    assert.is(rows()["plugin_storage"], undefined);
    const [entry] = activity().filter(({ what }) => what.includes("plugin_changed"));
    assert.equal([entry?.changes[0]?.["before"], entry?.changes[0]?.["after"]], ["mine", "other"]);
  },
);

patches(
  "a plugin that is none, or whose required fields would have no value, is refused, and nothing changes",
  async () => {
    const { install, send, make, plugin } = await open();
    const { id } = await make({ config: { bar: "b" } });
    const strict = await install({ name: "strict", config: [{ key: "region", type: "string", required: true }] });
    assert.equal(refused(await send("PATCH", `/${id}`, { plugin: 99 })), [400, "does_not_exist", "plugin"]);
    assert.equal(refused(await send("PATCH", `/${id}`, { plugin: "abc" })), [400, "invalid_input", "plugin"]);
    assert.equal(refused(await send("PATCH", `/${id}`, { plugin: strict.id })), [400, "required", "config__region"]);
    const kept = (await send("GET", `/${id}`)).body;
    assert.equal([kept["plugin"], kept.config], [plugin.id, '{"bar":"b"}']);
    const { body } = await send("PATCH", `/${id}`, { plugin: strict.id, config: { region: "eu" } });
    assert.equal([body["plugin"], body.config], [strict.id, '{"region":"eu"}']);
  },
);

patches("the new plugin is set up, and says so when it cannot be", async () => {
  const { install, send, make } = await open();
  const { id } = await make({ enabled: true });
  const broken = await install(
    { name: "broken" },
    { "index.ts": "export function setupPlugin() { throw Error('no luck') }" },
  );
  const { body } = await send("PATCH", `/${id}`, { plugin: broken.id });
  assert.equal([body.enabled, /no luck/.test(String(body["error"]))], [false, true]);
});

patches("164: a form changes enabled, order and config", async () => {
  const { ask, make } = await open();
  const { id } = await make();
  const body = form({ enabled: "true", order: "8", config: '{"bar":"b"}' });
  const reply = await ask<Wire>("PATCH", `${CONFIGS}/${id}`, { body });
  assert.equal([reply.body.enabled, reply.body.order, reply.body.config], [true, 8, '{"bar":"b"}']);
});

/** The stored value of the secret, as the plugin gets it. */
function token({ ctx }: Pick<PluginWorld, "ctx">): unknown {
  return listEnabledConfigs(ctx, 1)[0]?.config["token"];
}

patches("166: a config that lacks the secret leaves it as it is, masked", async () => {
  const world = await open();
  const { id, config } = await world.make({ enabled: true, config: { token: "s3cret" } });
  assert.equal(JSON.parse(config), { token: SECRET_MASK });
  const { body } = await world.send("PATCH", `/${id}`, { config: { bar: "x" } });
  assert.equal(JSON.parse(body.config), { bar: "x", token: SECRET_MASK });
  assert.is(token(world), "s3cret");
});

patches("167: the mask is stored like any other value; an empty text clears", async () => {
  const world = await open();
  const { id } = await world.make({ enabled: true, config: { token: "s3cret" } });
  await world.send("PATCH", `/${id}`, { config: { token: SECRET_MASK } });
  assert.is(token(world), SECRET_MASK);
  const { body } = await world.send("PATCH", `/${id}`, { config: { token: "" } });
  assert.equal([body.config, token(world)], ['{"token":""}', ""]);
});

patches("169: files by multipart: added, replaced, removed; a secret one shows nothing", async () => {
  const { ask, make } = await open();
  const { id } = await make();
  const patch = async (fields: Record<string, string | File>) => {
    const { body, status } = await ask<Wire>("PATCH", `${CONFIGS}/${id}`, { body: form(fields) });
    return status === 200 ? (JSON.parse(body.config) as Record<string, unknown>) : [status, body["attr"]];
  };
  const file = new File(["abc"], "a.mmdb", { type: "application/octet-stream" });
  assert.equal(await patch({ "add_attachment[db]": file, "add_attachment[pem]": file }), {
    db: { uid: 1, saved: true, size: 3, name: "a.mmdb", type: "application/octet-stream" },
    pem: { uid: -1, saved: true, size: -1, name: SECRET_MASK, type: "application/octet-stream" },
  });
  const other = new File(["abcd"], "b.txt", { type: "text/plain" });
  assert.equal(await patch({ "add_attachment[db]": other, "remove_attachment[pem]": "1" }), {
    db: { uid: 1, saved: true, size: 4, name: "b.txt", type: "text/plain" },
  });
  assert.equal(await patch({ "remove_attachment[pem]": "1" }), [400, "attachments__pem"]);
  assert.equal(await patch({ "add_attachment[db]": "text" }), [400, "attachments__db"]);
});

patches("170: the history has enabled, disabled and config_updated, secrets masked on both sides", async () => {
  const { send, make, ask } = await open();
  const { id } = await make({ config: { token: "s3cret", bar: "a" } });
  await send("PATCH", `/${id}`, { enabled: true });
  await send("PATCH", `/${id}`, { enabled: false });
  await send("PATCH", `/${id}`, { config: { token: "other", bar: "b" } });
  await send("PATCH", `/${id}`, { order: 5, name: "n", description: "d" });
  const { body } = await ask<{ results: Record<string, unknown>[]; total_count: number }>(
    "GET",
    `${CONFIGS}/${id}/activity/?limit=2`,
  );
  assert.is(body.total_count, 3);
  assert.equal(
    body.results.map(({ activity, item_id, scope }) => [activity, item_id, scope]),
    [
      ["config_updated", String(id), "PluginConfig"],
      ["disabled", String(id), "PluginConfig"],
    ],
  );
  const type = "PluginConfig";
  const detail = body.results[0]?.["detail"] as { name: string; changes: unknown } | undefined;
  assert.is(detail?.name, "mine");
  assert.equal(detail?.changes, [
    { type, action: "changed", field: "token", before: SECRET_MASK, after: SECRET_MASK },
    { type, action: "changed", field: "bar", before: "a", after: "b" },
  ]);
});

patches.run();

const rearranges = suite("PATCH P/plugin_configs/rearrange");

rearranges("173: a bare array of the enabled ones in the order of making; each move is logged", async () => {
  const { ask, make, activity } = await open();
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
  const { ask, make } = await open();
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
  const { send, make, rows } = await open();
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
  const world = await open();
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
  const world = await open();
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
    const { setUp, plugin, ask } = await open();
    const other = await setUp(plugin, { project: 2 });
    const [theirs, none] = await Promise.all(
      [other.id, 77].map((id) => ask<unknown>(method, `${CONFIGS}/${id}${path}`, body === undefined ? {} : { body })),
    );
    assert.equal([theirs?.status, theirs?.body], [404, none?.body]);
    assert.is(none?.status, 404);
  });
}

strangers.run();
