import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openDirectly } from "../../sql/ask-directly.ts";

// The forms of HogQL's grammar that SQL does not have, with what they give.

const hoglet = await createHoglet();
await hoglet.capture([
  { event: "a", distinct_id: "u1", timestamp: "2025-06-10T12:00:00Z", properties: { n: 1, tz: "Europe/Vienna" } },
  { event: "a", distinct_id: "u2", timestamp: "2025-06-11T12:00:00Z", properties: { n: 2 } },
  { event: "b", distinct_id: "u1", timestamp: "2025-06-13T12:00:00Z", properties: { n: 3, list: [{ k: "x" }] } },
]);
const ask = await openDirectly(hoglet);
await hoglet.close();

const ROWS: [statement: string, rows: unknown[][]][] = [
  ["SELECT properties.tz ?? 'none' FROM events ORDER BY timestamp", [["Europe/Vienna"], ["none"], ["none"]]],
  // It binds less than a comparison.
  ["SELECT NULL ?? 1 = 2", [[0]]],
  ["SELECT NULL ?? NULL ?? 3", [[3]]],
  ["SELECT properties?.list?.[1]?.k FROM events WHERE event = 'b'", [["x"]]],
  ["SELECT (1, 'b')?.2, [4, 5]?.[2]", [["b", 5]]],
  ["SELECT 'ABC' =~* '^a', 'ABC' ~* 'b', 'ABC' !~* 'b', 'ABC' ~ 'b', 'ABC' !~ 'b'", [[1, 1, 0, 0, 1]]],
  ["SELECT NULL =~* 'a', NULL !~* 'a'", [[0, 1]]],
  ["SELECT NULL <=> NULL, 1 <=> NULL, 1 IS DISTINCT FROM 2", [[1, 0, 1]]],
  ["SELECT f'{event}: {properties.n + 1}!' FROM events WHERE event = 'b'", [["b: 4!"]]],
  ["SELECT f'{1}]', f'{1})', f'{1},{2}'", [["1]", "1)", "1,2"]]],
  ["SELECT 5 < inf, -inf < 0, 1 / inf, isInfinite(infinity), nan, toString(1e400)", [[1, 1, 0, 1, null, "inf"]]],
  ["SELECT 0b11, 0x1p3, 0x1.8p-1", [[3, 8, 0.75]]],
  [
    "SELECT TRY_CAST('12' AS Int64), try_cast('x' AS Nullable(Int64)), try_cast(300 AS UInt8), try_cast(1.5 AS Int64)",
    [[12, null, null, null]],
  ],
  ["SELECT COLUMNS('^(event|dist)') FROM events WHERE event = 'b'", [["b", "u1"]]],
  ["SELECT e.* EXCLUDE (k) FROM (SELECT 1 k, 2 l) e", [[2]]],
  ["SELECT not (1) = 0, not (1 = 2), NOT 1 = 2, xor(1, 1, 1), toInt(SELECT 5), 3 IN (1) + 2", [[1, 1, 1, 1, 5, 1]]],
  ["SELECT NULL <=> 1 IS DISTINCT FROM 2", [[0]]],
  ["SELECT f'it''s \\{plain} {f'{1}'} {NULL}'", [["it's {plain} 1 "]]],
  ["SELECT concat('x-', NULL, 1), 'x-' || NULL || 'y', concat(NULL)", [["x-1", "x-y", ""]]],
  ["SELECT event AS 'The name', 1 AS \"n m\", 2 AS `o` FROM events WHERE event = 'b'", [["b", 1, 2]]],
  ["SELECT map('a', 1, 'b', 2)['b'], map('a', 1)['c'], {'a': 'x'}['a'], {'a': 'x'}.z", [[2, 0, "x", ""]]],
  ["SELECT map('a', 1), mapKeys({'a': 1, 'b': 2}), mapValues({'a': 1, 'b': 2})", [[{ a: 1 }, ["a", "b"], [1, 2]]]],
  ["SELECT mapContains({'a': 1}, 'a'), mapContains({'a': 1}, 'b'), length({'a': 1})", [[1, 0, 1]]],
  ["SELECT [[1, 2], [3]], [(1, 'a')], ((1, 2), 'x'), ((1, 2), 3).1.2", [[[[1, 2], [3]], [[1, "a"]], [[1, 2], "x"], 2]]],
  ["SELECT [1, 2,], (1,), coalesce(NULL, 1,)", [[[1, 2], [1], 1]]],
  [
    "SELECT trim(BOTH 'x' FROM 'xax'), trim(LEADING 'x' FROM 'xax'), trim(TRAILING 'x' FROM 'xax')",
    [["a", "ax", "xa"]],
  ],
  ["SELECT 1 // a comment\n, 2 -- another\n, /* and */ 3", [[1, 2, 3]]],
  ["SELECT arrayMap(x -> 'y', [1, 2])", [[["y", "y"]]]],
  ["SELECT 1 ? 2 :3", [[2]]],
  ["SELECT 1 = NOT 1, NOT 1 BETWEEN 2 AND 3", [[0, 1]]],
  [
    "SELECT event, distinct_id FROM events ORDER BY timestamp LIMIT 1 BY event",
    [
      ["a", "u1"],
      ["b", "u1"],
    ],
  ],
  ["SELECT event, distinct_id FROM events ORDER BY timestamp LIMIT 1 OFFSET 1 BY event", [["a", "u2"]]],
  ["SELECT event, distinct_id FROM events ORDER BY timestamp LIMIT 1, 1 BY event", [["a", "u2"]]],
  ["SELECT event FROM events ORDER BY 1 LIMIT 1 BY event LIMIT 1 OFFSET 1", [["b"]]],
  [
    "SELECT DISTINCT ON (event) event, distinct_id FROM events ORDER BY timestamp DESC",
    [
      ["b", "u1"],
      ["a", "u2"],
    ],
  ],
  [
    "SELECT event, distinct_id FROM events QUALIFY row_number() OVER (PARTITION BY event ORDER BY timestamp DESC) = 1 ORDER BY event",
    [
      ["a", "u2"],
      ["b", "u1"],
    ],
  ],
  [
    "SELECT event, count() FROM events GROUP BY ALL ORDER BY ALL DESC",
    [
      ["b", 1],
      ["a", 2],
    ],
  ],
  ["SELECT number AS n FROM numbers(2) ORDER BY n WITH FILL TO 4", [[0], [1], [2], [3]]],
  [
    "SELECT number * 2 AS n, 'x' FROM numbers(3) ORDER BY n DESC WITH FILL",
    [
      [4, "x"],
      [3, ""],
      [2, "x"],
      [1, ""],
      [0, "x"],
    ],
  ],
  [
    "SELECT toDate(timestamp) AS day, count() FROM events GROUP BY day ORDER BY day WITH FILL FROM '2025-06-09' TO '2025-06-15'",
    [
      ["2025-06-09", 0],
      ["2025-06-10", 1],
      ["2025-06-11", 1],
      ["2025-06-12", 0],
      ["2025-06-13", 1],
      ["2025-06-14", 0],
    ],
  ],
  [
    "SELECT toStartOfMonth(timestamp) + INTERVAL n MONTH AS m FROM events, (SELECT 2 AS n) t WHERE event = 'b' ORDER BY m WITH FILL FROM toDate('2025-06-01') STEP INTERVAL 1 MONTH LIMIT 2",
    [["2025-06-01"], ["2025-07-01"]],
  ],
  ["SELECT count() FROM events SAMPLE 1", [[3]]],
  ["SELECT count() FROM events AS e SAMPLE 0", [[0]]],
  ["SELECT (SELECT count() FROM events SAMPLE 1/2) + (SELECT count() FROM events SAMPLE 1/2 OFFSET 1/2)", [[3]]],
  ["SELECT uniq(distinct_id) - uniqIf(distinct_id, event = 'b') FROM events FINAL", [[1]]],
  ["SELECT * EXCLUDE (name, description) FROM (SELECT 1 AS a, 2 AS name, 3 AS description)", [[1]]],
  // A zone of each row.
  [
    "SELECT formatDateTime(timestamp, '%T', properties.tz), toHour(timestamp, properties.tz) FROM events ORDER BY timestamp LIMIT 2",
    [
      ["14:00:00", 14],
      [null, null],
    ],
  ],
  [
    "SELECT toHour(toTimeZone(timestamp, properties.tz)), toString(toTimeZone(timestamp, properties.tz) + INTERVAL 1 DAY) FROM events ORDER BY timestamp LIMIT 2",
    [
      [14, "2025-06-11 14:00:00.000000"],
      [null, null],
    ],
  ],
  [
    "SELECT toStartOfDay(timestamp, properties.tz), toDate(timestamp + INTERVAL 11 HOUR, properties.tz), dateTrunc('day', timestamp, properties.tz), toStartOfInterval(timestamp, INTERVAL 1 DAY, properties.tz), toDateTime('2025-01-01', properties.tz) FROM events ORDER BY timestamp LIMIT 2",
    [
      ["2025-06-09T22:00:00Z", "2025-06-11", "2025-06-09T22:00:00Z", "2025-06-09T22:00:00Z", "2024-12-31T23:00:00Z"],
      [null, null, null, null, null],
    ],
  ],
  [
    "SELECT dateTrunc('day', timestamp, 'Europe/Vienna') FROM events WHERE event = 'b'",
    [["2025-06-13T00:00:00+02:00"]],
  ],
  [
    "SELECT t FROM (SELECT toTimeZone(timestamp, properties.tz) AS t FROM events WHERE properties.n = 1)",
    [["2025-06-10T12:00:00Z"]],
  ],
  // Times beside texts are times.
  [
    "SELECT least(timestamp, '2025-6-1'), greatest(timestamp, toDate('2025-07-01')) FROM events WHERE event = 'b'",
    [["2025-06-01T00:00:00Z", "2025-07-01T00:00:00Z"]],
  ],
  ["SELECT count() FROM events WHERE greatest(timestamp, properties.tz) > '2025-06-11'", [[0]]],
  ["SELECT count() FROM events WHERE timestamp > properties.tz", [[0]]],
  ["SELECT (1, 'b') IN [(1, event)], event IN ['a', 'b'], event IN (['a']) FROM events WHERE event = 'b'", [[1, 1, 0]]],
  // Days without zeros.
  ["SELECT count() FROM events WHERE timestamp > '2025-6-1'", [[3]]],
  ["SELECT count() FROM events WHERE timestamp >= '2025-6-11 12:00' AND timestamp < '2025-6-13'", [[1]]],
  ["SELECT count() FROM events WHERE toDate(timestamp) = '2025-6-13'", [[1]]],
];

const forms = suite("forms of HogQL");

for (const [statement, rows] of ROWS) {
  forms(statement, () => assert.equal(ask(statement).rows, rows));
}

const REFUSED: [statement: string, message: RegExp][] = [
  ["SELECT count() FROM events WHERE timestamp > 'soon'", /^'soon' at character 46 is no date; expected/],
  ["SELECT count() FROM events WHERE timestamp IN ('2025-06-01', '01.06.2025')", /^'01\.06\.2025' at character 62/],
  ["SELECT count() FROM events WHERE timestamp BETWEEN '2025-06-01' AND '2025-13-45'", /^'2025-13-45' at character 69/],
  ["SELECT count() FROM events WHERE toDate(timestamp) = '2025-02-30'", /^'2025-02-30' at character 54/],
  ["SELECT dateDiff('day', 'yesterday', now())", /^'yesterday' at character 24/],
  ["SELECT count() FROM events WHERE greatest(timestamp, 'soon') > '2025-06-01'", /^'soon' at character 54 is no date/],
  ["SELECT count() FROM events WHERE timestamp IN ['soon']", /^'soon' at character 48 is no date/],
  [
    "SELECT toHour(t) FROM (SELECT toTimeZone(timestamp, properties.tz) AS t FROM events)",
    /zone of an instant is one of its row/,
  ],
  ["SELECT toHour(timestamp, event) FROM events", /"[ab]" is no time zone/],
  ["SELECT formatDateTime(now(), '%T', 'Mars/Olympus')", /"Mars\/Olympus" is no time zone/],
  ["SELECT formatDateTime(now(), '%T', concat('Mars', '/Olympus'))", /"Mars\/Olympus" is no time zone/],
  ["SELECT f'{1", /character 8 has no end/],
  [`SELECT ${"f'{".repeat(60)}1${"}'".repeat(60)}`, /nested more than 50 levels/],
  ["SELECT n FROM (SELECT 1 AS n) ORDER BY n WITH FILL STEP 0", /STEP, above 0/],
  ["SELECT event FROM events LIMIT -1 OFFSET 'x' BY event", /LIMIT with a number before BY/],
  ["SELECT event FROM events SAMPLE 2", /a part from 0 to 1/],
  ["SELECT id FROM persons SAMPLE 1/2", /Only events can be sampled/],
  ["SELECT event FROM events e ANY JOIN persons p ON e.person_id = p.id", /ANY at character 28 is not supported/],
];

for (const [statement, message] of REFUSED) {
  forms(`refuses ${statement.slice(0, 90)}`, () => {
    assert.throws(
      () => ask(statement),
      (error: Error) => message.test(error.message) || assert.unreachable(error.message),
    );
  });
}

forms.run();
