import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readOlderEntity } from "../../../lib/questions/shared/older-fields.ts";
import { isAsWide } from "../../../lib/questions/funnel/entity-compare.ts";

const filter = (value: string) => ({ key: "plan", value, operator: "exact", type: "event" });
const entity = (id: string | null, properties: unknown = []) =>
  readOlderEntity({ id, type: "events", properties }, "x");

const wide = suite("isAsWide");

wide("holds for the same event with the same filters, or with some of them", () => {
  const [a, b] = [filter("a"), filter("b")];
  assert.is(isAsWide(entity("e"), entity("e")), true);
  assert.is(isAsWide(entity("e", [b]), entity("e", [a, b])), true);
  assert.is(isAsWide(entity("e", [b, a]), entity("e", [a, b])), true);
  assert.is(isAsWide(entity("e", [a, b]), entity("e", [b])), false);
  assert.is(isAsWide(entity("e"), entity("f")), false);
  assert.is(isAsWide(entity("e"), readOlderEntity({ id: 1, type: "actions" }, "x")), false);
  // Any event is another one than a named event.
  assert.is(isAsWide(entity(null), entity("e")), false);
});

wide("looks into groups of AND, and takes an OR for one condition", () => {
  const both = {
    type: "AND",
    values: [
      { type: "AND", values: [filter("a")] },
      { type: "AND", values: [filter("b")] },
    ],
  };
  const either = { type: "OR", values: [filter("a"), filter("b")] };
  assert.is(isAsWide(entity("e", [filter("a")]), entity("e", both)), true);
  assert.is(isAsWide(entity("e", either), entity("e", either)), true);
  assert.is(isAsWide(entity("e", [filter("a")]), entity("e", either)), false);
});

wide.run();
