import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fromWallClock, toWallClock } from "../../lib/base/zone-clock.ts";
import { whenAll } from "../support/rounds.ts";

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

function at(text: string): number {
  return Date.parse(`${text}Z`);
}

const wall = suite("toWallClock, fromWallClock");

wall("shifts by the zone's offset of that moment, there and back", () => {
  assert.is(iso(toWallClock(at("2020-01-05T08:00"), "US/Pacific")), "2020-01-05T00:00");
  assert.is(iso(toWallClock(at("2020-07-05T08:00"), "US/Pacific")), "2020-07-05T01:00");
  assert.is(iso(fromWallClock(at("2020-01-05T00:00"), "US/Pacific")), "2020-01-05T08:00");
  assert.is(iso(fromWallClock(at("2020-01-05T00:00"), "Asia/Kolkata")), "2020-01-04T18:30");
});

wall("takes the first of two instants that show the same, and the first after digits that are never shown", () => {
  assert.is(iso(fromWallClock(at("2020-10-25T02:30"), "Europe/Berlin")), "2020-10-25T00:30");
  assert.is(iso(fromWallClock(at("2018-11-04T00:00"), "America/Sao_Paulo")), "2018-11-04T03:00");
  assert.is(iso(fromWallClock(at("2020-11-01T00:00"), "America/Havana")), "2020-11-01T04:00");
});

/** The digits that a clock shows, by the time zone tables of the runtime. */
function shownDigits(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(ms).replace(" ", "T");
}

whenAll(wall)("shows what the clocks of zones show, each quarter of an hour around their changes", () => {
  const changes: [zone: string, ms: string][] = [
    ["Europe/Berlin", "2024-03-31T01:00"],
    ["Europe/Berlin", "2024-10-27T01:00"],
    ["America/New_York", "2024-11-03T06:00"],
    // Half an hour only.
    ["Australia/Lord_Howe", "2024-04-06T15:00"],
    // A day that never was.
    ["Pacific/Apia", "2011-12-30T10:00"],
    ["Africa/Casablanca", "2024-03-10T02:00"],
    ["Asia/Kathmandu", "1985-12-31T18:30"],
    // At midnight of UTC.
    ["America/Scoresbysund", "2024-03-31T00:00"],
    ["Atlantic/Azores", "1992-12-27T00:00"],
  ];
  for (const [zone, change] of changes) {
    for (let quarter = -200; quarter < 200; quarter++) {
      const ms = at(change) + quarter * 900_000;
      assert.is(iso(toWallClock(ms, zone)), shownDigits(ms, zone), `${zone} ${iso(ms)}`);
    }
  }
});

wall.run();
