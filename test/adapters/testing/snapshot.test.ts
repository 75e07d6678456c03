import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet } from "../../../adapters/testing/index.ts";

const it = suite("toSnapshot");

/** The lines of one kind, parsed. */
function linesOf(snapshot: string, kind: string): Record<string, unknown>[] {
  const lines = snapshot
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as Record<string, unknown>);
  return lines.filter((line) => line["kind"] === kind);
}

it("is the same text for the same data, whatever the order and the uuids in which it came", async () => {
  const events = [
    { event: "b", distinct_id: "u1", timestamp: "2025-01-02T00:00:00Z", properties: { z: 1, a: { y: 1, b: 2 } } },
    { event: "a", distinct_id: "u1", timestamp: "2025-01-02T00:00:00.500Z" },
    { event: "a", distinct_id: "u2", timestamp: "2025-01-01T00:00:00Z", properties: { n: 1 } },
    { event: "a", distinct_id: "u2", timestamp: "2025-01-01T00:00:00Z", properties: { n: 1 } },
  ];
  const texts: string[] = [];
  for (const [seed, order] of [
    ["one", events],
    ["two", events.toReversed()],
  ] as const) {
    await using hoglet = await createTestHoglet({ seed });
    for (const event of order) await hoglet.capture(event);
    // The person names its first event, which does depend on the order.
    texts.push(
      (await hoglet.snapshot())
        .split("\n")
        .filter((line) => !line.includes('"kind":"person"'))
        .join("\n"),
    );
  }
  assert.is(texts[0], texts[1]);
  const found = linesOf(texts[0] ?? "", "event");
  assert.equal(
    found.map(({ event, distinct_id }) => `${String(event)} ${String(distinct_id)}`),
    ["a u2", "a u2", "b u1", "a u1"],
  );
  assert.is(new Set(found.map(({ uuid }) => uuid)).size, 4);
  assert.match(texts[0] ?? "", '"properties":{"a":{"b":2,"y":1},"z":1}');
});

it("names the event that made a person by its derived uuid", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture({ event: "a", distinct_id: "u1" });
  const text = await hoglet.snapshot();
  const [person] = linesOf(text, "person");
  const [event] = linesOf(text, "event");
  const properties = person?.["properties"] as Record<string, unknown> | undefined;
  assert.is(properties?.["$creator_event_uuid"], event?.["uuid"]);
  assert.is.not(event?.["uuid"], undefined);
});

it("keeps uuids when it is told to", async () => {
  await using hoglet = await createTestHoglet();
  const uuid = "0195f0a0-0000-7000-8000-000000000001";
  await hoglet.capture({ event: "a", distinct_id: "u1", uuid });
  assert.is(linesOf(await hoglet.snapshot(undefined, { uuids: "kept" }), "event")[0]?.["uuid"], uuid);
  assert.is.not(linesOf(await hoglet.snapshot(), "event")[0]?.["uuid"], uuid);
});

it.run();
