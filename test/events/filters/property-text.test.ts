import { suite } from "uvu";
import * as assert from "uvu/assert";
import { propertyText, storedValue } from "../../../lib/events/filters/property-text.ts";

const text = suite("propertyText");

text("is the JSON text without surrounding quotes, empty when missing", () => {
  const values = ["Chrome", 95, 1.5, true, null, { a: [1, "x"] }, undefined];
  assert.equal(values.map(propertyText), ["Chrome", "95", "1.5", "true", "null", '{"a":[1,"x"]}', ""]);
});

text.run();

const stored = suite("storedValue");

stored("tells a stored null from a missing key, and sees own keys only", () => {
  assert.is(storedValue({ a: null }, "a"), null);
  assert.is(storedValue({ a: null }, "b"), undefined);
  assert.is(storedValue({}, "toString"), undefined);
});

stored.run();
