import { suite } from "uvu";
import * as assert from "uvu/assert";
import { propertyText, storedValue } from "../../../lib/events/filters/property-text.ts";

const text = suite("propertyText");

text("is the JSON text without surrounding quotes, empty when missing or null", () => {
  const values = ["Chrome", 95, 1.5, true, null, { a: [1, "x"] }, undefined];
  assert.equal(values.map(propertyText), ["Chrome", "95", "1.5", "true", "", '{"a":[1,"x"]}', ""]);
});

text.run();

const stored = suite("storedValue");

stored("takes a stored null for none, and sees own keys only", () => {
  assert.is(storedValue({ a: null }, "a"), undefined);
  assert.is(storedValue({ a: null }, "b"), undefined);
  assert.is(storedValue({}, "toString"), undefined);
});

stored.run();
