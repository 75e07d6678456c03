import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eventTime, parseTimestamp } from "../../../lib/ingest/capture/timestamp.ts";
import type { TimeClues } from "../../../lib/ingest/capture/timestamp.ts";

const parses = suite("parseTimestamp");

const MIDNIGHT = "2021-10-29T00:00:00.000Z";

const READS: { case?: string; text: string; gives: string }[] = [
  { case: "F23", text: "2021-10-29", gives: MIDNIGHT },
  { case: "F23", text: "2021-10-29 00:00:00", gives: MIDNIGHT },
  { case: "F23", text: "2021-10-29T00:00:00.000", gives: MIDNIGHT },
  { case: "F23", text: "2021-10-29T00:00:00.000Z", gives: MIDNIGHT },
  { case: "F23", text: "2021-10-29 00:00:00+00:00", gives: MIDNIGHT },
  { case: "F23", text: "2021-10-29T00:00:00.000-00:00", gives: MIDNIGHT },
  { text: "2021-10-29T03:00:00+03", gives: MIDNIGHT },
  { text: "2021-10-29T03:00:00+0300", gives: MIDNIGHT },
  { text: "2021-10-29 03:00:00 +03:00", gives: MIDNIGHT },
  { text: " 2021-10-29T00:00:00Z\n", gives: MIDNIGHT },
  { text: "2021-10-29T00:00", gives: MIDNIGHT },
  { text: "20211029T020000+02", gives: MIDNIGHT },
  { text: "2021-10", gives: "2021-10-01T00:00:00.000Z" },
  { text: "2021W435", gives: MIDNIGHT },
  { text: "2021302", gives: MIDNIGHT },
  { text: "20211029", gives: MIDNIGHT },
  { text: "2021-W43-5", gives: MIDNIGHT },
  { text: "2021-302", gives: MIDNIGHT },
  { text: "2021/10/29", gives: MIDNIGHT },
  { text: "2021/10/29 00:00:00", gives: MIDNIGHT },
  { text: "2021/1/9 10:00:00", gives: "2021-01-09T10:00:00.000Z" },
  { text: "10/29/2021", gives: MIDNIGHT },
  { text: "1/9/2021 10:00:00", gives: "2021-01-09T10:00:00.000Z" },
  { text: "Fri, 29 Oct 2021 00:00:00 GMT", gives: MIDNIGHT },
  { text: "29 Oct 2021 02:00:00 +0200", gives: MIDNIGHT },
  { text: "1635465600", gives: MIDNIGHT },
  { text: "1635465600.25", gives: "2021-10-29T00:00:00.250Z" },
  { text: "1635465600000", gives: MIDNIGHT },
  { text: "0099-01-01T00:00:00Z", gives: "0099-01-01T00:00:00.000Z" },
  { text: "-0001-01-01T00:00:00Z", gives: "-000001-01-01T00:00:00.000Z" },
  { text: "-000001-01-01T00:00:00Z", gives: "-000001-01-01T00:00:00.000Z" },
  { text: "+012345-01-01T00:00:00Z", gives: "+012345-01-01T00:00:00.000Z" },
];

for (const row of READS) {
  parses(`${row.case ?? "–"} reads ${JSON.stringify(row.text)}`, () => {
    assert.is(parseTimestamp(row.text), Date.parse(row.gives));
  });
}

parses("gives null for what is no date-time", () => {
  for (const text of ["", " ", "soon", "10:00", "T10:00", "1030Z", "2021-02-30", "2021-13-01", "32/01/2021", "NaN"]) {
    assert.is(parseTimestamp(text), null, text);
  }
  for (const text of ["1030-03:30", "1030-0330", "1030+03", "103045.5", "1030,5"]) {
    assert.is(parseTimestamp(text), null, text);
  }
  for (const text of ["9".repeat(16), "+999999-01-01T00:00:00Z", "2021-10-29T25:00:00Z", "\0"]) {
    assert.is(parseTimestamp(text), null, text);
  }
});

parses.run();

const times = suite("eventTime");

/** Times of day are on 2024-06-10. */
interface Row extends Partial<Omit<TimeClues, "nowMs" | "sentAtMs">> {
  case?: string;
  name?: string;
  now?: string;
  sent?: string;
  gives: string;
  /** Moved into bounds, which deserves a warning. */
  clamped?: true;
}

const ROWS: Row[] = [
  { case: "F1", timestamp: "11:00:00", sent: "12:00:10", gives: "10:59:50" },
  { case: "F2", timestamp: "11:00:00", sent: "11:59:50", gives: "11:00:10" },
  { case: "F4", timestamp: "11:00:00", gives: "11:00:00" },
  { case: "F5", gives: "12:00:00" },
  { case: "F7", now: "2021-10-29T01:44:00Z", offsetMs: 6000, gives: "2021-10-29T01:43:54Z" },
  { case: "F8", now: "2021-10-29T01:44:00Z", offsetMs: -82_860_000, gives: "2021-10-29T01:44:00Z", clamped: true },
  { case: "F10", timestamp: "09:00:00", sent: "12:00:00", offsetMs: 1000, gives: "11:59:59" },
  { case: "F11", timestamp: "2024-06-11T10:59:00Z", gives: "2024-06-11T10:59:00Z" },
  { name: "23 h ahead to the millisecond", timestamp: "2024-06-11T11:00:00Z", gives: "2024-06-11T11:00:00Z" },
  { name: "23 h and 1 ms ahead", timestamp: "2024-06-11T11:00:00.001Z", gives: "12:00:00", clamped: true },
  { case: "F13", timestamp: "+012345-01-01T00:00:00Z", gives: "12:00:00", clamped: true },
  { case: "F14", timestamp: "-000001-06-01T00:00:00Z", gives: "1970-01-01T00:00:00Z", clamped: true },
  { case: "F14", timestamp: "-0001-06-01T00:00:00Z", gives: "1970-01-01T00:00:00Z", clamped: true },
  { name: "year 0", timestamp: "0000-01-01T00:00:00Z", gives: "0000-01-01T00:00:00Z" },
  { case: "F22", timestamp: "2024-06-11T14:00:00Z", gives: "12:00:00", clamped: true },
  { case: "F26", timestamp: "2024-06-11T14:00:00Z", sent: "2024-06-11T14:10:00Z", gives: "11:50:00" },
  { name: "sent_at ignored on demand", timestamp: "11:00:00", sent: "12:00:10", ignoreSentAt: true, gives: "11:00:00" },
  { name: "sent_at without a timestamp", sent: "12:00:10", gives: "12:00:00" },
  { name: "an offset without anything else", offsetMs: 0, gives: "12:00:00" },
  { name: "an offset of ages", offsetMs: Number.MAX_SAFE_INTEGER, gives: "1970-01-01T00:00:00Z", clamped: true },
  { name: "a clock beyond year 9999", now: "+010000-01-01T00:00:00Z", gives: "1970-01-01T00:00:00Z", clamped: true },
];

const toIso = (text: string) => (text.length === 8 ? `2024-06-10T${text}.000Z` : text);

for (const row of ROWS) {
  times(`${row.case ?? "–"} ${row.name ?? JSON.stringify(row)}`, () => {
    const result = eventTime({
      timestamp: row.timestamp ? toIso(row.timestamp) : null,
      offsetMs: row.offsetMs ?? null,
      sentAtMs: row.sent ? Date.parse(toIso(row.sent)) : null,
      nowMs: Date.parse(toIso(row.now ?? "12:00:00")),
      ignoreSentAt: row.ignoreSentAt ?? false,
    });
    assert.equal(result, {
      timestampMs: Date.parse(toIso(row.gives)),
      warning: row.clamped ? "clamped_event_timestamp" : null,
    });
  });
}

times("takes now for an unreadable timestamp, or the offset, and warns", () => {
  const clues = { timestamp: "soon", offsetMs: null, sentAtMs: 5000, nowMs: 9000, ignoreSentAt: false };
  assert.equal(eventTime(clues), { timestampMs: 9000, warning: "ignored_invalid_timestamp" });
  assert.equal(eventTime({ ...clues, offsetMs: 10 }), { timestampMs: 8990, warning: "ignored_invalid_timestamp" });
});

times.run();
