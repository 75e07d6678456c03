import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

const missing = suite("an action that does not exist");

const hoglet = await createHoglet({ now: "2025-06-11T18:00:00Z" });
missing.after(() => hoglet.close());
await hoglet.capture([
  { event: "a", distinct_id: "u1", timestamp: "2025-06-10T12:00:00Z" },
  { event: "a", distinct_id: "u2", timestamp: "2025-06-10T12:00:00Z" },
  { event: "a", distinct_id: "u1", timestamp: "2025-06-11T12:00:00Z" },
]);
const dateRange = { date_from: "2025-06-10", date_to: "2025-06-11" };
const series = [{ kind: "ActionsNode" as const, id: 99 }, { event: "a" }];
const older = { actions: [{ id: 99, order: 0 }], events: [{ id: "a", order: 1 }], ...dateRange };

/** Formulas over it as A, and over `a`, of which there are 2 and 1, as B. */
const FORMULAS: [formula: string, data: number[]][] = [
  ["B + A", [2, 1]],
  ["A", [0, 0]],
  ["10 * B - A", [20, 10]],
  ["B / A", [0, 0]],
];

missing("has no line in a trend, whose other lines stay, as a node and in the older dialect", async () => {
  const node = await hoglet.ask({ kind: "TrendsQuery", series, dateRange });
  const { result } = await hoglet.insights.trend(older);
  for (const lines of [node.results, result])
    assert.equal(
      lines.map(({ data }) => data),
      [[2, 1]],
    );
});

for (const [formula, data] of FORMULAS) {
  missing(`counts as 0 in the formula ${formula}, as a node and in the older dialect`, async () => {
    const node = await hoglet.ask({ kind: "TrendsQuery", series, dateRange, trendsFilter: { formula } });
    const { result } = await hoglet.insights.trend({ ...older, formula });
    for (const lines of [node.results, result])
      assert.equal(
        lines.map((line) => line.data),
        [data],
      );
  });
}

missing("has nobody in a stickiness, as a node and in the older dialect", async () => {
  const node = await hoglet.ask({ kind: "StickinessQuery", series, dateRange });
  const { result } = await hoglet.insights.stickiness(older);
  for (const lines of [node.results, result])
    assert.equal(
      lines.map(({ data }) => data),
      [
        [0, 0],
        [1, 1],
      ],
    );
});

missing.run();
