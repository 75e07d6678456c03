import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";

const NOW = "2024-03-10T12:00:00Z";

async function openAsked() {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.capture([
    { event: "seen", distinct_id: "a", timestamp: "2024-03-09T10:00:00Z", properties: { plan: "pro" } },
    { event: "seen", distinct_id: "b", timestamp: "2024-03-10T10:00:00Z", properties: { plan: "free" } },
    { event: "paid", distinct_id: "a", timestamp: "2024-03-10T11:00:00Z" },
  ]);
  return hoglet;
}

const SEEN = { kind: "TrendsQuery", series: [{ event: "seen" }], dateRange: { date_from: "-1d" } } as const;

const on = (day: number, id: string) => ({ event: "seen", distinct_id: id, timestamp: `2024-03-0${day}T10:00:00Z` });

const ask = suite("hoglet.ask");

ask("answers a node, bare or wrapped, and keeps the answer until something is written", async () => {
  await using hoglet = await openAsked();
  const bare = await hoglet.ask(SEEN);
  assert.equal(
    bare.results.map(({ label, data }) => [label, data]),
    [["seen", [1, 1]]],
  );
  assert.equal([bare.is_cached, bare.last_refresh, bare.timezone], [false, NOW, "UTC"]);
  assert.equal(bare.resolved_date_range, { date_from: "2024-03-09T00:00:00Z", date_to: "2024-03-10T23:59:59.999Z" });
  const wrapped = await hoglet.ask({ kind: "InsightVizNode", source: SEEN, full: true });
  assert.equal([wrapped.is_cached, wrapped.results], [true, bare.results]);
  assert.is((await hoglet.ask(SEEN, { refresh: true })).is_cached, false);
});

ask("lays filters over a node", async () => {
  await using hoglet = await openAsked();
  const filters = { date_from: "2024-03-10", properties: [{ key: "plan", value: "free" }] };
  const { results } = await hoglet.ask(SEEN, { filters });
  assert.equal(results[0]?.data, [1]);
});

ask(
  "refuses an unknown field with the nearest known one, and what would change the answer and is not there",
  async () => {
    await using hoglet = await openAsked();
    const failure = async (node: object) => {
      const error: unknown = await hoglet.ask(node as typeof SEEN).catch((fault: unknown) => fault);
      assert.instance(error, HogletError);
      return error as HogletError;
    };
    const slip = await failure({ ...SEEN, breakdownFliter: {} });
    assert.is(slip.code, "parse_error");
    assert.match(slip.detail, /^1 validation error for QueryRequest\nquery\.TrendsQuery\.breakdownFliter\n/);
    assert.match(slip.detail, /Did you mean "breakdownFilter"\?/);
    assert.is((await failure({ ...SEEN, samplingFactor: 0 })).code, "unsupported");
    const steps = [{ event: "seen", optionalInFunnel: true }, { event: "paid" }];
    assert.is((await failure({ kind: "FunnelsQuery", series: steps })).attr, "series__0__optionalInFunnel");
  },
);

ask("reads the older forms of a node", async () => {
  await using hoglet = await openAsked();
  const old = { ...SEEN, trendsFilter: { compare: true }, breakdown: { breakdown: "plan", breakdown_type: "event" } };
  const { results } = await hoglet.ask(old as typeof SEEN);
  assert.equal(
    results.map((line) => [line.breakdown_value, line.compare_label]),
    [
      ["free", "current"],
      ["pro", "current"],
    ],
  );
});

ask("counts those who came back in any of several days, or at any later time", async () => {
  await using hoglet = await createHoglet({ now: NOW });
  await hoglet.capture([on(1, "a"), on(1, "b"), on(1, "c"), on(2, "a"), on(4, "a"), on(3, "b")]);
  const entity = { id: "seen", type: "events" as const };
  const rows = async (own: object) => {
    const retentionFilter = { targetEntity: entity, returningEntity: entity, ...own };
    const dateRange = { date_from: "2024-03-01", date_to: "2024-03-01" };
    const { results } = await hoglet.ask({ kind: "RetentionQuery", dateRange, retentionFilter });
    return results.map(({ values }) => values.map(({ count, label }) => `${label}: ${count}`));
  };
  assert.equal(await rows({ totalIntervals: 4 }), [["Day 0: 3", "Day 1: 1", "Day 2: 1", "Day 3: 1"]]);
  assert.equal(await rows({ totalIntervals: 4, cumulative: true }), [["Day 0: 3", "Day 1: 2", "Day 2: 2", "Day 3: 1"]]);
  assert.equal(await rows({ retentionCustomBrackets: [1, 2] }), [["Day 0: 3", "Day 1: 1", "Day 2-3: 2"]]);
});

ask.run();
