import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

const URLS: [person: string, url?: string][] = [
  ["a", "/home"],
  ["b", "/home/"],
  ["c", "/home?#"],
  ["d", "/"],
  ["e", "//?"],
  ["f"],
];

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  const toEvent = ([distinct_id, url]: (typeof URLS)[number]) => {
    const properties = url === undefined ? {} : { url };
    return { event: "seen", distinct_id, timestamp: "2024-03-09T10:00:00Z", properties };
  };
  await hoglet.capture(URLS.map(toEvent));
  return hoglet;
}

const SERIES = [{ event: "seen" }];
const NONE = "$$_posthog_breakdown_null_$$";

const normalised = suite("breakdown_normalize_url");

normalised("makes spellings of a URL one line of a trend", async () => {
  await using hoglet = await openWorld();
  const lines = async (breakdownFilter: object) => {
    const { results } = await hoglet.ask({ kind: "TrendsQuery", series: SERIES, breakdownFilter });
    return results.map(({ breakdown_value: value, count }) => [value, count]);
  };
  assert.equal(await lines({ breakdown: "url", breakdown_normalize_url: true }), [
    ["/home", 3],
    ["/", 2],
    [NONE, 1],
  ]);
  assert.equal(await lines({ breakdowns: [{ property: "url", normalize_url: true }] }), [
    [["/home"], 3],
    [["/"], 2],
    [[NONE], 1],
  ]);
  assert.is((await lines({ breakdown: "url" })).length, 6);
});

normalised("leads to the people behind such a line", async () => {
  await using hoglet = await openWorld();
  const breakdownFilter = { breakdown: "url", breakdown_normalize_url: true };
  const source = { kind: "TrendsQuery", series: SERIES, breakdownFilter } as const;
  const actors = { kind: "InsightActorsQuery", source, breakdown: "/home", day: "2024-03-09" } as const;
  const { results } = await hoglet.ask({ kind: "ActorsQuery", source: actors, select: ["actor"] });
  const ids = results.map(([person]) => (person as { distinct_ids: string[] }).distinct_ids[0] ?? "");
  assert.equal(ids.toSorted(), ["a", "b", "c"]);
});

normalised("makes spellings one line of a funnel and of a retention", async () => {
  await using hoglet = await openWorld();
  const breakdownFilter = { breakdown: "url", breakdown_normalize_url: true };
  const funnel = await hoglet.ask({ kind: "FunnelsQuery", series: SERIES, breakdownFilter });
  const lines = (funnel.results as { breakdown_value?: unknown; count: number }[][]).map(([step]) => [
    step?.breakdown_value,
    step?.count,
  ]);
  assert.equal(lines, [
    [["/home"], 3],
    [["/"], 2],
    [[""], 1],
  ]);
  const retentionFilter = { targetEntity: { id: "seen" }, returningEntity: { id: "seen" }, totalIntervals: 1 };
  const retention = await hoglet.ask({ kind: "RetentionQuery", retentionFilter, breakdownFilter });
  assert.equal(
    retention.results.map(({ breakdown_value: value, values }) => [value, values[0]?.count]),
    [
      ["/home", 3],
      ["/", 2],
      ["", 1],
    ],
  );
});

normalised.run();
