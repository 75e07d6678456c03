import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toEventBounds } from "../../../../../../adapters/ui/page/views/events/event-bounds.ts";

const NOW = Date.parse("2024-03-31T15:20:00Z");

const bounds = suite("toEventBounds");

const ROWS: [from: string, to: string | undefined, zone: string, after: string | undefined, before?: string][] = [
  ["all", undefined, "UTC", undefined],
  ["-24h", undefined, "UTC", "2024-03-30T15:19:59.999Z"],
  ["-7d", undefined, "UTC", "2024-03-23T23:59:59.999Z"],
  ["dStart", undefined, "UTC", "2024-03-30T23:59:59.999Z"],
  ["-1d", "-1d", "UTC", "2024-03-29T23:59:59.999Z", "2024-03-31T00:00:00.000Z"],
  ["-2w", undefined, "UTC", "2024-03-16T23:59:59.999Z"],
  // No 31st of February.
  ["-1m", undefined, "UTC", "2024-02-28T23:59:59.999Z"],
  ["mStart", undefined, "UTC", "2024-02-29T23:59:59.999Z"],
  ["-1mStart", "-1mEnd", "UTC", "2024-01-31T23:59:59.999Z", "2024-03-01T00:00:00.000Z"],
  ["yStart", undefined, "UTC", "2023-12-31T23:59:59.999Z"],
  ["-1yStart", "-1yEnd", "UTC", "2022-12-31T23:59:59.999Z", "2024-01-01T00:00:00.000Z"],
  // Berlin put its clocks forward on the 31st: the day begins at 23:00 UTC and ends at 22:00.
  ["2024-03-31", "2024-03-31", "Europe/Berlin", "2024-03-30T22:59:59.999Z", "2024-03-31T22:00:00.000Z"],
  ["2024-03-30", "2024-03-30", "America/New_York", "2024-03-30T03:59:59.999Z", "2024-03-31T04:00:00.000Z"],
];

for (const [from, to, zone, after, before] of ROWS) {
  bounds(`${from} to ${to ?? "now"} in ${zone}`, () => {
    const range = { date_from: from, ...(to !== undefined && { date_to: to }) };
    const wanted = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
    assert.equal(toEventBounds(range, NOW, zone), wanted);
  });
}

bounds("are none for dates that cannot be read", () => {
  assert.is(toEventBounds({ date_from: "yesterday" }, NOW, "UTC"), null);
  assert.is(toEventBounds({ date_from: "2024-13-45" }, NOW, "UTC"), null);
  assert.is(toEventBounds({ date_from: "-7d", date_to: "soon" }, NOW, "UTC"), null);
});

bounds.run();
