import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  edgeDay,
  formatDay,
  formatLabel,
  intervalMs,
  nextInterval,
  requireTimezone,
  shiftBack,
  startOfInterval,
  startOfWallInterval,
} from "../../../lib/questions/shared/calendar.ts";

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

function at(text: string): number {
  return Date.parse(`${text}Z`);
}

const start = suite("startOfInterval");

const starts: [zone: string, interval: "hour" | "day" | "week" | "month", ms: string, result: string][] = [
  ["UTC", "hour", "2020-01-05T08:59", "2020-01-05T08:00"],
  ["UTC", "hour", "1969-12-31T23:40", "1969-12-31T23:00"],
  ["Asia/Kolkata", "hour", "2020-01-05T08:59", "2020-01-05T08:30"],
  // The clock of Lord Howe: 02:00 (+11) became 01:30 (+10:30), and 02:00 (+10:30) became 02:30 (+11).
  ["Australia/Lord_Howe", "hour", "2025-04-05T14:59", "2025-04-05T14:00"],
  ["Australia/Lord_Howe", "hour", "2025-04-05T15:00", "2025-04-05T15:00"],
  ["Australia/Lord_Howe", "hour", "2025-04-05T15:29", "2025-04-05T15:00"],
  ["Australia/Lord_Howe", "hour", "2025-04-05T15:30", "2025-04-05T15:30"],
  ["Australia/Lord_Howe", "hour", "2025-10-04T15:29", "2025-10-04T14:30"],
  ["Australia/Lord_Howe", "hour", "2025-10-04T15:59", "2025-10-04T15:30"],
  ["Australia/Lord_Howe", "hour", "2025-10-04T16:00", "2025-10-04T16:00"],
  ["US/Pacific", "day", "2020-01-05T07:59", "2020-01-04T08:00"],
  ["US/Pacific", "day", "2020-01-05T08:00", "2020-01-05T08:00"],
  ["Europe/Berlin", "day", "2020-03-29T20:00", "2020-03-28T23:00"],
  ["America/Havana", "day", "2020-11-01T20:00", "2020-11-01T04:00"],
  ["UTC", "week", "2020-01-08T12:00", "2020-01-05T00:00"],
  ["UTC", "week", "2020-01-05T00:00", "2020-01-05T00:00"],
  ["US/Pacific", "week", "2020-01-12T02:00", "2020-01-05T08:00"],
  ["UTC", "month", "2020-02-29T12:00", "2020-02-01T00:00"],
  ["US/Pacific", "month", "2020-03-01T07:00", "2020-02-01T08:00"],
];

for (const [timezone, interval, ms, result] of starts) {
  start(`the ${interval} of ${ms} in ${timezone} starts at ${result}`, () => {
    assert.is(iso(startOfInterval(at(ms), interval, { timezone, weekStartDay: 0 })), result);
  });
}

start("weeks start on Monday when the project says so", () => {
  const monday = { timezone: "UTC", weekStartDay: 1 };
  assert.is(iso(startOfInterval(at("2020-01-05T00:00"), "week", monday)), "2019-12-30T00:00");
  assert.is(iso(startOfInterval(at("2020-01-06T00:00"), "week", monday)), "2020-01-06T00:00");
});

start.run();

const step = (ms: string, timezone: string) => iso(nextInterval(at(ms), "day", { timezone, weekStartDay: 0 }));

const next = suite("nextInterval");

next("steps over days of 23 and 25 hours, and over a midnight that is skipped or shown twice", () => {
  assert.is(step("2020-03-28T23:00", "Europe/Berlin"), "2020-03-29T22:00");
  assert.is(step("2020-10-24T22:00", "Europe/Berlin"), "2020-10-25T23:00");
  assert.is(step("2018-11-03T03:00", "America/Sao_Paulo"), "2018-11-04T03:00");
  assert.is(step("2018-11-04T03:00", "America/Sao_Paulo"), "2018-11-05T02:00");
  assert.is(step("2020-11-01T04:00", "America/Havana"), "2020-11-02T05:00");
});

next("steps by hours, weeks and months", () => {
  const berlin = { timezone: "Europe/Berlin", weekStartDay: 0 };
  assert.is(iso(nextInterval(at("2020-10-25T00:00"), "hour", berlin)), "2020-10-25T01:00");
  assert.is(iso(nextInterval(at("2020-03-21T23:00"), "week", berlin)), "2020-03-28T23:00");
  assert.is(iso(nextInterval(at("2020-02-29T23:00"), "month", berlin)), "2020-03-31T22:00");
});

next.run();

const digits = suite("startOfWallInterval, shiftBack, edgeDay, intervalMs");

digits("compute on a clock's digits", () => {
  assert.is(iso(startOfWallInterval(at("2020-01-08T12:34"), "week", 0)), "2020-01-05T00:00");
  assert.is(iso(startOfWallInterval(at("2020-01-08T12:34"), "hour", 0)), "2020-01-08T12:00");
  assert.is(iso(shiftBack(at("2020-03-31T00:00"), "months", 1)), "2020-02-29T00:00");
  assert.is(iso(shiftBack(at("2020-03-01T05:00"), "hours", 30)), "2020-02-28T23:00");
  assert.is(iso(shiftBack(at("2020-03-01T05:00"), "weeks", 1)), "2020-02-23T05:00");
  assert.is(iso(edgeDay(at("2020-02-10T12:00"), "month", "End")), "2020-02-29T00:00");
  assert.is(iso(edgeDay(at("2020-02-10T12:00"), "year", "Start")), "2020-01-01T00:00");
  assert.is(intervalMs("week"), 604_800_000);
});

digits.run();

const format = suite("formatDay, formatLabel");

format("write the local time the way the wire has it", () => {
  const ms = at("2020-09-01T14:00");
  assert.is(formatDay(ms, "day", "US/Pacific"), "2020-09-01");
  assert.is(formatDay(ms, "hour", "US/Pacific"), "2020-09-01 07:00:00");
  assert.is(formatLabel(ms, "week", "US/Pacific"), "1-Sep-2020");
  assert.is(formatLabel(ms, "hour", "US/Pacific"), "1-Sep-2020 07:00");
});

format.run();

const zone = suite("requireTimezone");

zone("refuses what is no time zone", () => {
  for (const known of ["UTC", "Europe/Berlin", "US/Pacific"]) requireTimezone(known);
  assert.throws(() => requireTimezone("Mars/Olympus"), /IANA/);
});

zone.run();
