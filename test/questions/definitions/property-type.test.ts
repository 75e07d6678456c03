import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toPropertyType } from "../../../lib/questions/definitions/property-type.ts";

const types = suite("toPropertyType");

types("is what all values are, and String where they differ", () => {
  assert.is(toPropertyType([1, 2.5]), "Numeric");
  assert.is(toPropertyType([1, "2.5"]), "Numeric");
  assert.is(toPropertyType([true, "false"]), "Boolean");
  assert.is(toPropertyType(["2024-03-01", "2024-03-01T08:15:30Z"]), "DateTime");
  assert.is(toPropertyType([1, "pro"]), "String");
  assert.is(toPropertyType([true, 1]), "String");
  assert.is(toPropertyType([["list"], { a: 1 }]), "String");
});

types("takes a bare year for a number and a nonsense date for text", () => {
  assert.is(toPropertyType(["2024"]), "Numeric");
  assert.is(toPropertyType(["2024-99-99"]), "String");
});

types("is null where there is no value to guess from", () => assert.is(toPropertyType([]), null));

types.run();
