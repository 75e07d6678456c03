import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { toBuckets } from "../../../lib/questions/shared/buckets.ts";
import type { Buckets } from "../../../lib/questions/shared/buckets.ts";
import type { Interval } from "../../../lib/questions/shared/calendar.ts";

function cut(from: string, until: string, interval: Interval, timezone = "UTC", weekStartDay = 0): Buckets {
  return toBuckets({ fromMs: Date.parse(from), untilMs: Date.parse(until) }, interval, { timezone, weekStartDay });
}

const buckets = suite("toBuckets");

buckets("cuts days from the one of the first second to the one of the last", () => {
  const { days, labels, edgesMs } = cut("2020-01-01T10:00:00Z", "2020-01-03T00:00:01Z", "day");
  assert.equal(days, ["2020-01-01", "2020-01-02", "2020-01-03"]);
  assert.equal(labels, ["1-Jan-2020", "2-Jan-2020", "3-Jan-2020"]);
  assert.is(edgesMs[0], Date.parse("2020-01-01T00:00:00Z"));
});

buckets("has no bucket for the instant at which the range is over", () => {
  assert.equal(cut("2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z", "day").days, ["2020-01-01"]);
});

buckets("cuts weeks from Sunday, or from Monday", () => {
  assert.equal(cut("2020-01-07T00:00:00Z", "2020-01-14T00:00:00Z", "week").days, ["2020-01-05", "2020-01-12"]);
  assert.equal(cut("2020-01-07T00:00:00Z", "2020-01-14T00:00:00Z", "week", "UTC", 1).days, [
    "2020-01-06",
    "2020-01-13",
  ]);
});

buckets("cuts months of a zone with daylight saving at its own midnights", () => {
  const { edgesMs } = cut("2020-02-10T00:00:00Z", "2020-05-01T00:00:00Z", "month", "Europe/Berlin");
  const starts = edgesMs.map((ms) => new Date(ms).toISOString().slice(0, 13));
  assert.equal(starts, ["2020-01-31T23", "2020-02-29T23", "2020-03-31T22", "2020-04-30T22"]);
});

buckets("cuts a day of 25 hours into 25, the doubled hour shown twice", () => {
  const { labels } = cut("2020-10-24T22:00:00Z", "2020-10-25T23:00:00Z", "hour", "Europe/Berlin");
  assert.is(labels.length, 25);
  assert.equal(
    labels.slice(1, 5).map((label) => label.slice(-5)),
    ["01:00", "02:00", "02:00", "03:00"],
  );
});

buckets("cuts a day of 23 hours into 23", () => {
  assert.is(cut("2020-03-28T23:00:00Z", "2020-03-29T22:00:00Z", "hour", "Europe/Berlin").days.length, 23);
});

buckets("puts every instant into the bucket of its hour where clocks turn by half an hour", () => {
  const zone = "Australia/Lord_Howe";
  const autumn = cut("2025-04-05T13:00:00Z", "2025-04-05T17:00:00Z", "hour", zone);
  assert.equal(
    autumn.days.map((day) => day.slice(11, 16)),
    ["00:00", "01:00", "01:30", "02:00", "03:00"],
  );
  const spring = cut("2025-10-04T13:30:00Z", "2025-10-04T17:00:00Z", "hour", zone);
  assert.equal(
    spring.days.map((day) => day.slice(11, 16)),
    ["00:00", "01:00", "02:30", "03:00"],
  );
});

buckets("counts one bucket a day through a year of any zone", () => {
  for (const zone of ["America/Havana", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"]) {
    const { edgesMs, days } = cut("2018-01-01T12:00:00Z", "2018-12-31T12:00:00Z", "day", zone);
    assert.ok(days.length === 365 || days.length === 366, `${zone}: ${days.length}`);
    assert.is(new Set(days).size, days.length, zone);
    assert.equal(
      edgesMs,
      edgesMs.toSorted((a, b) => a - b),
      zone,
    );
  }
});

buckets("refuses more buckets than anyone can draw", () => {
  assert.throws(
    () => cut("0001-01-01T00:00:00Z", "2020-01-01T00:00:00Z", "hour"),
    (error: unknown) => error instanceof HogletError && error.status === 400 && error.attr === "interval",
  );
});

buckets.run();
