import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createVault } from "../../../lib/plugins/index.ts";
import {
  openSecrets,
  openValues,
  replaceValues,
  SECRET_MASK,
  sealValues,
  secretKeys,
  toChanges,
  withDefaults,
} from "../../../lib/plugins/configs/values.ts";

const vault = createVault({});
const secret = new Set(["token"]);

const keys = suite("secretKeys");

keys("are those of secret fields, in both forms of a schema", () => {
  assert.equal([...secretKeys([{ key: "a", secret: true }, { key: "b" }, { markdown: "x" }])], ["a"]);
  assert.equal([...secretKeys({ a: { secret: true }, b: {} })], ["a"]);
});

keys.run();

const sealing = suite("sealValues, openValues and openSecrets");

sealing("put a mask in the place of secrets and give them back", () => {
  const values = { token: "s3cret", deep: { a: [1, null] } };
  const sealed = sealValues(vault, values, secret);
  assert.equal(JSON.parse(sealed.config), { token: SECRET_MASK, deep: { a: [1, null] } });
  assert.not.ok(sealed.secrets?.includes("s3cret"));
  assert.equal(openValues(vault, sealed), values);
  assert.equal(openSecrets(vault, sealed.secrets), { token: "s3cret" });
});

sealing("an empty secret is none, and is shown as it is", () => {
  const sealed = sealValues(vault, { token: "" }, secret);
  assert.equal(sealed, { config: '{"token":""}', secrets: null });
  assert.equal(openSecrets(vault, null), {});
});

sealing("what is no text can be secret too; keys of prototypes are keys", () => {
  const values = JSON.parse('{"token":{"a":1},"__proto__":"x"}') as Record<string, unknown>;
  const sealed = sealValues(vault, values, secret);
  assert.is(sealed.config, `{"token":"${SECRET_MASK}","__proto__":"x"}`);
  assert.equal(openSecrets(vault, sealed.secrets), { token: { a: 1 } });
});

sealing.run();

const SCHEMA = [
  { key: "token", secret: true },
  { key: "region", default: "eu" },
  { key: "empty", default: "" },
  { key: "db", type: "attachment", default: "x" },
  { markdown: "text", default: "x" },
];

const defaults = suite("withDefaults");

defaults("fills what is not named; what is given as undefined stays absent, as null is null", () => {
  assert.equal(withDefaults({}, SCHEMA), { region: "eu", empty: "" });
  assert.equal(withDefaults({ region: undefined, other: 1 }, SCHEMA), { other: 1, empty: "" });
  assert.equal(withDefaults({ region: null, empty: "x" }, SCHEMA), { region: null, empty: "x" });
});

defaults("leaves out what stands in answers for a file", () => {
  assert.equal(withDefaults({ db: { uid: 3, saved: true }, region: "us", empty: "" }, SCHEMA), {
    region: "us",
    empty: "",
  });
});

defaults.run();

const replacing = suite("replaceValues");

const replace = (given: Record<string, unknown>) =>
  replaceValues({ token: "old", region: "us" }, given, { schema: SCHEMA, secret });

replacing("replaces all, but a secret that is missing or null stays", () => {
  assert.equal(replace({ other: 1 }), { other: 1, token: "old" });
  assert.equal(replace({ token: null }), { token: "old" });
  assert.equal(replace({ token: "" }), { token: "" });
  assert.equal(replace({ token: SECRET_MASK }), { token: SECRET_MASK });
  assert.equal(replace({ token: "new", region: null, db: {} }), { token: "new", region: null });
});

replacing.run();

const changes = suite("toChanges");

changes("has one for each key that differs, secrets masked on both sides", () => {
  const before = { token: "a", same: { x: 1 }, gone: 1, other: [1] };
  const after = { token: "b", same: { x: 1 }, come: 2, other: [2] };
  assert.equal(toChanges(before, after, secret), [
    { action: "changed", field: "token", before: SECRET_MASK, after: SECRET_MASK },
    { action: "deleted", field: "gone", before: 1, after: undefined },
    { action: "changed", field: "other", before: [1], after: [2] },
    { action: "created", field: "come", before: undefined, after: 2 },
  ]);
});

changes.run();
