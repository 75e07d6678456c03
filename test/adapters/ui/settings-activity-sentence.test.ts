import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toSentence } from "../../../adapters/ui/page/views/settings/activity-sentence.ts";
import { createHoglet } from "../../../lib/index.ts";

const tests = suite("toSentence");

tests("says what happened to what", async () => {
  const hoglet = await createHoglet();
  const plugin = await hoglet.plugins.install({ plugin_type: "source", name: "mine", files: { "index.ts": "" } });
  const config = await hoglet.pluginConfigs.create({ plugin: plugin.id, order: 1, enabled: true });
  await hoglet.pluginConfigs.update(config.id, { enabled: false });
  const { results } = await hoglet.activity.list({ scope: "PluginConfig" });
  assert.equal(results.map(toSentence), ["plugin config “mine”: disabled", "plugin config “mine”: enabled"]);
  await hoglet.close();
});

tests("names by its id what has no name", () => {
  const user = { first_name: "System", email: null, is_system: true } as const;
  const detail = { name: null, short_id: null, type: null, trigger: null, changes: [] };
  const record = { user, activity: "job_triggered", scope: "Plugin", item_id: "7", detail, created_at: "" };
  assert.is(toSentence(record), "plugin 7: job triggered");
});

tests.run();
