import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../lib/base/clock.ts";
import { HogletError } from "../../lib/base/errors.ts";

const clocks = suite("toClock");

clocks("stands still at an ISO date-time, which is UTC unless it says otherwise", () => {
  const noonMs = Date.UTC(2024, 2, 1, 12);
  // Whatever the machine's time zone is, one of the two would differ if the text were local time.
  const zones = ["America/Lima", "Asia/Tokyo"];
  const own = process.env["TZ"];
  for (const zone of zones) {
    process.env["TZ"] = zone;
    assert.is(toClock("2024-03-01T12:00:00").now(), noonMs, zone);
  }
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
  assert.is(toClock("2024-03-01T12:00:00+02:00").now(), noonMs - 2 * 3_600_000);
});

clocks("asks a function for whole milliseconds", () => {
  assert.is(toClock(() => 12.9).now(), 12);
});

clocks("refuses what is no ISO date-time", () => {
  for (const text of ["", "soon", "5", "2024-02-30T00:00:00Z"]) {
    assert.throws(
      () => toClock(text),
      (error: unknown) => error instanceof HogletError && error.attr === "now",
    );
  }
});

clocks.run();
