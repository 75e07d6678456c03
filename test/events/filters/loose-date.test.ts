import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseLooseDate } from "../../../lib/events/filters/loose-date.ts";

const date = suite("parseLooseDate");

const table: [text: string, iso: string][] = [
  ["2020-01-02", "2020-01-02T00:00:00.000Z"],
  ["2020/1/2", "2020-01-02T00:00:00.000Z"],
  ["2020-01-02 03:04", "2020-01-02T03:04:00.000Z"],
  ["2020-01-02T03:04:05", "2020-01-02T03:04:05.000Z"],
  ["2020-01-02T03:04:05.678901Z", "2020-01-02T03:04:05.678Z"],
  ["2020-01-02T03:04:05+0200", "2020-01-02T01:04:05.000Z"],
  ["2020-02-29", "2020-02-29T00:00:00.000Z"],
  [" 1577934245 ", "2020-01-02T03:04:05.000Z"],
  ["1577934245678", "2020-01-02T03:04:05.678Z"],
];

for (const [text, iso] of table) {
  date(`reads ${text}`, () => assert.is(parseLooseDate(text)?.ms, Date.parse(iso)));
}

date("knows a bare day from an instant", () => {
  assert.is(parseLooseDate("2020-01-02")?.isDay, true);
  assert.is(parseLooseDate("2020-01-02 00:00")?.isDay, false);
});

for (const text of ["", "soon", "20200102", "2021-02-29", "2020-13-01", "2020-01-02T25:00", "-7d"]) {
  date(`refuses "${text}"`, () => assert.is(parseLooseDate(text), null));
}

date.run();
