import { DateTime } from "luxon";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseIsoTime, toIsoDay } from "../../lib/base/iso-time.ts";
import { whenAll } from "../support/rounds.ts";

const iso = suite("parseIsoTime");

whenAll(iso)("agrees with luxon on every day of four centuries and on every field", () => {
  let at = DateTime.fromISO("1800-01-01T00:00:00.000Z", { zone: "utc" });
  const step = { hours: 37, minutes: 11, seconds: 7, milliseconds: 13 };
  for (let round = 0; round < 20_000; round++, at = at.plus({ days: 6 }).plus(step)) {
    const text = at.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS");
    assert.is(parseIsoTime(`${text}Z`), at.toMillis(), text);
  }
});

iso("agrees with luxon on which days a month has", () => {
  for (const year of [0, 1, 4, 99, 1900, 2000, 2023, 2024]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = toIsoDay(String(year).padStart(4, "0"), String(month), String(day));
        const expected = DateTime.fromISO(text, { zone: "utc" });
        assert.is(parseIsoTime(text), expected.isValid ? expected.toMillis() : null, text);
      }
    }
  }
});

const NOON = Date.UTC(2024, 5, 10, 12);

const READS: [text: string, ms: number][] = [
  ["2024-06-10", NOON - 43_200_000],
  ["2024-06-10T12:00:00", NOON],
  ["2024-06-10 12:00:00", NOON],
  ["2024-06-10t12:00:00z", NOON],
  ["2024-06-10T12:00:00.5Z", NOON + 500],
  ["2024-06-10T12:00:00.05Z", NOON + 50],
  ["2024-06-10T12:00:00.123456789Z", NOON + 123],
  ["2024-06-10T12:00:00.999999+00:00", NOON + 999],
  ["2024-06-10T14:30:00+02:30", NOON],
  ["2024-06-10T04:00:00-08:00", NOON],
];

for (const [text, ms] of READS) iso(`reads ${text}`, () => assert.is(parseIsoTime(text), ms));

const LEAVES = [
  "",
  "2024",
  "2024-6-10T",
  "2024/06/10",
  "2024-06-10T",
  "2024-06-10T12",
  "2024-06-10T12:00",
  "2024-06-10T24:00:00Z",
  "2024-06-10T12:60:00Z",
  "2024-06-10T12:00:60Z",
  "2024-06-10T12:00:00.Z",
  "2024-06-10T12:00:00+3",
  "2024-06-10T12:00:00+03",
  "2024-06-10T12:00:00+24:00",
  "2024-06-10T12:00:00+03:60",
  "2024-06-10T12:00:00 Z",
  "2024-06-10T1a:00:00Z",
  "2024-06-10X12:00:00Z",
  "202a-06-10",
  "2024-06-10T12:00:00Zjunk",
];

iso("leaves every other form, and moments that do not exist, to others", () => {
  for (const text of LEAVES) assert.is(parseIsoTime(text), null, text);
});

iso.run();
