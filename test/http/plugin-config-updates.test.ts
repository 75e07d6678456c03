import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listEnabledConfigs } from "../../lib/plugins/configs/enabled.ts";
import { SECRET_MASK } from "../../lib/plugins/configs/values.ts";
import type { PluginWorld } from "../plugins/plugin-world.ts";
import { CONFIGS, form, openConfigs, refused } from "./plugin-config-world.ts";
import type { Wire } from "./plugin-config-world.ts";
import { whenAll } from "../support/rounds.ts";

// The numbers are those of fixtures/cases/plugins.md.

const patches = suite("PATCH P/plugin_configs/:id");

whenAll(patches)(
  "163: another plugin replaces the one that it runs (in PostHog it is ignored); the same changes nothing",
  async () => {
    const { ctx, install, send, make, plugin, activity, rows } = await openConfigs();
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
    const entry = activity().find(({ what }) => what.includes("plugin_changed"));
    assert.equal([entry?.changes[0]?.["before"], entry?.changes[0]?.["after"]], ["mine", "other"]);
  },
);

whenAll(patches)(
  "a plugin that is none, or whose required fields would have no value, is refused, and nothing changes",
  async () => {
    const { install, send, make, plugin } = await openConfigs();
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
  const { install, send, make } = await openConfigs();
  const { id } = await make({ enabled: true });
  const broken = await install(
    { name: "broken" },
    { "index.ts": "export function setupPlugin() { throw Error('no luck') }" },
  );
  const { body } = await send("PATCH", `/${id}`, { plugin: broken.id });
  assert.equal([body.enabled, /no luck/.test(String(body["error"]))], [false, true]);
});

patches("164: a form changes enabled, order and config", async () => {
  const { ask, make } = await openConfigs();
  const { id } = await make();
  const body = form({ enabled: "true", order: "8", config: '{"bar":"b"}' });
  const reply = await ask<Wire>("PATCH", `${CONFIGS}/${id}`, { body });
  assert.equal([reply.body.enabled, reply.body.order, reply.body.config], [true, 8, '{"bar":"b"}']);
});

/** The stored value of the secret, as the plugin gets it. */
function token({ ctx }: Pick<PluginWorld, "ctx">): unknown {
  return listEnabledConfigs(ctx, 1)[0]?.config["token"];
}

whenAll(patches)("166: a config that lacks the secret leaves it as it is, masked", async () => {
  const world = await openConfigs();
  const { id, config } = await world.make({ enabled: true, config: { token: "s3cret" } });
  assert.equal(JSON.parse(config), { token: SECRET_MASK });
  const { body } = await world.send("PATCH", `/${id}`, { config: { bar: "x" } });
  assert.equal(JSON.parse(body.config), { bar: "x", token: SECRET_MASK });
  assert.is(token(world), "s3cret");
});

patches("167: the mask is stored like any other value; an empty text clears", async () => {
  const world = await openConfigs();
  const { id } = await world.make({ enabled: true, config: { token: "s3cret" } });
  await world.send("PATCH", `/${id}`, { config: { token: SECRET_MASK } });
  assert.is(token(world), SECRET_MASK);
  const { body } = await world.send("PATCH", `/${id}`, { config: { token: "" } });
  assert.equal([body.config, token(world)], ['{"token":""}', ""]);
});

patches("169: files by multipart: added, replaced, removed; a secret one shows nothing", async () => {
  const { ask, make } = await openConfigs();
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
  const { send, make, ask } = await openConfigs();
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
