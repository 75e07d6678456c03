import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { compileStatement } from "../../lib/hogql/compile/compile-statement.ts";
import { rangeOf } from "../../lib/sql/event-range.ts";
import { openSessionValues } from "../../lib/sql/session-values.ts";
import { addFunctions } from "../../lib/hogql/functions/register.ts";
import { openEmpty } from "../../lib/storage/index.ts";
import { compacted } from "../support/compact.ts";
import { size } from "../support/rounds.ts";

const NOW = "2024-03-20T00:00:00Z";
const HOUR_MS = 3_600_000;

const ranges = suite("rangeOf");

function toText(hour: number): string {
  return Math.abs(hour) > 1e9 ? "open" : new Date(hour * HOUR_MS).toISOString().slice(0, 13);
}

function toRange(text: string): [first: string, last: string] | null {
  const filters = {
    condition: { type: "AND" as const, values: [] },
    fromMs: Date.parse("2024-03-10T05:30:00Z"),
    untilMs: null,
  };
  const rows = { otherwise: 100, most: 50_000 };
  const statement = compileStatement(text, "UTC", { values: { day: "2024-03-02" }, variables: {}, filters }, rows);
  const db = openEmpty();
  const nowMs = Date.parse(NOW);
  addFunctions(db, () => ({
    projectId: 1,
    timezone: "UTC",
    weekStartDay: 0,
    personName: () => "",
    isInCohort: () => false,
    nowMs,
    sessions: openSessionValues(null),
  }));
  const range = rangeOf(db, statement);
  db.close();
  return range === null ? null : [toText(range.first), toText(range.last)];
}

for (const [text, expected] of [
  ["SELECT event FROM events", null],
  ["SELECT event FROM events WHERE timestamp > '2024-03-01'", ["2024-03-01T00", "open"]],
  [
    "SELECT event FROM events e WHERE e.timestamp >= toDateTime('2024-03-01 10:20:30') AND e.event = 'x'",
    ["2024-03-01T10", "open"],
  ],
  [
    "SELECT event FROM events WHERE '2024-03-01' <= timestamp AND timestamp < {day}",
    ["2024-03-01T00", "2024-03-02T00"],
  ],
  [
    "SELECT event FROM events WHERE timestamp BETWEEN '2024-03-01' AND '2024-03-03'",
    ["2024-03-01T00", "2024-03-03T00"],
  ],
  ["SELECT event FROM events WHERE timestamp > now() - INTERVAL 2 DAY", ["2024-03-18T00", "open"]],
  ["SELECT event FROM events WHERE {filters}", ["2024-03-10T05", "open"]],
  ["SELECT event FROM events WHERE timestamp > '2024-03-01' OR event = 'x'", null],
  ["SELECT event FROM events WHERE not(timestamp > '2024-03-01')", null],
  ["SELECT event FROM events WHERE timestamp NOT BETWEEN '2024-03-01' AND '2024-03-03'", null],
  ["SELECT event FROM events WHERE timestamp > properties.since", null],
  ["SELECT event FROM events WHERE timestamp > '2024-03-01' AND event IN (SELECT event FROM events)", null],
  [
    "SELECT event FROM events WHERE timestamp > '2024-03-05' UNION ALL SELECT event FROM events WHERE timestamp > '2024-03-03'",
    ["2024-03-03T00", "open"],
  ],
  [
    "WITH late AS (SELECT event FROM events WHERE timestamp > '2024-03-01') SELECT count() FROM late",
    ["2024-03-01T00", "open"],
  ],
] as const) {
  ranges(text, () => assert.equal(toRange(text), expected));
}

ranges.run();

const answers = suite("statements over chunks");

answers("are those over rows, whatever bounds of time and order they have", async () => {
  const random = createRandom(5);
  const first = await createHoglet({ now: NOW });
  const other = await first.projects.create({ name: "Other" });
  const from = Date.parse("2024-03-01T00:00:00Z");
  for (let part = 0; part < 10; part++) {
    const events = Array.from({ length: 60 }, (_, n) => ({
      event: random.pick(["a", "b", "c", "deleted"]),
      distinct_id: `u${random.integer(1, 9)}`,
      timestamp: new Date(from + part * 48 * HOUR_MS + random.integer(-50, 50) * HOUR_MS + n).toISOString(),
      properties: { n: part * 60 + n },
    }));
    await first.capture(events);
    await first.capture(events.slice(0, 7), { project: other.id });
  }
  const contents = await first.serialize();
  await first.close();
  await using rows = await createHoglet({ contents, now: NOW });
  // The last events stay rows.
  await using chunks = await createHoglet({
    contents: compacted(contents, { untilSeq: 550, chunkBytes: 800 }),
    now: NOW,
  });
  await using whole = await createHoglet({ contents: compacted(contents, { chunkBytes: 800 }), now: NOW });
  for (const hoglet of [rows, chunks, whole]) {
    await hoglet.deletions.request({ kind: "events_by_name", key: "deleted" });
    await hoglet.deletions.runNow();
  }
  const texts = [
    "SELECT properties.n, timestamp FROM events ORDER BY timestamp DESC LIMIT 30",
    "SELECT properties.n, timestamp FROM events ORDER BY timestamp LIMIT 30 OFFSET 100",
    "SELECT properties.n FROM events e WHERE event = 'a' ORDER BY e.timestamp DESC, properties.n LIMIT 5",
    "SELECT properties.n FROM events WHERE event = 'none' ORDER BY timestamp DESC",
    "SELECT properties.n, timestamp FROM events WHERE timestamp < '2024-03-05' ORDER BY timestamp DESC LIMIT 10",
    "SELECT event, timestamp AS timestamp FROM events ORDER BY timestamp DESC, event LIMIT 10",
    "SELECT toStartOfDay(timestamp) AS timestamp, properties.n FROM events ORDER BY timestamp DESC, properties.n LIMIT 10",
    "SELECT event, count() FROM events WHERE timestamp >= '2024-03-05' AND timestamp < '2024-03-06 12:30:00' GROUP BY event ORDER BY event",
    "SELECT count(), max(timestamp) FROM events WHERE timestamp > now() - INTERVAL 7 DAY",
    "SELECT properties.n, count() OVER () FROM events ORDER BY timestamp DESC LIMIT 5",
    "SELECT properties.n, (SELECT count() FROM events) FROM events ORDER BY timestamp DESC LIMIT 5",
    "SELECT event FROM events WHERE timestamp > '2024-03-15' AND event IN (SELECT event FROM events WHERE timestamp < '2024-03-02') ORDER BY timestamp",
    "SELECT count() FROM events",
    "SELECT count() AS n, count(*) AS m FROM events e LIMIT 1",
    "SELECT count(), count(DISTINCT event) FROM events",
    "SELECT count() + 1 FROM events",
    "SELECT count() FROM events HAVING count() > 5",
    "SELECT count() FROM events WHERE event = 'a'",
    "SELECT count() FROM events GROUP BY event ORDER BY 1",
    "SELECT event, count() FROM events GROUP BY event ORDER BY count() DESC, event LIMIT 2",
    "SELECT e.event AS name, count() AS n FROM events e WHERE e.event IN ('a', 'b') GROUP BY name HAVING n > 5 ORDER BY n DESC, name",
    "SELECT upper(event), round(count() / 3, 2), count(*) * 2 FROM events WHERE lower(event) != 'c' GROUP BY 1 ORDER BY 1",
    "SELECT count() FROM events WHERE event = 'none'",
    "SELECT event, count() FROM events WHERE event = 'none' GROUP BY event",
    "SELECT count() FROM events WHERE 1 = 2",
    "SELECT upper(event) AS event, count() AS events FROM events GROUP BY event ORDER BY events, event",
    "SELECT distinct_id AS distinct_id, count() FROM events GROUP BY distinct_id ORDER BY distinct_id",
    "SELECT toString(timestamp) AS timestamp, count() FROM events GROUP BY timestamp ORDER BY timestamp",
    "SELECT event, count() AS dbstat FROM events WHERE event != 'rtree' GROUP BY event ORDER BY event",
    "SELECT min(timestamp), max(timestamp), count() FROM events",
    "SELECT dateDiff('day', min(timestamp), max(events.timestamp)) AS days FROM events",
    "SELECT max(timestamp) FROM events WHERE event = 'a'",
    "SELECT event, max(timestamp) FROM events GROUP BY event ORDER BY event",
    "SELECT event, countIf(event = 'a'), sum(1) FROM events GROUP BY event ORDER BY event",
    "SELECT event, count() FROM (SELECT * FROM events) GROUP BY event ORDER BY event",
    "SELECT event, count() OVER () FROM events GROUP BY event ORDER BY event",
    "SELECT event FROM events GROUP BY event ORDER BY event",
    "SELECT count() FROM events e JOIN persons p ON p.id = e.person_id",
    "SELECT event FROM (SELECT event, timestamp FROM events) ORDER BY timestamp DESC LIMIT 3",
  ];
  for (const text of texts.filter((_, index) => index % size(6, 1) === 0)) {
    const expected = await rows.query(text);
    assert.ok(expected.results.length > 0 || text.includes("none"), text);
    for (const hoglet of [chunks, whole]) {
      const found = await hoglet.query(text);
      assert.equal([found.results, found.hasMore], [expected.results, expected.hasMore], text);
    }
  }
});

answers.run();
