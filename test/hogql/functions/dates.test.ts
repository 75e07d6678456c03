import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDirectly, valueOf } from "../../sql/ask-directly.ts";
import { NOW } from "../../sql/open-query.ts";

const dates = suite("date functions");

const ask = await openDirectly();

// 2024-03-10 is a Sunday.
const UTC: [expression: string, expected: unknown][] = [
  ["now()", "2024-03-10T12:00:00Z"],
  ["today()", "2024-03-10"],
  ["yesterday()", "2024-03-09"],
  ["now() - interval 90 minute", "2024-03-10T10:30:00Z"],
  ["now() - INTERVAL '7 days'", "2024-03-03T12:00:00Z"],
  ["now() + toIntervalMonth(1)", "2024-04-10T12:00:00Z"],
  ["now() - interval 2 quarters", "2023-09-10T12:00:00Z"],
  ["today() - interval 1 year", "2023-03-10"],
  ["now() - interval 9999999 year", null],
  ["toDate('2024-03-10T23:59:59.999Z')", "2024-03-10"],
  ["toDate('nonsense')", null],
  ["toDate(null)", null],
  ["toDate('2024-13-45')", null],
  ["toDateTime('2024-03-10T08:00:00+02:00')", "2024-03-10T06:00:00Z"],
  ["toDateTime('2024-03-10 08:00:00.250')", "2024-03-10T08:00:00.250000Z"],
  ["toDateTime(1710028800)", "2024-03-10T00:00:00Z"],
  ["toDateTime('2024-03-10 08:00:00', 'Asia/Tokyo')", "2024-03-10T08:00:00+09:00"],
  ["toTimeZone(toDateTime('2024-03-10 08:00:00'), 'Asia/Tokyo')", "2024-03-10T17:00:00+09:00"],
  ["toHour(toTimeZone(toDateTime('2024-03-10 08:00:00'), 'Asia/Tokyo'))", 17],
  ["toHour(toDateTime('2024-03-10 08:00:00'), 'Asia/Tokyo')", 17],
  ["toStartOfWeek(toDateTime('2024-03-09 08:00:00'))", "2024-03-03"],
  ["DATE_TRUNC('month', toDateTime('2024-03-10 08:17:00'))", "2024-03-01"],
  ["EXTRACT(DAY FROM toDateTime('2024-03-10 08:17:00'))", 10],
  ["dateAdd('day', 1, toDate('2024-02-28'))", "2024-02-29"],
  ["date_add(toDate('2024-02-28'), interval 1 day)", "2024-02-29"],
  ["formatDateTime(now(), '%Y-%m-%d %H:%i:%S', 'Asia/Tokyo')", "2024-03-10 21:00:00"],
  ["toString(now())", "2024-03-10 12:00:00.000000"],
  ["toString(now(), 'Asia/Tokyo')", "2024-03-10 21:00:00.000000"],
  ["toString(now(), concat('Asia/', 'Tokyo'))", "2024-03-10 21:00:00.000000"],
  ["now() + INTERVAL '2' HOUR", "2024-03-10T14:00:00Z"],
];

for (const [expression, expected] of UTC) {
  dates(`${expression} is ${String(expected)} at ${NOW}`, () => assert.is(valueOf(ask, expression), expected));
}

dates("cut time on the project's clock", () => {
  assert.is(valueOf(ask, "today()", "Pacific/Auckland"), "2024-03-11");
  assert.is(valueOf(ask, "toDate(toDateTime('2024-03-09T15:00:00Z'))", "Asia/Tokyo"), "2024-03-10");
  assert.is(
    valueOf(ask, "toStartOfDay(toDateTime('2024-03-10T01:00:00Z'))", "Asia/Tokyo"),
    "2024-03-10T00:00:00+09:00",
  );
  assert.is(valueOf(ask, "toDateTime('2024-03-10 08:00:00')", "Asia/Tokyo"), "2024-03-10T08:00:00+09:00");
  // Clocks were put forward at 07:00 UTC.
  const zone = "America/New_York";
  assert.is(valueOf(ask, "toStartOfDay(toDateTime('2024-03-10T12:00:00Z'))", zone), "2024-03-10T00:00:00-05:00");
  assert.is(valueOf(ask, "toDateTime('2024-03-09 12:00:00') + interval 1 day", zone), "2024-03-10T12:00:00-04:00");
  assert.is(valueOf(ask, "toDateTime('2024-03-09 12:00:00') + interval 24 hour", zone), "2024-03-10T13:00:00-04:00");
  assert.equal(ask("SELECT toStartOfWeek(toDate('2024-03-10'))", { weekStartDay: 1 }).rows, [["2024-03-04"]]);
});

const count = (condition: string, timezone = "UTC") =>
  ask(`SELECT count() FROM events WHERE ${condition}`, { timezone }).rows[0]?.[0];

dates("compare instants, dates and the texts of both", () => {
  assert.is(count("timestamp >= '2024-03-02'"), 2);
  assert.is(count("timestamp >= '2024-03-02 08:00:01'"), 1);
  assert.is(count("timestamp > toDate('2024-03-08')"), 1);
  assert.is(count("toDate(timestamp) = '2024-03-08'"), 1);
  // In Tokyo it is 08:30 of the 9th.
  assert.is(count("toDate(timestamp) = '2024-03-08'", "Asia/Tokyo"), 0);
  assert.is(count("timestamp BETWEEN '2024-03-01' AND '2024-03-03'"), 2);
  assert.is(count("timestamp IN ('2024-03-02 08:00:00')"), 1);
  assert.is(count("now() - timestamp < 2 * 86400"), 1);
});

dates.run();
