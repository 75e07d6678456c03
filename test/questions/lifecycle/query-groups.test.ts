import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

// The group "old" was made on the 1st, "fresh" on the 8th; "bare" has events and was never identified.
const USED: [group: string, day: string][] = [
  ["old", "06"],
  ["old", "07"],
  ["old", "09"],
  ["fresh", "08"],
  ["fresh", "09"],
  ["bare", "08"],
];

function identify(key: string, timestamp: string) {
  const properties = { $group_type: "company", $group_key: key };
  return { event: "$groupidentify", distinct_id: "a", timestamp, properties };
}

function used([group, day]: (typeof USED)[number]) {
  const properties = { $groups: { company: group } };
  return { event: "used", distinct_id: "a", timestamp: `2024-03-${day}T10:00:00Z`, properties };
}

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  await hoglet.capture([identify("old", "2024-03-01T10:00:00Z"), identify("fresh", "2024-03-08T09:00:00Z")]);
  await hoglet.capture(USED.map(used));
  return hoglet;
}

const LIFECYCLE = {
  kind: "LifecycleQuery",
  series: [{ event: "used" }],
  aggregation_group_type_index: 0,
  dateRange: { date_from: "2024-03-07" },
} as const;

const groups = suite("lifecycles of groups");

groups("a group is new in the period that it was made in", async () => {
  await using hoglet = await openWorld();
  const { results } = await hoglet.ask(LIFECYCLE);
  const lines = Object.fromEntries(results.map(({ status, data }) => [status, data]));
  assert.equal(lines, {
    new: [0, 1, 0],
    // The 7th after the 6th; the 9th after the 8th.
    returning: [1, 0, 1],
    resurrecting: [0, 1, 1],
    dormant: [0, -1, -1],
  });
});

groups("the groups behind a number", async () => {
  await using hoglet = await openWorld();
  const behind = async (status: "new" | "resurrecting" | "dormant", day: string) => {
    const source = { kind: "InsightActorsQuery", source: LIFECYCLE, status, day } as const;
    const { results } = await hoglet.ask({ kind: "ActorsQuery", source });
    return results.map(([group]) => (group as { id: string }).id);
  };
  assert.equal(await behind("new", "2024-03-08"), ["fresh"]);
  assert.equal(await behind("resurrecting", "2024-03-08"), ["bare"]);
  assert.equal(await behind("dormant", "2024-03-09"), ["bare"]);
  assert.equal(await behind("dormant", "2024-03-08"), ["old"]);
});

groups.run();
