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

series("gives the previous period the colour of the current one", async () => {
  const { lines, labels, form } = await ask({ compare: true, display: "ActionsBar" });
  assert.is(form, "line");
  assert.equal(labels, ["2024-03-04", "2024-03-05"]);
  assert.equal(
    lines.map(({ name, colour, isPrevious }) => [name, colour, isPrevious]),
    [
      ["paid", 0, false],
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
      ["pro", [0, 1], 0],
      ["team", [1, 0], 1],
    ],
  );
  assert.match(lines[0]?.links[1] ?? "", "breakdown_value=pro");
});

series("puts the lines of a breakdown by their totals, and keeps their colours on a dashboard", async () => {
  await hoglet.capture(
    ["zebra", "zebra", "zebra", "ant", "ant", "moth"].map((plan, index) => ({
      event: "rented",
      distinct_id: `r${index}`,
      timestamp: "2024-03-05T09:00:00Z",
      properties: { plan },
    })),
  );
  const question = {
    insight: "TRENDS" as const,
    events: [{ id: "rented", type: "events" as const }],
    date_from: "-1d",
    breakdown: "plan",
    compare: true,
  };
  const { result } = await hoglet.insights.trend(question);
  const book = new Map([["moth", 0]]);
  const { lines } = trendSeries(question, result, book);
  assert.equal(
    lines.map(({ name, colour, title, days }) => [name, colour, title, days?.[0]]),
    [
      ["zebra", 1, "rented - zebra", undefined],
      ["ant", 2, "rented - ant", undefined],
      ["moth", 0, "rented - moth", undefined],
    ],
  );
  assert.equal([...book.keys()], ["moth", "zebra", "ant"]);
});

series("gives the period before its own days", async () => {
  const { lines } = await ask({ compare: true });
  assert.equal(lines[1]?.days, ["2024-03-02", "2024-03-03"]);
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
