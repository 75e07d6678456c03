import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  describeAudience,
  describeCondition,
  describeReason,
} from "../../../adapters/ui/page/views/flags/flag-words.ts";
import { overrideCode } from "../../../adapters/ui/page/views/flags/override-code.ts";

const words = suite("flags in words");

const names = { flags: new Map([["7", "base"]]), groups: new Map([[0, "company"]]) };
const cohort = { key: "id", type: "cohort", operator: "not_in", value: 3, cohort_name: "friends" };

words("say who gets a flag", () => {
  assert.is(describeAudience({ filters: { groups: [] } }), "nobody");
  assert.is(describeAudience({ filters: { groups: [{ rollout_percentage: null }] } }), "everybody");
  assert.is(
    describeAudience({ filters: { groups: [{ rollout_percentage: 20 }, {}, {}] } }),
    "20 % of persons; and 2 more conditions",
  );
  const depends = { key: "7", type: "flag", operator: "flag_evaluates_to", value: false };
  assert.is(
    describeCondition({ properties: [cohort, depends] }, null, names),
    "all persons, if not in cohort friends, and flag base is off",
  );
  const size = { key: "size", type: "group", operator: "gt", value: 9 };
  assert.is(
    describeCondition({ properties: [size], rollout_percentage: 0 }, 0, names),
    "0 % of groups of type company, if size > 9",
  );
});

words("say why, for every reason that the API gives", () => {
  const codes = ["condition_match", "out_of_rollout_bound", "no_condition_match", "no_group_type", "disabled"];
  for (const code of [...codes, "super_condition_value", "holdout_condition_value", "missing_dependency"]) {
    const text = describeReason({ code, condition_index: 0 });
    assert.match(text, /^[A-Z].*\.$/);
    assert.not.match(text, code);
  }
  assert.is(
    describeReason({ code: "no_group_type", condition_index: null }),
    "The flag has no conditions, so nobody gets it.",
  );
});

words("quote an override, with the payload as JSON", () => {
  assert.is(
    overrideCode("a-b", "one", '{"x":1}'),
    'posthog.featureFlags.overrideFeatureFlags({ flags: { "a-b": "one" }, payloads: { "a-b": {"x":1} } })',
  );
});

words.run();
