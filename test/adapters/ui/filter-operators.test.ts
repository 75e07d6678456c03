import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isWhole, OPERATORS, describeFilter, toWhole } from "../../../adapters/ui/page/parts/filter-operators.ts";
import { isOperatorName } from "../../../lib/events/filters/index.ts";

const operators = suite("OPERATORS");

operators("are operators of the API", () => {
  for (const name of Object.keys(OPERATORS)) assert.ok(isOperatorName(name), name);
});

operators.run();

const whole = suite("isWhole");

whole("wants a key, and a value where the operator takes one", () => {
  assert.not(isWhole({ key: "" }));
  assert.not(isWhole({ key: "plan" }));
  assert.not(isWhole({ key: "plan", value: "" }));
  assert.not(isWhole({ key: "plan", value: ["", ""] }));
  assert.ok(isWhole({ key: "plan", value: "pro" }));
  assert.ok(isWhole({ key: "seats", value: 0 }));
  assert.ok(isWhole({ key: "plan", operator: "is_set" }));
  assert.not(isWhole({ key: "seats", operator: "between", value: ["2", ""] }));
  assert.ok(isWhole({ key: "seats", operator: "between", value: ["2", "5"] }));
});

whole.run();

const cleaning = suite("toWhole");

cleaning("drops what is half-written, in lists too", () => {
  assert.equal(toWhole([{ key: "plan", value: ["pro", ""] }, { key: "" }, { key: "os", value: ["a", "b"] }]), [
    { key: "plan", value: "pro" },
    { key: "os", value: ["a", "b"] },
  ]);
});

cleaning.run();

const words = suite("describeFilter");

words("reads like a sentence", () => {
  assert.is(describeFilter({ key: "plan", value: ["pro", "team"] }), "plan is pro or team");
  assert.is(describeFilter({ key: "plan", operator: "is_not_set" }), "plan is not set");
  assert.is(describeFilter({ key: "seats", operator: "between", value: ["2", "5"] }), "seats is between 2 and 5");
});

words.run();
