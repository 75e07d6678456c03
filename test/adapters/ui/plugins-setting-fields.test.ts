import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isRequired, isVisible, toSettingFields } from "../../../adapters/ui/page/views/plugins/setting-fields.ts";

const reading = suite("toSettingFields");

reading("takes both forms of a manifest", () => {
  const field = { name: "Region", type: "choice", choices: ["eu", "us"], default: "eu", hint: "Where", required: true };
  const list = toSettingFields([{ key: "region", ...field }]);
  assert.equal(toSettingFields({ region: field }), list);
  assert.equal(list[0], {
    key: "region",
    name: "Region",
    type: "choice",
    choices: ["eu", "us"],
    default: "eu",
    hint: "Where",
    markdown: "",
    isSecret: false,
    isRequired: true,
    requiredIf: [],
    visibleIf: [],
    place: 0,
  });
});

reading("keeps texts without a key, and names fields without a name by their key", () => {
  const [text, field] = toSettingFields([{ markdown: "Read this." }, { key: "debug", type: "string" }]);
  assert.equal([text?.key, text?.markdown], [null, "Read this."]);
  assert.is(field?.name, "debug");
});

reading("puts fields into the manifest's order, those of the same order as they stand", () => {
  const fields = toSettingFields([
    { key: "c", order: 2 },
    { key: "a", order: 1 },
    { key: "b", order: 1 },
  ]);
  assert.equal(
    fields.map(({ key }) => key),
    ["a", "b", "c"],
  );
});

reading("takes a type that it does not know for a text", () => {
  assert.is(toSettingFields([{ key: "a", type: "colour" }])[0]?.type, "string");
});

reading.run();

const showing = suite("isVisible");
const [field] = toSettingFields([{ key: "zone", visible_if: [["region", "eu"], ["token"]] }]);

showing("asks for all conditions; one without a value takes any", () => {
  assert.ok(field !== undefined);
  assert.is(isVisible(field, { region: "eu", token: "x" }), true);
  assert.is(isVisible(field, { region: "eu", token: "" }), false);
  assert.is(isVisible(field, { region: "us", token: "x" }), false);
});

showing.run();

const requiring = suite("isRequired");

requiring("takes any of the conditions", () => {
  const [zone] = toSettingFields([
    {
      key: "zone",
      required_if: [
        ["region", "eu"],
        ["mode", "full"],
      ],
    },
  ]);
  assert.ok(zone !== undefined);
  assert.is(isRequired(zone, { region: "us", mode: "full" }), true);
  assert.is(isRequired(zone, { region: "us", mode: "" }), false);
});

requiring.run();
