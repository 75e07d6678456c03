import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeBreakdown, trendSeries } from "../../../adapters/ui/page/views/insights/series.ts";
import { createHoglet } from "../../../lib/index.ts";

const series = suite("trendSeries");

const hoglet = await createHoglet({ now: "2024-03-05T12:00:00Z" });
await hoglet.capture([
  { event: "paid", distinct_id: "a", timestamp: "2024-03-05T10:00:00Z", properties: { plan: "pro" } },
  { event: "paid", distinct_id: "b", timestamp: "2024-03-04T10:00:00Z", properties: { plan: "team" } },
]);

async function ask(fields: object) {
  const question = {
    insight: "TRENDS" as const,
    events: [{ id: "paid", type: "events" as const }],
    date_from: "-1d",
    ...fields,
  };
  const { result } = await hoglet.insights.trend(question);
  return trendSeries(question, result);
}

series("gives the previous period the colour of the current one, dashed", async () => {
  const { lines, labels, form } = await ask({ compare: true, display: "ActionsBar" });
  assert.is(form, "line");
  assert.equal(labels, ["2024-03-04", "2024-03-05"]);
  assert.equal(
    lines.map(({ name, colour, isDashed }) => [name, colour, isDashed]),
    [
      ["paid (current)", 0, false],
      ["paid (previous)", 0, true],
    ],
  );
});

series("stacks the bars of several lines, each point with its link", async () => {
  const { lines, form, labels } = await ask({ display: "ActionsBar", breakdown: "plan" });
  assert.is(form, "stack");
  assert.equal(labels, ["2024-03-04", "2024-03-05"]);
  assert.equal(
    lines.map(({ name, data, colour }) => [name, data, colour]),
    [
      ["paid - pro", [0, 1], 0],
      ["paid - team", [1, 0], 1],
    ],
  );
  assert.match(lines[0]?.links[1] ?? "", "breakdown_value=pro");
});

series("writes hours without seconds", async () => {
  const { labels } = await ask({ interval: "hour", date_from: "-2h" });
  assert.equal(labels.slice(0, 2), ["2024-03-05 10:00", "2024-03-05 11:00"]);
});

series.after(() => hoglet.close());
series.run();

const values = suite("describeBreakdown");

values("says none where there is no value", () => {
  assert.is(describeBreakdown(["Chrome", ""]), "Chrome · none");
  assert.is(describeBreakdown(3), "3");
});

values.run();
