import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SECRET_MASK } from "../../../lib/plugins/configs/values.ts";
import { listEnabledConfigs } from "../../../lib/plugins/configs/enabled.ts";
import type { PluginConfigRecord } from "../../../lib/plugins/index.ts";
import { openPlugins, refusal } from "../plugin-world.ts";
import type { PluginWorld } from "../plugin-world.ts";

const CONFIG = [
  { key: "token", secret: true, type: "string" },
  { key: "region", default: "eu" },
  { key: "db", type: "attachment" },
  { key: "key file", type: "attachment", secret: true },
];

/** The values of a config as its plugin gets them. */
function valuesOf({ ctx }: PluginWorld, { id }: PluginConfigRecord): Record<string, unknown> | undefined {
  return listEnabledConfigs(ctx, 1).find((config) => config.id === id)?.config;
}

async function openWithPlugin() {
  const world = openPlugins();
  return { ...world, plugin: await world.install({ config: CONFIG, description: "what it does" }) };
}

const create = suite("createPluginConfig");

create("gives the whole config, with defaults and the plugin, in the contract's order", async () => {
  const world = await openWithPlugin();
  const config = await world.setUp(world.plugin, { config: { token: "s3cret" } });
  assert.is(
    Object.keys(config).join(),
    "id,plugin,enabled,order,config,error,team_id,plugin_info,delivery_rate_24h,created_at,updated_at,name,description,deleted",
  );
  assert.equal(
    { ...config, plugin_info: config.plugin_info?.id },
    {
      id: 1,
      plugin: 1,
      enabled: false,
      order: 1,
      config: { token: SECRET_MASK, region: "eu" },
      error: null,
      team_id: 1,
      plugin_info: 1,
      delivery_rate_24h: null,
      created_at: "2024-06-10T12:00:00Z",
      updated_at: "2024-06-10T12:00:00Z",
      name: "mine",
      description: "what it does",
      deleted: false,
    },
  );
});

create("takes config as JSON text too; several configs of one plugin are fine", async () => {
  const world = await openWithPlugin();
  const one = await world.setUp(world.plugin, { config: '{"region":"us"}', enabled: true, name: "", description: "d" });
  assert.equal([one.config, one.enabled, one.name, one.description], [{ region: "us" }, true, "mine", "d"]);
  const two = await world.setUp(world.plugin, { config: { region: undefined }, enabled: true });
  assert.equal(valuesOf(world, two), {});
});

create("an enabled one is logged with each value that was added", async () => {
  const world = await openWithPlugin();
  await world.setUp(world.plugin, { config: { token: "s3cret" } });
  await world.setUp(world.plugin, { config: { token: "s3cret" }, enabled: true });
  const type = "PluginConfig";
  assert.equal(world.activity().slice(1), [
    {
      what: "PluginConfig enabled 2",
      name: "mine",
      trigger: null,
      changes: [
        { type, action: "created", field: "token", before: SECRET_MASK, after: SECRET_MASK },
        { type, action: "created", field: "region", before: null, after: "eu" },
      ],
    },
  ]);
});

const WRONG: [input: Record<string, unknown>, wanted: string][] = [
  [{ plugin: 99 }, "400 does_not_exist plugin"],
  [{ plugin: "x" }, "400 invalid_input plugin"],
  [{ order: 1.5 }, "400 invalid_input order"],
  [{ order: 2 ** 31 }, "400 max_value order"],
  [{ enabled: "perhaps" }, "400 invalid_input enabled"],
  [{ name: "x".repeat(401) }, "400 max_length name"],
  [{ description: "x".repeat(1001) }, "400 max_length description"],
  [{ config: "{" }, "400 invalid_input config"],
  [{ config: "[]" }, "400 invalid_input config"],
  [{ config: 3 }, "400 invalid_input config"],
  [{ attachments: { a: { name: "x", bytes: "text" } } }, "400 invalid_input attachments__a__bytes"],
  [{ attachments: { a: null } }, "400 invalid_input attachments__a"],
];

for (const [input, wanted] of WRONG) {
  create(`refuses ${JSON.stringify(input).slice(0, 60)}, and stores nothing`, async () => {
    const world = await openWithPlugin();
    assert.is(await refusal(() => world.setUp(world.plugin, input)), wanted);
    assert.equal(world.rows(), { plugins: 1, plugin_sources: 1 });
  });
}

create.run();

const update = suite("updatePluginConfig");

update("keeps what is absent; every save is later than the one before, also under a frozen clock", async () => {
  const world = await openWithPlugin();
  const { id } = await world.setUp(world.plugin, { enabled: true, name: "n", config: { token: "s3cret" } });
  const one = await world.configs.update(id, { order: 7 });
  const two = await world.configs.update(id, { name: null });
  assert.equal([one.order, one.name, one.enabled, one.config["token"]], [7, "n", true, SECRET_MASK]);
  assert.equal([two.order, two.name], [7, "mine"]);
  assert.equal([one.updated_at, two.updated_at], ["2024-06-10T12:00:00.001000Z", "2024-06-10T12:00:00.002000Z"]);
  assert.equal(valuesOf(world, two), { token: "s3cret", region: "eu" });
  assert.is(world.activity().length, 2);
});

update("secrets: missing and null keep, empty clears, the mask is stored", async () => {
  const world = await openWithPlugin();
  const config = await world.setUp(world.plugin, { enabled: true, config: { token: "s3cret" } });
  const set = async (values: Record<string, unknown>) => {
    const { config: shown } = await world.configs.update(config.id, { config: values });
    return [shown, valuesOf(world, config)];
  };
  assert.equal(await set({ region: "us" }), [
    { region: "us", token: SECRET_MASK },
    { region: "us", token: "s3cret" },
  ]);
  assert.equal(await set({ token: null }), [{ token: SECRET_MASK }, { token: "s3cret" }]);
  assert.equal(await set({ token: SECRET_MASK }), [{ token: SECRET_MASK }, { token: SECRET_MASK }]);
  assert.equal(await set({ token: "" }), [{ token: "" }, { token: "" }]);
  assert.equal(await set({}), [{ token: "" }, { token: "" }]);
});

update("deleted disables, and what is deleted cannot be enabled; false brings it back", async () => {
  const world = await openWithPlugin();
  const { id } = await world.setUp(world.plugin, { enabled: true });
  const gone = await world.configs.update(id, { deleted: true });
  assert.equal([gone.deleted, gone.enabled], [true, false]);
  assert.equal((await world.configs.list()).results, []);
  assert.is((await world.configs.update(id, { enabled: true })).enabled, false);
  const back = await world.configs.update(id, { deleted: false, enabled: true });
  assert.equal([back.deleted, back.enabled], [false, true]);
  assert.equal(
    world.activity().map(({ what }) => what),
    ["Plugin installed 1", "PluginConfig enabled 1", "PluginConfig disabled 1", "PluginConfig enabled 1"],
  );
});

update("is of one project alone", async () => {
  const world = await openWithPlugin();
  const { id } = await world.setUp(world.plugin);
  assert.is(await refusal(() => world.configs.update(id, { order: 2, project: 2 })), "404 not_found null");
  assert.is(await refusal(() => world.configs.get(id, { project: 2 })), "404 not_found null");
  assert.is(await refusal(() => world.configs.delete(id, { project: 2 })), "404 not_found null");
});

update("enabling again forgets what had stopped it", async () => {
  const world = await openWithPlugin();
  const { id } = await world.setUp(world.plugin);
  world.ctx.db.sql(`UPDATE plugin_configs SET error = '{"message":"m","time":"t"}'`).run();
  assert.equal((await world.configs.update(id, { order: 3 })).error, { message: "m", time: "t" });
  assert.is((await world.configs.update(id, { enabled: true })).error, null);
});

update.run();

const files = suite("attachments");

files("are added, replaced under the same uid, and taken away; each is logged by its names", async () => {
  const world = await openWithPlugin();
  const bytes = Buffer.from([0, 1, 2]);
  const { id, config } = await world.setUp(world.plugin, { attachments: { db: { name: "a.mmdb", bytes } } });
  assert.equal(config["db"], { uid: 1, saved: true, size: 3, name: "a.mmdb", type: "application/octet-stream" });
  const put = async (attachments: object) => (await world.configs.update(id, { attachments } as never)).config["db"];
  const other = { name: "b.txt", type: "text/plain", bytes: Buffer.from("four") };
  assert.equal(await put({ db: other }), { uid: 1, saved: true, size: 4, name: "b.txt", type: "text/plain" });
  assert.is(await put({ db: null }), undefined);
  assert.is(await refusal(() => put({ db: null })), "400 invalid_input attachments__db");
  assert.equal(
    world
      .activity()
      .slice(1)
      .map(({ what, changes: [change] }) => [what, change?.["field"], change?.["before"], change?.["after"]]),
    [
      ["PluginConfig attachment_created 1", "db", null, "a.mmdb"],
      ["PluginConfig attachment_updated 1", "db", "a.mmdb", "b.txt"],
      ["PluginConfig attachment_deleted 1", "db", "b.txt", null],
    ],
  );
});

files("of a secret field show nothing but that they are there, in answers and in the log", async () => {
  const world = await openWithPlugin();
  const file = { name: "private.pem", type: "text/plain", bytes: Buffer.from("key material") };
  const { config } = await world.setUp(world.plugin, { enabled: true, attachments: { "key file": file } });
  const shown = { uid: -1, saved: true, size: -1, name: SECRET_MASK, type: "application/octet-stream" };
  assert.equal(config["key file"], shown);
  assert.not.match(JSON.stringify(world.activity()), "private");
  const [open] = listEnabledConfigs(world.ctx, 1);
  assert.equal(open?.secrets, ["private.pem", "key material"]);
  assert.equal(open?.attachments, {
    "key file": {
      fileName: "private.pem",
      contentType: "text/plain",
      contents: Buffer.from("key material"),
      isSecret: true,
    },
  });
});

files.run();

const remove = suite("deletePluginConfig");

remove("disables and marks: gone from the list, still to be had; a second time changes nothing", async () => {
  const world = await openWithPlugin();
  const { id } = await world.setUp(world.plugin, { enabled: true });
  await world.configs.delete(id);
  const gone = await world.configs.get(id);
  await world.configs.delete(id);
  assert.equal(await world.configs.get(id), gone);
  assert.equal([gone.enabled, gone.deleted], [false, true]);
  assert.is((await world.configs.list()).count, 0);
  assert.is(world.activity().length, 2);
  assert.is(await refusal(() => world.configs.delete(77)), "404 not_found null");
});

remove.run();
