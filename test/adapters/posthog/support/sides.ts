import * as assert from "uvu/assert";
import type { Hoglet } from "../../../../lib/index.ts";

/** All that both ends of a forwarding must agree on. */
export async function sideOf(hoglet: Hoglet) {
  const events = [];
  for (let seq = 0; ;) {
    const page = await hoglet.events.after({ seq, limit: 1000 });
    for (const { seq: _, created_at: __, size_bytes: ___, ...event } of page.results) events.push(event);
    if (page.seq >= page.newest_seq) break;
    seq = page.seq;
  }
  const found = (await hoglet.persons.list({ limit: 1000 })).results;
  const persons = found.map(({ uuid, name, distinct_ids, properties, created_at, is_identified }) => {
    return { uuid, name, distinct_ids: distinct_ids.toSorted(), properties, created_at, is_identified };
  });
  const types = await hoglet.groups.types();
  const groups = await Promise.all(
    types.map(async ({ group_type_index: index }) => (await hoglet.groups.list({ group_type_index: index })).results),
  );
  const range = { date_from: "2024-01-01", date_to: "2024-03-03" };
  const funnel = await hoglet.insights.funnel({
    ...range,
    events: [
      { id: "seen", order: 0 },
      { id: "ordered", order: 1 },
    ] as never,
    refresh: true,
  } as never);
  const trend = await hoglet.insights.trend({
    ...range,
    events: [{ id: "seen", math: "dau" }],
    refresh: true,
  } as never);
  return {
    events,
    persons: persons.toSorted((a, b) => a.uuid.localeCompare(b.uuid)),
    types: types.map(({ group_type, group_type_index }) => [group_type, group_type_index]),
    groups: groups.flat().toSorted((a, b) => a.group_key.localeCompare(b.group_key)),
    funnel: (funnel as { result: { name: string; count: number }[] }).result.map(({ name, count }) => [name, count]),
    trend: trend.result.map((line) => (line as { data: number[] }).data),
  };
}

/** Both hold the same events in the same order, nothing twice, the same persons, groups and numbers. */
export async function assertSame(mine: Hoglet, theirs: Hoglet): Promise<void> {
  const [here, there] = [await sideOf(mine), await sideOf(theirs)];
  assert.is(new Set(there.events.map(({ uuid }) => uuid)).size, there.events.length);
  assert.equal(
    there.events.map(({ uuid }) => uuid),
    here.events.map(({ uuid }) => uuid),
  );
  assert.equal(there, here);
}
