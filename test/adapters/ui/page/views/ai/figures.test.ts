import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeCost, describeLatency, describeTokens } from "../../../../../../adapters/ui/page/views/ai/figures.ts";

const figures = suite("figures of traces");

figures("keep three digits of small costs, and tell unknown from free", () => {
  assert.equal([12.5, 0.0034512, 0.1, 0, null].map(describeCost), ["$12.50", "$0.00345", "$0.10", "$0.00", "–"]);
});

figures("have the unit that a duration needs", () => {
  assert.equal([0.85, 2.4, 185, null].map(describeLatency), ["850 ms", "2.4 s", "3 min 5 s", "–"]);
});

figures("show tokens in and out", () => {
  assert.equal(
    [describeTokens(1200, 80), describeTokens(5, null), describeTokens(null, null)],
    ["1,200 → 80", "5 → 0", "–"],
  );
});

figures.run();
