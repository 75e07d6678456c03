import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeNumber, describeSeconds, describeShare } from "../../../adapters/ui/page/views/insights/numbers.ts";

const numbers = suite("describeNumber");

numbers("has two decimals at most", () => {
  assert.is(describeNumber(12345.678), "12,345.68");
  assert.is(describeNumber(-3), "-3");
});

numbers.run();

const shares = suite("describeShare");

shares("is a per cent to one decimal, and nothing of nothing", () => {
  assert.is(describeShare(1, 3), "33.3 %");
  assert.is(describeShare(3, 3), "100.0 %");
  assert.is(describeShare(0, 0), "–");
});

shares.run();

const lengths = suite("describeSeconds");

lengths("says the two largest units", () => {
  assert.equal([0, 59.4, 60, 3661, 90_000, 86_400].map(describeSeconds), [
    "0 s",
    "59 s",
    "1 min",
    "1 h 1 min",
    "1 d 1 h",
    "1 d",
  ]);
  assert.is(describeSeconds(null), "–");
});

lengths.run();
