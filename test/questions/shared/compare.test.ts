import { suite } from "uvu";
import * as assert from "uvu/assert";
import { requireComparable, toComparedLabels } from "../../../lib/questions/shared/compare.ts";

const labels = suite("toComparedLabels");

labels("count intervals from 0", () => assert.equal(toComparedLabels(["a", "b"], "week"), ["week 0", "week 1"]));

labels.run();

const comparable = suite("requireComparable");

comparable("refuses all time", () => {
  assert.throws(() => requireComparable({ date_from: "all" }), /no previous period/);
  requireComparable({ date_from: null });
});

comparable.run();
