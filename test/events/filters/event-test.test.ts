import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileEventTests } from "../../../lib/events/filters/event-test.ts";
import { parseFilters } from "../../../lib/events/filters/schema.ts";

const row = (event: string, properties = {}) => ({
  event,
  properties,
  personId: null,
  personProperties: {},
  groupProperties: () => ({}),
});
const any = parseFilters([], "p");

const eventTests = suite("compileEventTests");

eventTests("passes what passes any of them, by name and filter", () => {
  const pro = parseFilters({ plan: "pro" }, "p");
  const test = compileEventTests(
    [
      { event: "a", filter: any },
      { event: "b", filter: pro },
    ],
    () => () => false,
  );
  assert.equal([row("a"), row("b"), row("b", { plan: "pro" }), row("c")].map(test), [true, false, true, false]);
});

eventTests("takes null for any event, and lets nothing pass when there are none", () => {
  assert.is(compileEventTests([{ event: null, filter: any }], () => () => false)(row("x")), true);
  assert.is(compileEventTests([], () => () => false)(row("x")), false);
});

eventTests.run();
