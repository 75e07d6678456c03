import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { parseExactRange, toExactRange } from "../../../lib/questions/shared/exact-range.ts";

const range = { fromMs: -5000, untilMs: 1_577_923_200_000 };

const exact = suite("toExactRange and parseExactRange");

exact("bring a stretch into a link and back, as a list or as its JSON text", () => {
  const point_range = toExactRange(range);
  assert.equal(parseExactRange({ point_range }, "point_range"), range);
  assert.equal(parseExactRange({ point_range: JSON.stringify(point_range) }, "point_range"), range);
});

exact("give null where a request says none", () => {
  for (const given of [undefined, null, ""]) assert.is(parseExactRange({ point_range: given }, "point_range"), null);
});

exact("refuse what is no stretch, naming the field", () => {
  for (const given of ["x", 5, [1], [1, 2.5], ["1", "2"], [2, 1], [0, 1e15], {}]) {
    try {
      parseExactRange({ question_range: given }, "question_range");
      assert.unreachable(JSON.stringify(given));
    } catch (error) {
      assert.instance(error, HogletError, JSON.stringify(given));
      assert.match((error as HogletError).attr ?? "", /^question_range/);
    }
  }
});

exact.run();
