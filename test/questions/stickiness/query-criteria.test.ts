import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

// Person a: three events on the 8th, one on the 9th; b: one on each day.
const INSTANTS: [person: string, instant: string][] = [
  ["a", "2024-03-08T10:00:00Z"],
  ["a", "2024-03-08T11:00:00Z"],
  ["a", "2024-03-08T12:00:00Z"],
  ["a", "2024-03-09T10:00:00Z"],
  ["b", "2024-03-08T10:00:00Z"],
  ["b", "2024-03-09T10:00:00Z"],
];

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  await hoglet.capture(INSTANTS.map(([distinct_id, timestamp]) => ({ event: "used", distinct_id, timestamp })));
  return hoglet;
}

const toQuery = (operator: "gte" | "lte" | "exact", value: number) =>
  ({
    kind: "StickinessQuery",
    series: [{ event: "used" }],
    dateRange: { date_from: "2024-03-08" },
    stickinessFilter: { stickinessCriteria: { operator, value } },
  }) as const;

const POINTS: [operator: "gte" | "lte" | "exact", value: number, data: number[]][] = [
  ["gte", 1, [0, 2]],
  ["gte", 2, [1, 0]],
  ["lte", 1, [1, 1]],
  ["exact", 1, [1, 1]],
  ["exact", 3, [1, 0]],
  ["gte", 4, [0, 0]],
];

const criteria = suite("stickinessCriteria");

for (const [operator, value, data] of POINTS) {
  criteria(`${operator} ${value}`, async () => {
    await using hoglet = await openWorld();
    const { results } = await hoglet.ask(toQuery(operator, value));
    assert.equal(results[0]?.data, data);
  });
}

criteria("the persons behind a number", async () => {
  await using hoglet = await openWorld();
  const { results } = await hoglet.ask({
    kind: "ActorsQuery",
    source: { kind: "InsightActorsQuery", source: toQuery("lte", 1), day: 1 },
    select: ["actor"],
  });
  assert.equal(
    results.map(([person]) => (person as { distinct_ids: string[] }).distinct_ids[0]),
    ["a"],
  );
});

criteria.run();
