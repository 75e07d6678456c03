import { suite } from "uvu";
import * as assert from "uvu/assert";
import { monthWeeks, moveDay, moveMonth } from "../../../adapters/ui/page/parts/month-days.ts";
import { toLongDate, toShortDate } from "../../../adapters/ui/page/parts/short-date.ts";

const months = suite("monthWeeks");

months("holds every day of a leap February once, under its weekday", () => {
  for (const firstWeekday of [0, 1, 6]) {
    const weeks = monthWeeks("2024-02", firstWeekday);
    assert.ok(weeks.every((week) => week.length === 7));
    const days = weeks.flat().filter((day) => day !== null);
    assert.equal([days.length, days[0], days.at(-1)], [29, "2024-02-01", "2024-02-29"]);
    // A Thursday.
    assert.is(weeks[0]?.indexOf("2024-02-01"), (4 - firstWeekday + 7) % 7);
  }
});

months.run();

const moves = suite("moveMonth and moveDay");

moves("go over the ends of years", () => {
  assert.equal([moveMonth("2024-01", -1), moveMonth("2023-12", 1)], ["2023-12", "2024-01"]);
  assert.equal([moveDay("2024-03-01", -1), moveDay("2023-12-31", 1)], ["2024-02-29", "2024-01-01"]);
});

moves.run();

const texts = suite("toShortDate and toLongDate");

texts("show the digits of days, hours and months, and leave other texts", () => {
  assert.equal(
    ["2024-10-23", "2024-10-03 14:00:00", "Day 1"].map((text) => toShortDate(text)),
    ["23 Oct", "3 Oct 14:00", "Day 1"],
  );
  assert.is(toShortDate("2024-10-01", true), "Oct 2024");
  assert.equal(["2024-10-23", "Day 1"].map(toLongDate), ["Wed 23 Oct 2024", "Day 1"]);
});

texts.run();
