import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bar, columnChart, sparkline } from "../../../bin/draw/marks.ts";

const marks = suite("bars and lines");

marks("a bar has the share of the width, to an eighth, and something of anything", () => {
  assert.is(bar(1, 4), "████");
  assert.is(bar(0.5, 4), "██");
  assert.is(bar(0.5, 1), "▌");
  assert.is(bar(0.0001, 4), "▏");
  assert.is(bar(0, 4), "");
  assert.is(bar(1.01, 4), "████");
});

marks("a line has a column for each value, the lowest block for zero alone", () => {
  assert.is(sparkline([0, 1, 50, 100], 10), "▁▂▅█");
  assert.is(sparkline([0, 0], 10), "▁▁");
  assert.is(sparkline([], 10), "");
});

marks("a line of more values than columns has their means", () => {
  assert.is(sparkline([0, 0, 4, 4, 8, 8], 3), "▁▅█");
});

marks("a chart has its highest row first", () => {
  assert.equal(columnChart([4, 2, 0, 1], 4, 2), ["█   ", "██ ▄"]);
});

marks.run();
