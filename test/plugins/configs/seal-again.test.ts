import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SECRET_MASK } from "../../../lib/plugins/configs/values.ts";
import { listEnabledConfigs } from "../../../lib/plugins/configs/enabled.ts";
import { openPlugins, PASS } from "../plugin-world.ts";

const sealing = suite("sealAgain");

sealing(
  "a field that a later version calls secret is encrypted at once; one that it does not stays secret",
  async () => {
    const world = openPlugins();
    const plugin = await world.install({
      config: [{ key: "a" }, { key: "b", secret: true }, { key: "f", type: "attachment" }],
    });
    const config = { a: "was open", b: "was secret" };
    const attachments = { f: { name: "f.txt", type: "text/plain", bytes: Buffer.from("was an open file") } };
    const { id } = await world.setUp(plugin, { enabled: true, config, attachments });
    const fields = [{ key: "a", secret: true }, { key: "b" }, { key: "f", type: "attachment", secret: true }];
    await world.plugins.update(plugin.id, {
      files: { "plugin.json": JSON.stringify({ name: "mine", config: fields }), "index.ts": PASS },
    });
    const shown = (await world.configs.get(id)).config;
    assert.equal([shown["a"], shown["b"]], [SECRET_MASK, SECRET_MASK]);
    assert.is((shown["f"] as { uid: number }).uid, -1);
    const stored = world.ctx.db.sql("SELECT config, secrets FROM plugin_configs").get() as Record<string, unknown>;
    assert.not.match(String(stored["config"]), "was");
    const contents = world.ctx.db.sql("SELECT contents FROM plugin_attachments").pluck().get() as Buffer;
    assert.not.ok(contents.includes("was"));
    const [open] = listEnabledConfigs(world.ctx, 1);
    assert.equal(open?.config, config);
    assert.equal(open?.attachments["f"]?.contents.toString(), "was an open file");
    // Values of a field that is no longer in the schema as a secret are not lost by a config that leaves them out.
    await world.configs.update(id, { config: { c: 1 } });
    assert.equal(listEnabledConfigs(world.ctx, 1)[0]?.config, { c: 1, ...config });
  },
);

sealing.run();
