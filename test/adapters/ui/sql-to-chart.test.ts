import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toChart } from "../../../adapters/ui/page/views/sql/to-chart.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { QueryResult } from "../../../lib/index.ts";

const result = (types: QueryResult["types"], results: QueryResult["results"]) => ({ types, results });

const tests = suite("toChart");

tests("puts days in their order and at their distances", () => {
  const chart = toChart(
    result(
      [
        ["day", "String"],
        ["n", "Int64"],
      ],
      [
        ["2024-03-04", 1],
        ["2024-03-01", 2],
        ["2024-03-02", null],
      ],
    ),
  );
  assert.is(chart?.kind, "time");
  // 1709251200 = 2024-03-01T00:00:00Z, by `date -u -d 2024-03-01 +%s`.
  assert.equal(chart?.x, [1_709_251_200, 1_709_251_200 + 86_400, 1_709_251_200 + 3 * 86_400]);
  assert.equal(chart?.series, [{ name: "n", values: [2, null, 1] }]);
});

tests("reads an instant without a zone as UTC", () => {
  const rows = [
    ["2024-03-01 06:00", 1],
    ["2024-03-01T07:00:00.500Z", 1],
  ];
  assert.equal(
    toChart(
      result(
        [
          ["t", "DateTime"],
          ["n", "Int64"],
        ],
        rows,
      ),
    )?.x,
    [1_709_272_800, 1_709_276_400.5],
  );
});

tests("draws names side by side in the order of the answer", () => {
  const chart = toChart(
    result(
      [
        ["event", "String"],
        ["n", "Int64"],
        ["share", "Nullable(Float64)"],
      ],
      [
        ["b", 2, 0.5],
        ["a", 1, null],
      ],
    ),
  );
  assert.is(chart?.kind, "category");
  assert.equal(chart?.labels, ["b", "a"]);
  assert.equal(chart?.x, [0, 1]);
  assert.equal(
    chart?.series.map(({ name }) => name),
    ["n", "share"],
  );
});

tests("draws numbers against numbers", () => {
  const chart = toChart(
    result(
      [
        ["hour", "Int64"],
        ["n", "Int64"],
      ],
      [
        [23, 5],
        [4, 2],
      ],
    ),
  );
  assert.is(chart?.kind, "number");
  assert.equal(
    [chart?.x, chart?.series[0]?.values],
    [
      [4, 23],
      [2, 5],
    ],
  );
});

tests("needs a column of numbers after the first, and rows", () => {
  assert.is(toChart(result([["n", "Int64"]], [[1]])), null);
  assert.is(
    toChart(
      result(
        [
          ["event", "String"],
          ["plan", "String"],
        ],
        [["a", "b"]],
      ),
    ),
    null,
  );
  assert.is(
    toChart(
      result(
        [
          ["event", "String"],
          ["n", "Int64"],
        ],
        [],
      ),
    ),
    null,
  );
});

tests("draws what a real query answers", async () => {
  const hoglet = await createHoglet({ now: "2024-03-05T12:00:00Z" });
  for (const timestamp of ["2024-03-01T10:00:00Z", "2024-03-01T11:00:00Z", "2024-03-03T10:00:00Z"]) {
    await hoglet.capture({ event: "seen", distinct_id: "u1", timestamp });
  }
  const chart = toChart(await hoglet.query("SELECT date(timestamp), count() FROM events GROUP BY 1"));
  assert.is(chart?.kind, "time");
  assert.equal(chart?.labels, ["2024-03-01", "2024-03-03"]);
  assert.equal(chart?.series[0]?.values, [2, 1]);
  await hoglet.close();
});

tests.run();
