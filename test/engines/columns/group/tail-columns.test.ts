import { suite } from "uvu";
import * as assert from "uvu/assert";
import { propertyKeysOf } from "../../../../lib/engines/columns/group/tail-columns.ts";

const keys = suite("propertyKeysOf");

keys("finds the properties of events that a plan names, in filters, breakdowns and items of paths", () => {
  const plan = {
    kind: "funnel",
    steps: [{ select: { filter: { type: "AND", values: [{ type: "event", key: "amount", value: 1 }] } } }],
    breakdown: { by: "values", sources: [{ type: "event", key: "$browser", as: "text" }] },
    items: { translations: [{ event: "$pageview", key: "$current_url", trimSlash: true }] },
    other: [{ type: "person", key: "plan" }, { type: "event", key: "amount" }, null],
  };
  assert.equal(propertyKeysOf(plan), ["amount", "$browser", "$current_url"]);
});

keys.run();
