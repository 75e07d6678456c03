import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseManifest, toFields } from "../../../lib/plugins/registry/manifest.ts";
import { refusal } from "../plugin-world.ts";

const manifests = suite("parseManifest");

const read = (manifest: unknown) => parseManifest(JSON.stringify(manifest));

manifests("takes both forms of config, and none", () => {
  const list = read({ name: "a", config: [{ key: "k" }, { markdown: "text" }] });
  assert.equal(list.config, [{ key: "k" }, { markdown: "text" }]);
  assert.equal(read({ name: "a", config: { k: { type: "string" } } }).config, { k: { type: "string" } });
  assert.equal(read({ name: "a" }).config, []);
});

manifests("keeps what it does not know, and reads past a byte order mark", () => {
  assert.is(parseManifest('\ufeff{"name":"a","lib":"x"}')["lib"], "x");
});

const WRONG: [manifest: unknown, attr: string, code?: string][] = [
  [{ name: 3 }, "plugin.json__name"],
  [{ name: "a", main: "" }, "plugin.json__main", "blank"],
  [{ name: "a", config: "x" }, "plugin.json__config"],
  [{ name: "a", config: [3] }, "plugin.json__config"],
  [{ name: "a", publicJobs: "x" }, "plugin.json__publicJobs"],
  [{ name: "a", publicJobs: ["go"] }, "plugin.json__publicJobs"],
  [{ name: "a", publicJobs: { go: 3 } }, "plugin.json__publicJobs__go"],
  [{ name: "a", posthogVersion: "soon" }, "plugin.json__posthogVersion"],
  [{ name: "a", stateless: true, config: [{ key: "k" }] }, "plugin.json__config"],
];

for (const [manifest, attr, code = "invalid_input"] of WRONG) {
  manifests(`refuses ${JSON.stringify(manifest)} by its field`, async () => {
    assert.is(await refusal(() => read(manifest)), `400 ${code} ${attr}`);
  });
}

manifests("refuses what is no JSON, and no object", async () => {
  assert.is(await refusal(() => parseManifest("{")), "400 invalid_input plugin.json");
  assert.is(await refusal(() => parseManifest("[]")), "400 invalid_input plugin.json");
});

manifests("a stateless plugin may have texts among its fields", () => {
  assert.is(read({ name: "a", stateless: true, config: [{ markdown: "x" }] }).stateless, true);
});

manifests.run();

const fields = suite("toFields");

fields("are those with a key, of either form", () => {
  const wanted = { key: "k", type: "string", isSecret: true, isRequired: false, default: "x" };
  assert.equal(toFields([{ key: "k", secret: true, default: "x" }, { markdown: "text" }]), [wanted]);
  const required = { k: { secret: true, required: true, default: "x", type: "string" } };
  assert.equal(toFields(required), [{ ...wanted, isRequired: true }]);
  assert.equal(toFields(null), []);
});

fields.run();
