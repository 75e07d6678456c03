import { suite } from "uvu";
import * as assert from "uvu/assert";
import { requireComparable, toComparedLabels, toPreviousRange } from "../../../lib/questions/shared/compare.ts";

const previous = suite("toPreviousRange");

const range = (from: string, to: string) => ({ fromWallMs: Date.parse(`${from}Z`), toWallMs: Date.parse(`${to}Z`) });

previous("has as many days as the range and ends on its first", () => {
  assert.equal(toPreviousRange(range("2019-12-28T00:00", "2020-01-04T23:59:59"), "day"), {
    date_from: "2019-12-21",
    date_to: "2019-12-28",
    interval: "day",
  });
  const day = toPreviousRange(range("2020-01-05T00:00", "2020-01-05T23:59:59"), "hour");
  assert.equal([day.date_from, day.date_to], ["2020-01-05", "2020-01-05"]);
});

previous.run();

const labels = suite("toComparedLabels");

labels("count intervals from 0", () => assert.equal(toComparedLabels(["a", "b"], "week"), ["week 0", "week 1"]));

labels.run();

const comparable = suite("requireComparable");

comparable("refuses all time", () => {
  assert.throws(() => requireComparable({ date_from: "all", date_to: null, interval: "day" }), /no previous period/);
  requireComparable({ date_from: null, date_to: null, interval: "day" });
});

comparable.run();
