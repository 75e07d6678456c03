import type { DateRange } from "../../../lib/port/range.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import type { Interval } from "../../../lib/questions/shared/calendar.ts";
import { isAllTime, resolveRange } from "../../../lib/questions/shared/range.ts";

const NOW = "2020-01-05T18:01:01.500Z";

interface Query {
  from?: string;
  to?: string;
  interval?: Interval;
  timezone?: string;
  earliestMs?: number;
}

function resolve({ from, to, interval = "day", timezone = "UTC", earliestMs }: Query): DateRange {
  return resolveRange(
    { date_from: from ?? null, date_to: to ?? null, interval },
    { nowMs: Date.parse(NOW), calendar: { timezone, weekStartDay: 0 }, earliestMs: earliestMs ?? null },
  );
}

const text = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** First and last second that count. */
function seconds({ fromMs, untilMs }: DateRange): [string, string] {
  return [text(fromMs), text(untilMs - 1000)];
}

const range = suite("resolveRange");

const table: [query: Query, first: string, last: string][] = [
  [{}, "2019-12-29T00:00:00", "2020-01-05T23:59:59"],
  [{ from: "-1d" }, "2020-01-04T00:00:00", "2020-01-05T23:59:59"],
  [{ from: "dStart", interval: "hour" }, "2020-01-05T00:00:00", "2020-01-05T18:02:01"],
  [{ from: "2020-01-01", to: "2020-01-01" }, "2020-01-01T00:00:00", "2020-01-01T23:59:59"],
  [{ from: "2020-01-01", to: "2020-01-02 10:00:00" }, "2020-01-01T00:00:00", "2020-01-02T10:00:00"],
  [{ from: "2020-01-01", to: "2020-01-02 10:00" }, "2020-01-01T00:00:00", "2020-01-02T23:59:59"],
  [{ from: "2020-01-01", to: "2020-01-02T00:00:00Z" }, "2020-01-01T00:00:00", "2020-01-02T23:59:59"],
  [{ from: "2020-01-01T10:00:00Z", to: "-1d" }, "2020-01-01T10:00:00", "2020-01-04T23:59:59"],
  [{ from: "all" }, "2019-12-29T18:01:01", "2020-01-05T23:59:59"],
  [{ from: "all", earliestMs: Date.parse("2018-05-05T05:05:05.999Z") }, "2018-05-05T05:05:05", "2020-01-05T23:59:59"],
  // A project's clock: given times are its own, those with a T and an unset end are UTC.
  [{ timezone: "US/Pacific" }, "2019-12-29T08:00:00", "2020-01-05T23:59:59"],
  [
    { timezone: "US/Pacific", from: "2020-01-03", to: "2020-01-03 23:59:59" },
    "2020-01-03T08:00:00",
    "2020-01-04T07:59:59",
  ],
  [{ timezone: "US/Pacific", from: "2020-01-03", to: "2020-01-03" }, "2020-01-03T08:00:00", "2020-01-04T07:59:59"],
  [{ timezone: "US/Pacific", from: "2020-01-03T01:00:00Z" }, "2020-01-03T01:00:00", "2020-01-05T23:59:59"],
  [
    { timezone: "US/Pacific", from: "2020-01-03", to: "2020-01-04T01:00:00Z" },
    "2020-01-03T08:00:00",
    "2020-01-04T23:59:59",
  ],
  [{ timezone: "US/Pacific", from: "2019-07-01", to: "2019-12-01" }, "2019-07-01T07:00:00", "2019-12-02T07:59:59"],
];

for (const [query, first, last] of table) {
  range(`${JSON.stringify(query)} is ${first} to ${last}`, () => assert.equal(seconds(resolve(query)), [first, last]));
}

range("refuses a start after the end, naming date_from", () => {
  assert.throws(
    () => resolve({ from: "-1d", to: "-2d" }),
    (error: unknown) => error instanceof HogletError && error.status === 400 && error.attr === "date_from",
  );
});

range.run();

const all = suite("isAllTime");

all("is so for the word alone", () => {
  assert.is(isAllTime({ date_from: "all" }), true);
  assert.is(isAllTime({ date_from: null }), false);
});

all.run();
