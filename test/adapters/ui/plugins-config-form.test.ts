import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toBody, toTexts, toValues } from "../../../adapters/ui/page/views/plugins/config-form.ts";
import { SECRET_MASK } from "../../../adapters/ui/page/views/plugins/secret-mask.ts";
import { toSettingFields } from "../../../adapters/ui/page/views/plugins/setting-fields.ts";
import { createHoglet } from "../../../lib/index.ts";

const SCHEMA = [
  { key: "token", secret: true },
  { key: "region", default: "eu" },
  { key: "rules", type: "json" },
  { key: "file", type: "attachment" },
];
const fields = toSettingFields(SCHEMA);
const stored = { token: SECRET_MASK, region: "us", rules: { a: 1 }, file: { uid: 1, name: "a.txt" }, other: true };
const filled = { texts: toTexts(fields, stored), files: {}, removed: new Set<string>() };

const beginning = suite("toTexts");

beginning("shows what is stored, and of secrets nothing", () => {
  assert.equal(toTexts(fields, stored), { token: "", region: "us", rules: '{"a":1}' });
});

beginning("begins a new config with the defaults", () => {
  assert.equal(toTexts(fields, null), { token: "", region: "eu", rules: "" });
});

beginning.run();

const ending = suite("toValues");

ending("keeps what was not touched, values without a field too, and never sends the mask", () => {
  assert.equal(toValues(fields, stored, filled), { region: "us", rules: { a: 1 }, other: true });
});

ending("takes what was typed", () => {
  const texts = { ...filled.texts, token: "new", region: "", rules: "[2]" };
  assert.equal(toValues(fields, stored, { ...filled, texts }), { token: "new", region: "", rules: "[2]", other: true });
});

ending("empties a secret that was taken away", () => {
  assert.is(toValues(fields, stored, { ...filled, removed: new Set(["token"]) })["token"], "");
});

ending("gives a new config what was filled in, a default that was emptied too", () => {
  const texts = { token: "t", region: "", rules: "" };
  assert.equal(toValues(fields, null, { ...filled, texts }), { token: "t", region: "" });
});

ending.run();

const sending = suite("toBody");

sending("has files to add and to take away", () => {
  const file = new File(["x"], "b.txt");
  const values = { token: "" };
  const all = { texts: {}, files: { cert: file }, removed: new Set(["file", "token"]) };
  const body = toBody(values, all, { name: "mine" });
  assert.equal([...body.keys()], ["name", "config", "add_attachment[cert]", "remove_attachment[file]"]);
  assert.is(body.get("config"), '{"token":""}');
});

sending.run();

const masking = suite("SECRET_MASK");

masking("is what the API shows", async () => {
  const hoglet = await createHoglet();
  const manifest = JSON.stringify({ name: "mine", config: SCHEMA });
  const { id } = await hoglet.plugins.install({ files: { "plugin.json": manifest, "index.ts": "" } });
  const { config } = await hoglet.pluginConfigs.create({ plugin: id, order: 1, config: { token: "hidden" } });
  assert.is(config["token"], SECRET_MASK);
  await hoglet.close();
});

masking.run();
