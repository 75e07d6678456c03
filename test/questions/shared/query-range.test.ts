import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  parseEnd,
  parseMoment,
  resolveQueryRange,
  toComparedRange,
} from "../../../lib/questions/shared/query-range.ts";
import type { HogletError } from "../../../lib/base/errors.ts";
import type { Interval } from "../../../lib/questions/shared/calendar.ts";

const BERLIN = { timezone: "Europe/Berlin", weekStartDay: 1 };
const nowMs = Date.parse("2025-06-15T09:30:00Z");

/** A week in June against the same days `compareTo` before them: the first of these in UTC. */
function comparedWith(compareTo: string): string {
  const input = { date_from: "-7d", date_to: null, interval: "day" as const, isExplicit: false };
  const [fromMs, untilMs] = [Date.parse("2025-06-08T22:00:00Z"), Date.parse("2025-06-15T22:00:00Z")];
  const compared = toComparedRange({ fromMs, untilMs }, { compareTo, input }, { calendar: BERLIN });
  return new Date(compared.fromMs).toISOString();
}

/** Both ends in UTC; the second is the first instant after the range. */
function rangeOf(from: string | null, to: string | null, interval: Interval, isExplicit = false): string[] {
  const input = { date_from: from, date_to: to, interval, isExplicit };
  const { fromMs, untilMs } = resolveQueryRange(input, { nowMs, calendar: BERLIN, earliestMs: null });
  return [fromMs, untilMs].map((ms) => new Date(ms).toISOString().replace(":00.000Z", ""));
}

const range = suite("resolveQueryRange");

// Midnight in Berlin is 22:00 in UTC. Source: reports 17263, 18382 and 21297 of PostHog/posthog.
const YESTERDAY = ["2025-06-13T22:00", "2025-06-14T22:00"];
const MAY = ["2025-04-30T22:00", "2025-05-31T22:00"];

for (const interval of ["hour", "day", "week", "month"] as const) {
  range(`ends with the day, the month or the year that End names, by the ${interval}`, () => {
    assert.equal(rangeOf("-1dStart", "-1dEnd", interval), YESTERDAY);
    assert.equal(rangeOf("-1dStart", "-1dEnd", interval, true), YESTERDAY);
    assert.equal(rangeOf("-1mStart", "-1mEnd", interval), MAY);
    assert.equal(rangeOf("-1mStart", "-1mEnd", interval, true), MAY);
    assert.equal(rangeOf("-1yStart", "-1yEnd", interval), ["2023-12-31T23:00", "2024-12-31T23:00"]);
    assert.equal(rangeOf("dStart", "dEnd", interval), ["2025-06-14T22:00", "2025-06-15T22:00"]);
  });

  range(`takes a day without a time as the whole day, by the ${interval}`, () => {
    assert.equal(rangeOf("2025-06-14", "2025-06-14", interval), YESTERDAY);
    assert.equal(rangeOf("-1d", "-1d", interval), YESTERDAY);
  });
}

range("is compared with days of the project's clock, in years of four digits", () => {
  assert.is(comparedWith("-5h"), "2025-06-08T17:00:00.000Z");
  assert.is(comparedWith("-3d"), "2025-06-05T22:00:00.000Z");
  // Berlin's clock was an hour behind that of summer.
  assert.is(comparedWith("-12w"), "2025-03-16T23:00:00.000Z");
  assert.is(comparedWith("-1y"), "2024-06-08T22:00:00.000Z");
  for (const far of ["-99999999999d", "-999999w", "-2025y"])
    assert.throws(
      () => comparedWith(far),
      (error: HogletError) => error.attr === "compare_to" && error.status === 400,
    );
});

range("by the hour ends with the hour where hours are counted back, and without an end", () => {
  assert.equal(rangeOf("-24h", "-1h", "hour"), ["2025-06-14T09:00", "2025-06-15T09:00"]);
  assert.equal(rangeOf("-24h", null, "hour"), ["2025-06-14T09:00", "2025-06-15T10:00"]);
});

range("by the hour ends exactly where a time of day is given", () => {
  const [, until = ""] = rangeOf("2025-06-14", "2025-06-14 12:00:00", "hour");
  assert.is(until, "2025-06-14T10:00:00.001Z");
});

range("is the same moment as a bound of a table, to the end of End", () => {
  const context = { nowMs, calendar: BERLIN };
  assert.is(new Date(parseEnd("-1dEnd", "before", context)).toISOString(), "2025-06-14T22:00:00.000Z");
  assert.is(new Date(parseEnd("2025-06-14", "before", context)).toISOString(), "2025-06-13T22:00:00.000Z");
  assert.is(new Date(parseMoment("-1dStart", "after", context)).toISOString(), "2025-06-13T22:00:00.000Z");
});

range.run();
