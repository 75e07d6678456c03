import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseRfc3339 } from "../../../../lib/ingest/capture/v1/rfc3339.ts";

const NOON_MS = Date.UTC(2024, 5, 10, 12);

const rfc3339 = suite("parseRfc3339");

const READ: [text: string, ms: number][] = [
  ["2024-06-10T12:00:00Z", NOON_MS],
  ["2024-06-10t12:00:00z", NOON_MS],
  ["2024-06-10 12:00:00Z", NOON_MS],
  ["2024-06-10T12:00:00.25Z", NOON_MS + 250],
  ["2024-06-10T12:00:00.123456789Z", NOON_MS + 123],
  ["2024-06-10T17:30:00+05:30", NOON_MS],
  ["2024-06-10T11:00:00-01:00", NOON_MS],
  ["0050-01-01T00:00:00Z", -60_589_296_000_000],
];

for (const [text, ms] of READ) rfc3339(`reads ${text}`, () => assert.is(parseRfc3339(text), ms));

const REFUSED = [
  "",
  "x",
  "2024-06-10",
  "2024-06-10T12:00:00",
  "2024-06-10T12:00Z",
  "2024-06-10T12:00:00.Z",
  "2024-06-10T12:00:00+02",
  "2024-06-10T12:00:00+0200",
  "2024-13-10T12:00:00Z",
  "2024-02-30T12:00:00Z",
  "2024-06-10T25:00:00Z",
  " 2024-06-10T12:00:00Z",
  "1718020800",
  "2024-W24-1T12:00:00Z",
  "Mon, 10 Jun 2024 12:00:00 GMT",
];

for (const text of REFUSED) rfc3339(`refuses "${text}"`, () => assert.is(parseRfc3339(text), null));

rfc3339.run();
