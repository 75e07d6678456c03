import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { parseDateText } from "../../../lib/questions/shared/date-text.ts";

const kindOf = (text: string) => parseDateText(text, 0, "date_from").kind;

const date = suite("parseDateText");

// The table of reference/insights.md 4.1, and other texts by its rules.
const table: [now: string, text: string, result: string][] = [
  ["2020-01-31T12:22:23Z", "-24h", "2020-01-30T12:00:00Z"],
  ["2020-01-31T12:22:23Z", "-48h", "2020-01-29T12:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1hr", "2020-01-31T11:00:00Z"],
  ["2020-01-31T12:22:23Z", "dEnd", "2020-01-31T23:59:59.999Z"],
  ["2020-01-31T12:22:23Z", "-1dEnd", "2020-01-30T23:59:59.999Z"],
  ["2020-01-31T12:22:23Z", "-2hEnd", "2020-01-31T10:59:59.999Z"],
  ["2020-01-31T12:22:23Z", "dStart", "2020-01-31T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1d", "2020-01-30T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-2d", "2020-01-29T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "2d", "2020-01-29T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-14days", "2020-01-17T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-2w", "2020-01-17T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1m", "2019-12-31T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-2m", "2019-11-30T00:00:00Z"],
  ["2020-03-31T12:22:23Z", "-1m", "2020-02-29T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "mStart", "2020-01-01T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1mStart", "2019-12-01T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1mEnd", "2019-12-31T23:59:59.999Z"],
  ["2020-01-31T12:22:23Z", "-2mEnd", "2019-11-30T23:59:59.999Z"],
  ["2020-04-01T00:00:00Z", "-1q", "2020-01-01T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1y", "2019-01-31T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "yStart", "2020-01-01T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1yStart", "2019-01-01T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "-1yEnd", "2019-12-31T23:59:59.999Z"],
  ["2020-01-31T12:22:23Z", "-30M", "2020-01-31T11:52:23Z"],
  ["2020-01-31T12:22:23Z", "-30s", "2020-01-31T12:21:53Z"],
  ["2020-01-31T12:22:23Z", " -2d ", "2020-01-29T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "2019-06-07", "2019-06-07T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "2019-6-7", "2019-06-07T00:00:00Z"],
  ["2020-01-31T12:22:23Z", "2021-05-01T10:00:00Z", "2021-05-01T10:00:00Z"],
  ["2020-01-31T12:22:23Z", "2021-05-01T10:00:00.250+02:00", "2021-05-01T10:00:00.250Z"],
  ["2020-01-31T12:22:23Z", "2021-05-01 10:00", "2021-05-01T10:00:00Z"],
];

for (const [now, text, result] of table) {
  date(`${text} at ${now} is ${result}`, () => {
    const { wallMs } = parseDateText(text, Date.parse(now), "date_from");
    assert.is(new Date(wallMs).toISOString(), new Date(result).toISOString());
  });
}

date("says which of the three forms it met", () => {
  assert.equal(["2020-01-01", "2020-01-01 10:00:00", "-7d"].map(kindOf), ["day", "date-time", "relative"]);
});

const LETTERS = ["h", "d", "w", "q", "m", "y", "mStart"];
const ENDLESS = LETTERS.map((letter) => `-${"9".repeat(400)}${letter}`);

const NO_DATE = ["garbage", "last monday", "today", "-2x", "-7D", "01/11/2026", "2026-13-45", "2019-02-30", "", "7"];

for (const text of [...NO_DATE, "h", "-h", "-99999999d", "-99999999999999999999y", ...ENDLESS]) {
  date(`refuses ${text.replace(/9{400}/, "400 digits ")}, naming the field`, () => {
    assert.throws(
      () => parseDateText(text, 0, "date_to"),
      (error: unknown) => error instanceof HogletError && error.status === 400 && error.attr === "date_to",
    );
  });
}

date.run();
