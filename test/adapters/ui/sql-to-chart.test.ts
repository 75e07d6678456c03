import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firstChoice, toChart } from "../../../adapters/ui/page/views/sql/to-chart.ts";
import type { ChartChoice } from "../../../adapters/ui/page/views/sql/to-chart.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { QueryResult } from "../../../lib/index.ts";

/** The chart that shows an answer best, or in another form. */
function draw(types: QueryResult["types"], results: QueryResult["results"], other: Partial<ChartChoice> = {}) {
  const choice = firstChoice({ types, results });
  return choice === null ? null : toChart({ types, results }, { ...choice, ...other });
}

const NUMBERS: QueryResult["types"] = [
  ["day", "String"],
  ["n", "Int64"],
];

const tests = suite("toChart");

tests("puts days in their order and at their distances, with a gap where there is no number", () => {
  const rows = [
    ["2024-03-04", 1],
    ["2024-03-01", 2],
    ["2024-03-02", null],
  ];
  const chart = draw(NUMBERS, rows);
  // 1709251200 = 2024-03-01T00:00:00Z, by `date -u -d 2024-03-01 +%s`.
  assert.equal(chart?.at, [1_709_251_200, 1_709_251_200 + 86_400, 1_709_251_200 + 3 * 86_400]);
  assert.equal(
    chart?.lines.map(({ name, data }) => [name, data]),
    [["n", [2, NaN, 1]]],
  );
  assert.is(chart?.form, "line");
});

tests("reads an instant without a zone as UTC, and shows its time of day", () => {
  const chart = draw(
    [
      ["t", "DateTime"],
      ["n", "Int64"],
    ],
    [
      ["2024-03-01 06:00", 1],
      ["2024-03-01T07:00:00.500Z", 1],
    ],
  );
  assert.equal(chart?.at, [1_709_272_800, 1_709_276_400.5]);
  assert.equal(chart?.labels, ["06:00", "07:00"]);
});

tests("draws a time, a text and a number as a line for each text, the largest first", () => {
  const types: QueryResult["types"] = [
    ["week", "DateTime"],
    ["plan", "String"],
    ["n", "Int64"],
  ];
  const rows = [
    ["2024-03-11", "club", 3],
    ["2024-03-04", "free", 9],
    ["2024-03-04", "club", 2],
    ["2024-03-11", "free", 8],
    ["2024-03-11", null, 1],
  ];
  const chart = draw(types, rows);
  assert.equal(chart?.labels, ["4 Mar", "11 Mar"]);
  assert.equal(
    chart?.lines.map(({ name, data, colour }) => [name, data, colour]),
    [
      ["free", [9, 8], 0],
      ["club", [2, 3], 1],
      ["none", [NaN, 1], 2],
    ],
  );
  const bars = draw(types, rows, { form: "bars" });
  assert.equal([bars?.form, bars?.at], ["stack", undefined]);
  const whole = draw(types, rows, { split: null });
  assert.equal(
    whole?.lines.map(({ name, data }) => [name, data]),
    [["n", [11, 12]]],
  );
});

tests("draws texts and numbers as bars in the order of the answer", () => {
  const chart = draw(
    [
      ["event", "String"],
      ["n", "Int64"],
      ["share", "Nullable(Float64)"],
    ],
    [
      ["b", 2, 0.5],
      ["a", 1, null],
    ],
  );
  assert.equal([chart?.form, chart?.labels, chart?.at], ["bars", ["b", "a"], undefined]);
  assert.equal(
    chart?.lines.map(({ name }) => name),
    ["n", "share"],
  );
});

tests("draws numbers against numbers", () => {
  const chart = draw(
    [
      ["hour", "Int64"],
      ["n", "Int64"],
    ],
    [
      [23, 5],
      [4, 2],
    ],
  );
  assert.equal(
    [chart?.at, chart?.lines[0]?.data],
    [
      [4, 23],
      [2, 5],
    ],
  );
});

tests("needs a column of numbers beside another, and rows", () => {
  assert.is(firstChoice({ types: [["n", "Int64"]], results: [[1]] }), null);
  assert.is(
    firstChoice({
      types: [
        ["event", "String"],
        ["plan", "String"],
      ],
      results: [["a", "b"]],
    }),
    null,
  );
  assert.is(firstChoice({ types: NUMBERS, results: [] }), null);
});

tests("draws what a real query answers", async () => {
  const hoglet = await createHoglet({ now: "2024-03-05T12:00:00Z" });
  for (const timestamp of ["2024-03-01T10:00:00Z", "2024-03-01T11:00:00Z", "2024-03-03T10:00:00Z"]) {
    await hoglet.capture({ event: "seen", distinct_id: "u1", timestamp });
  }
  const { types, results } = await hoglet.query("SELECT date(timestamp), count() FROM events GROUP BY 1");
  const chart = draw(types, results);
  assert.equal(chart?.titles, ["2024-03-01", "2024-03-03"]);
  assert.equal(chart?.lines[0]?.data, [2, 1]);
  await hoglet.close();
});

tests.run();
