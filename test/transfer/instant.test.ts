import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseInstant, toLineInstant } from "../../lib/transfer/instant.ts";

const parsing = suite("parseInstant");

const READ: [text: string, iso: string][] = [
  ["2024-03-01T08:15:30Z", "2024-03-01T08:15:30.000Z"],
  ["2024-03-01T08:15:30.250Z", "2024-03-01T08:15:30.250Z"],
  ["2024-03-01T08:15:30.250999Z", "2024-03-01T08:15:30.250Z"],
  ["2024-03-01T08:15:30.1+02:00", "2024-03-01T06:15:30.100Z"],
  ["2024-03-01 08:15:30-0130", "2024-03-01T09:45:30.000Z"],
  ["2024-03-01T08:15", "2024-03-01T08:15:00.000Z"],
  ["2024-03-01T08:15:30", "2024-03-01T08:15:30.000Z"],
  ["2024-03-01 08:15:30.5", "2024-03-01T08:15:30.500Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
];
for (const [text, iso] of READ) {
  parsing(`reads ${text}`, () => assert.is(parseInstant(text), Date.parse(iso)));
}

const REFUSED = [
  "",
  "1 May 2024",
  "2024",
  "2024-3-1",
  "2024-13-01T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-03-01T24:00:00Z",
  "2024-03-01T08:60:00Z",
  "2024-03-01T08:15:60Z",
  "2024-03-01T08:15:30Z ",
  "2024-03-01T08:15:30+25:00",
  "20240301T081530Z",
  "1709280930",
];
for (const text of REFUSED) {
  parsing(`refuses "${text}"`, () => assert.is(parseInstant(text), null));
}

parsing.run();

const writing = suite("toLineInstant");

writing("shows milliseconds only when there are any", () => {
  assert.is(toLineInstant(Date.UTC(2024, 2, 1, 8, 15, 30)), "2024-03-01T08:15:30Z");
  assert.is(toLineInstant(Date.UTC(2024, 2, 1, 8, 15, 30, 250)), "2024-03-01T08:15:30.250Z");
  assert.is(toLineInstant(Date.UTC(2024, 2, 1, 8, 15, 0, 7)), "2024-03-01T08:15:00.007Z");
});

writing.run();
