import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RANGE, rows, values } from "./counted-log.ts";

const kinds = suite("hoglet ask: kinds");

kinds("trends: a row for each point", async () => {
  assert.equal(await rows("trends", "signed up", ...RANGE), [
    { series: "signed up", date: "2024-01-01", value: 2 },
    { series: "signed up", date: "2024-01-02", value: 1 },
    { series: "signed up", date: "2024-01-03", value: 1 },
    { series: "signed up", date: "2024-01-04", value: 0 },
  ]);
  assert.equal(values(await rows("trends", "--events", "signed up", "paid", ...RANGE)), [2, 1, 1, 0, 1, 1, 1, 1]);
  assert.equal(
    values(await rows("trends", "paid", "--math", "sum", "--math-property", "amount", ...RANGE)),
    [10, 30, 5, 15],
  );
  assert.equal(
    values(await rows("trends", "paid", "--interval", "week", ...RANGE)).reduce((a, b) => Number(a) + Number(b), 0),
    4,
  );
  assert.equal(values(await rows("trends", "paid", "signed up", "--formula", "A / B", ...RANGE)), [0.5, 1, 1, 0]);
  const broken = await rows(
    "trends",
    "signed up",
    "--breakdown",
    "person.country",
    "--display",
    "ActionsTable",
    ...RANGE,
  );
  assert.equal(broken.map(({ breakdown, value }) => [breakdown, value]).toSorted(), [
    ["AT", 2],
    ["DE", 2],
  ]);
});

kinds("trends: without a name, every event", async () => {
  assert.equal(values(await rows("trends", ...RANGE)), [3, 3, 2, 1]);
});

kinds("trends: compared with the period before", async () => {
  const found = await rows("trends", "paid", "--compare", "--date-from", "2024-01-03", "--date-to", "2024-01-04");
  assert.equal(
    found.map(({ compare, value }) => [compare, value]),
    [
      ["current", 1],
      ["current", 1],
      ["previous", 1],
      ["previous", 1],
    ],
  );
});

kinds("conditions hold", async () => {
  assert.is(await counted("signed up", "plan = pro"), 2);
  assert.is(await counted("signed up", "plan != pro and person.country = AT"), 1);
  assert.is(await counted("signed up", "plan = pro", "person.country in (DE, AT)"), 2);
  assert.is(await counted("signed up", "plan contains RE"), 2);
  assert.is(await counted("signed up", "plan is not set"), 0);
  assert.is(await counted("signed up", "plan regex '^p'"), 2);
  assert.is(await counted("paid", "amount > 10"), 2);
  assert.is(await counted("paid", "amount <= 10"), 2);
  assert.is(await counted("paid", "group.company.size >= 7"), 1);
});

/** The events of the range that pass. */
async function counted(event: string, ...where: string[]): Promise<unknown> {
  const flags = where.flatMap((text) => ["--where", text]);
  return values(await rows("trends", event, "--display", "BoldNumber", ...RANGE, ...flags))[0];
}

kinds("funnel: steps with shares and times", async () => {
  const found = await rows("funnel", "signed up", "paid", ...RANGE);
  assert.equal(
    found.map(({ step, name, count, share_of_first: share }) => [step, name, count, share]),
    [
      [1, "signed up", 4, 1],
      [2, "paid", 3, 0.75],
    ],
  );
  assert.is(found[1]?.["median_seconds"], 60);
  assert.equal(values(await rows("funnel", "signed up", "paid", "--window", "1h", ...RANGE), "count"), [4, 2]);
  assert.equal(values(await rows("funnel", "paid", "signed up", "--order", "unordered", ...RANGE), "count"), [4, 3]);
  const trends = await rows("funnel", "signed up", "paid", "--view", "trends", ...RANGE);
  assert.equal(values(trends, "conversion_percent"), [100, 0, 100, 0]);
  const times = await rows("funnel", "signed up", "paid", "--view", "time_to_convert", ...RANGE);
  assert.is(
    times.reduce((sum, { count }) => sum + Number(count), 0),
    3,
  );
  const broken = await rows("funnel", "signed up", "paid", "--breakdown", "plan", ...RANGE);
  assert.equal(broken.map(({ breakdown, step, count }) => [breakdown, step, count].join(" ")).toSorted(), [
    "free 1 2",
    "free 2 2",
    "pro 1 2",
    "pro 2 1",
  ]);
});

kinds("retention: rows end with the period that runs", async () => {
  const found = await rows("retention", "signed up", "paid", "--total-intervals", "3", "--date-to", "2024-01-03");
  assert.equal(
    found.map(({ start, period, count }) => [String(start).slice(0, 10), period, count].join(" ")),
    // u2 paid on its first day, which is not a return; u1 on its second.
    ["2024-01-01 0 2", "2024-01-01 1 1", "2024-01-01 2 0", "2024-01-02 0 1", "2024-01-02 1 0", "2024-01-03 0 1"],
  );
  const flags = await rows(
    "retention",
    "--target",
    "signed up",
    "--returning",
    "paid",
    "--period",
    "week",
    "--total-intervals",
    "2",
    "--date-to",
    "2024-01-04",
  );
  assert.equal(values(flags, "label").slice(0, 2), ["Week 0", "Week 1"]);
});

kinds("lifecycle, stickiness, paths and correlation", async () => {
  const lifecycle = await rows("lifecycle", "paid", ...RANGE);
  // u1 was a person since the day before it paid.
  assert.equal(values(lifecycle, "new"), [1, 0, 1, 0]);
  assert.equal(values(lifecycle, "resurrecting"), [0, 1, 0, 0]);
  assert.equal(values(lifecycle, "returning"), [0, 0, 0, 1]);
  assert.equal(values(await rows("stickiness", "paid", ...RANGE), "count"), [2, 1, 0, 0]);
  assert.equal(values(await rows("stickiness", "paid", "--cumulative", ...RANGE), "count"), [3, 1, 0, 0]);
  const paths = await rows("paths", "--include", "custom_event", ...RANGE);
  assert.equal(
    paths.map(({ source, target, count }) => [source, target, count]),
    // In sessions of 30 minutes: u2 and u4.
    [["signed up", "paid", 2]],
  );
  const correlation = await rows(
    "correlation",
    "signed up",
    "paid",
    "--by",
    "properties",
    "--names",
    "country",
    ...RANGE,
  );
  const austria = correlation.find(({ name }) => name === "country = AT");
  assert.equal([austria?.["success_count"], austria?.["failure_count"]], [2, 0]);
});

kinds.run();
