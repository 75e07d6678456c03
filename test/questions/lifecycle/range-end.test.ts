import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

// The range is the 3rd of March. Actors of an import may be younger than their first events.
const END = "2024-03-04T00:00:00.000Z";
const LAST = "2024-03-03T23:59:59.999Z";
const START = "2024-03-03T00:00:00.000Z";

const RANGE = { date_from: "2024-03-03", date_to: "2024-03-03" };
const STATUSES = ["new", "returning", "resurrecting", "dormant"] as const;

/** Persons and groups with an event on the 3rd, made at these instants. */
async function openWorld(instants: Record<string, string>) {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  const lines = Object.entries(instants).flatMap(([name, created_at]) => [
    { kind: "person", distinct_ids: [name], properties: {}, created_at },
    { kind: "group", group_type_index: 0, group_type: "company", group_key: name, properties: {}, created_at },
    {
      kind: "event",
      event: "used",
      distinct_id: name,
      timestamp: "2024-03-03T10:00:00Z",
      properties: { $group_0: name },
    },
  ]);
  await hoglet.import(lines.map((line) => JSON.stringify(line)).join("\n"));
  return hoglet;
}

const ends = suite("actors made at the end of a lifecycle's range");

for (const [what, owner] of [
  ["persons", {}],
  ["groups", { aggregation_group_type_index: 0 }],
] as const) {
  ends(`${what} are new until the last millisecond, and not at the instant that the range ends`, async () => {
    await using hoglet = await openWorld({ first: START, last: LAST, after: END });
    const source = { kind: "LifecycleQuery", series: [{ event: "used" }], dateRange: RANGE, ...owner } as const;
    const { results } = await hoglet.ask(source);
    const counts = Object.fromEntries(results.map(({ status, data }) => [status, data]));
    assert.equal(counts, { new: [2], returning: [0], resurrecting: [1], dormant: [0] });
    // The same actors stand behind the numbers.
    const behind: Record<string, number> = {};
    for (const status of STATUSES) {
      const actors = { kind: "InsightActorsQuery", source, status, day: "2024-03-03" } as const;
      behind[status] = (await hoglet.ask({ kind: "ActorsQuery", source: actors })).results.length;
    }
    assert.equal(behind, { new: 2, returning: 0, resurrecting: 1, dormant: 0 });
  });
}

ends.run();
