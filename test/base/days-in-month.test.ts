import { suite } from "uvu";
import * as assert from "uvu/assert";
import { daysInMonth } from "../../lib/base/days-in-month.ts";

const days = suite("daysInMonth");

days("agrees with the calendar of Date in every month of four centuries", () => {
  for (let year = 1800; year <= 2200; year++) {
    for (let month = 1; month <= 12; month++) {
      assert.is(daysInMonth(year, month), new Date(Date.UTC(year, month, 0)).getUTCDate(), `${year}-${month}`);
    }
  }
});

days.run();
