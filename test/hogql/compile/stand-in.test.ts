import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileStatement } from "../../../lib/hogql/compile/compile-statement.ts";

const stands = suite("tables that stand for events");

function compile(text: string): string {
  const given = { values: {}, variables: {}, filters: null };
  return compileStatement(text, "UTC", given, { otherwise: 100, most: 50_000 }).sql;
}

for (const [table, texts] of Object.entries({
  event_counts: [
    "SELECT count() FROM events",
    "SELECT count() AS n, count(*) + 1 FROM events e HAVING n > 1",
    "SELECT count() FROM events WHERE 1 = 2",
  ],
  event_tallies: [
    "SELECT event, count() FROM events GROUP BY event ORDER BY count() DESC LIMIT 5",
    "SELECT e.event AS name, round(count() / 2) AS half FROM events e WHERE e.event IN ('a', 'b') GROUP BY name HAVING half > 1",
    "SELECT count() FROM events WHERE event = 'a' OR lower(event) BETWEEN 'b' AND 'c'",
    "SELECT event FROM events GROUP BY 1",
    "SELECT upper(event) AS event, count() AS events FROM events GROUP BY event ORDER BY events",
    "SELECT event FROM (SELECT event, count() AS n FROM events GROUP BY event) WHERE n > 2",
  ],
  event_ends: [
    "SELECT min(timestamp), max(events.timestamp), count() FROM events",
    "SELECT toDate(min(timestamp)) AS day FROM events",
  ],
  // Each asks for more than a stand-in knows.
  none: [
    "SELECT event FROM events",
    "SELECT event, count() FROM events",
    // Aliases with the names of columns.
    "SELECT distinct_id AS distinct_id, count() FROM events GROUP BY distinct_id",
    "SELECT toString(timestamp) AS timestamp, count() FROM events GROUP BY timestamp",
    "SELECT if(distinct_id = '', 'anon', distinct_id) AS distinct_id, count() FROM events GROUP BY 1",
    "SELECT lower(Properties) AS Properties, count() FROM events GROUP BY 1",
    "SELECT distinct_id, count() AS distinct_id FROM events GROUP BY event",
    "SELECT upper(event) AS event, count() FROM events",
    "SELECT event, count() AS event FROM events",
    "SELECT 'x' AS timestamp, max(timestamp) FROM events",
    "SELECT DISTINCT event FROM events",
    "SELECT event, sum(1) FROM events GROUP BY event",
    "SELECT event, countIf(event = 'a') FROM events GROUP BY event",
    "SELECT count(event) FROM events",
    "SELECT count(DISTINCT event) FROM events",
    "SELECT event, count() FROM events WHERE timestamp > '2024-03-01' GROUP BY event",
    "SELECT event, count() FROM events WHERE distinct_id = 'a' GROUP BY event",
    "SELECT event, count() FROM events WHERE properties.plan = 'a' GROUP BY event",
    "SELECT event, count() FROM events WHERE event IN (SELECT event FROM events LIMIT 1) GROUP BY event",
    "SELECT event, count(), max(timestamp) FROM events GROUP BY event",
    "SELECT max(timestamp) FROM events WHERE event = 'a'",
    "SELECT max(created_at) FROM events",
    "SELECT event, count() OVER () FROM events GROUP BY event",
    "SELECT event, rand(), count() FROM events GROUP BY event",
    "SELECT event, count() FROM events GROUP BY event LIMIT 1 BY event",
    "SELECT count() FROM events e JOIN persons p ON p.id = e.person_id",
    "SELECT count() FROM persons",
    "SELECT event, count() FROM (SELECT * FROM events) GROUP BY event",
  ],
})) {
  for (const text of texts) {
    stands(`${table}: ${text}`, () => {
      assert.is(/event_(?:counts|tallies|ends)/.exec(compile(text))?.[0] ?? "none", table);
    });
  }
}

stands.run();
