import { suite } from "uvu";
import * as assert from "uvu/assert";
import { counted, toPeriod, toRange, toShare, toSpan } from "../../../bin/draw/words.ts";

const words = suite("words of answers");

words("a span has its two largest units, and carries", () => {
  const rows: [seconds: number, text: string][] = [
    [0, "0 s"],
    [0.04, "0 s"],
    [4.24, "4.2 s"],
    [59, "59 s"],
    [59.7, "1 min"],
    [90, "1 min 30 s"],
    [3600, "1 h"],
    [3599.6, "1 h"],
    [5400, "1 h 30 min"],
    [86_399, "1 d"],
    [38 * 3600, "1 d 14 h"],
    [1e6 * 86_400, "1,000,000 d"],
    [-90, "−1 min 30 s"],
  ];
  for (const [seconds, text] of rows) assert.is(toSpan(seconds), text, String(seconds));
});

words("counts and shares", () => {
  assert.equal([counted(1, "event"), counted(1204, "event")], ["1 event", "1,204 events"]);
  assert.equal([toShare(0.2793), toShare(1)], ["27.9 %", "100 %"]);
});

words("a period by its interval, in the digits of the project's clock", () => {
  assert.is(toPeriod("2026-11-16", "day"), "Mon 16 Nov");
  assert.is(toPeriod("2026-11-16", "week"), "week of 16 Nov");
  assert.is(toPeriod("2026-11-01", "month"), "Nov 2026");
  assert.is(toPeriod("2026-11-16 07:00:00", "hour"), "16 Nov 07:00");
  assert.is(toPeriod("2026-11-16T00:00:00+01:00", "day"), "Mon 16 Nov");
  assert.is(toPeriod("no date", "day"), "no date");
});

words("a range says as little as it needs", () => {
  assert.is(range("2026-11-16T00:00:00Z", "2026-11-23T23:59:59Z"), "16 – 23 Nov 2026");
  assert.is(range("2026-11-16T00:00:00Z", "2026-11-16T23:59:59Z"), "16 Nov 2026");
  assert.is(range("2026-10-16T00:00:00Z", "2026-11-23T23:59:59Z"), "16 Oct – 23 Nov 2026");
  assert.is(range("2025-10-16T00:00:00Z", "2026-11-23T23:59:59Z"), "16 Oct 2025 – 23 Nov 2026");
  assert.is(range("2026-11-22T17:00:00Z", "2026-11-23T17:30:00Z"), "22 Nov 2026 17:00 – 23 Nov 2026 17:30");
});

function range(from: string, to: string): string {
  return toRange({ date_from: from, date_to: to });
}

words.run();
