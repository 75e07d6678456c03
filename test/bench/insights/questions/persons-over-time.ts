import type { Form, BenchQuestion, Row } from "../question.ts";
import { DAYS, FIRST_DAY, LAST_DAY, PAGEVIEW, WEEKS } from "../world.ts";

const RANGE = { date_from: FIRST_DAY, date_to: LAST_DAY, interval: "day" };
const RETENTION = {
  period: "Week",
  total_intervals: WEEKS,
  date_to: LAST_DAY,
  target_entity: { id: PAGEVIEW, type: "events" },
  returning_entity: { id: PAGEVIEW, type: "events" },
};

/** Persons by the weeks they came in, as the bits of a number: few rows, however many persons. */
const MASKS: Record<"clickhouse" | "duckdb" | "sqlite", string> = {
  clickhouse: `SELECT weeks, count() FROM (
SELECT person, groupBitOr(bitShiftLeft(toUInt16(1), intDiv(day + 1, 7))) AS weeks FROM events WHERE event = '${PAGEVIEW}' GROUP BY person)
GROUP BY weeks`,
  duckdb: `SELECT weeks, count(*) FROM (
SELECT person, bit_or(1::INTEGER << ((day + 1) // 7)::INTEGER) AS weeks FROM events WHERE event = '${PAGEVIEW}' GROUP BY person)
GROUP BY weeks`,
  sqlite: `SELECT weeks, count(*) FROM (
SELECT person, sum(DISTINCT 1 << ((day + 1) / 7)) AS weeks FROM events WHERE event = '${PAGEVIEW}' GROUP BY person)
GROUP BY weeks`,
};

/** Questions about persons over time: retention, lifecycle, stickiness and unique persons. */
export const PERSONS_OVER_TIME: BenchQuestion[] = [
  {
    id: "retention",
    title: "weekly retention",
    method: "insights.retention",
    query: RETENTION,
    toRows: toCells,
    peers: {
      clickhouse: [{ sql: MASKS.clickhouse, finish: recurring }],
      duckdb: [{ sql: MASKS.duckdb, finish: recurring }],
      sqlite: [{ sql: MASKS.sqlite, finish: recurring }],
    },
  },
  {
    id: "retention-first-time",
    title: "first-time retention",
    method: "insights.retention",
    query: { ...RETENTION, retention_type: "retention_first_time" },
    toRows: toCells,
    peers: {
      clickhouse: [{ sql: MASKS.clickhouse, finish: firstTime }],
      duckdb: [{ sql: MASKS.duckdb, finish: firstTime }],
      sqlite: [{ sql: MASKS.sqlite, finish: firstTime }],
    },
  },
  {
    id: "lifecycle",
    title: "lifecycle",
    method: "insights.lifecycle",
    query: { ...RANGE, events: [{ id: PAGEVIEW }] },
    toRows: (result) =>
      (result as { status: string; data: number[] }[]).flatMap(({ status, data }) =>
        data.map((value, day): Row => [status, day, Math.abs(value)]),
      ),
    peers: { clickhouse: lifecycleInClickhouse(), duckdb: lifecycleInDuckdb(), sqlite: [{ sql: lifecycleByWindow() }] },
  },
  {
    id: "stickiness",
    title: "stickiness",
    method: "insights.stickiness",
    query: { ...RANGE, events: [{ id: PAGEVIEW }] },
    toRows: (result) => (result as { data: number[] }[]).flatMap(({ data }) => data.map((n, day): Row => [day + 1, n])),
    peers: {
      clickhouse: [
        stickiness("uniqExact(day)"),
        stickiness("bitCount(groupBitOr(bitShiftLeft(toUInt128(1), day)))"),
        stickiness("length(groupUniqArray(day))"),
      ],
      duckdb: [
        stickiness("count(DISTINCT day)"),
        stickiness("bit_count(bit_or(1::HUGEINT << day::HUGEINT))"),
        {
          sql: `SELECT days, count(*) FROM (SELECT person, count(*) AS days FROM (
SELECT DISTINCT person, day FROM events WHERE event = '${PAGEVIEW}') GROUP BY person) GROUP BY days`,
        },
      ],
      sqlite: [stickiness("count(DISTINCT day)")],
    },
  },
];

function stickiness(days: string): Form {
  return {
    sql: `SELECT days, count(*) FROM (SELECT person, ${days} AS days FROM events WHERE event = '${PAGEVIEW}' GROUP BY person) GROUP BY days`,
  };
}

/** Cell (row, distance): persons who were active in the row's week and in the week at that distance. */
function recurring(masks: Row[]): Row[] {
  return toTriangle(masks, () => true);
}

/** The same cells, with each person in the row of their first week only. */
function firstTime(masks: Row[]): Row[] {
  return toTriangle(masks, (weeks, row) => (weeks & ((1 << row) - 1)) === 0);
}

function toTriangle(masks: Row[], counts: (weeks: number, row: number) => boolean): Row[] {
  const cells = Array.from({ length: WEEKS }, () => Array.from({ length: WEEKS }, () => 0));
  for (const [mask, persons] of masks) {
    const weeks = Number(mask);
    for (let row = 0; row < WEEKS; row++) {
      if ((weeks & (1 << row)) === 0 || !counts(weeks, row)) continue;
      for (let later = 0; row + later < WEEKS; later++) {
        const cell = cells[row];
        if (cell !== undefined && (weeks & (1 << (row + later))) !== 0)
          cell[later] = (cell[later] ?? 0) + Number(persons);
      }
    }
  }
  return cells.flatMap((values, row) => values.map((value, later): Row => [row, later, value]));
}

function toCells(result: unknown): Row[] {
  return (result as { values: { count: number }[] }[]).flatMap(({ values }, row) =>
    values.map(({ count }, later): Row => [row, later, count]),
  );
}

/** By bitmaps of persons, one a day, or by lists of days, one a person. */
function lifecycleInClickhouse(): Form[] {
  return [
    {
      sql: `WITH
(SELECT (groupArray(persons), groupArray(created)) FROM (
  SELECT day, groupBitmapState(person) AS persons, groupBitmapStateIf(person, created_day = day) AS created
  FROM events WHERE event = '${PAGEVIEW}' GROUP BY day ORDER BY day)) AS per_day,
per_day.1 AS active, per_day.2 AS created
SELECT point.1, point.2, point.3 FROM (SELECT arrayJoin(arrayConcat(
  ${eachDay("new", "bitmapCardinality(created[i])")},
  ${eachDay("returning", "if(i = 1, 0, bitmapAndCardinality(bitmapAndnot(active[i], created[i]), active[i - 1]))")},
  ${eachDay("resurrecting", "if(i = 1, bitmapAndnotCardinality(active[i], created[i]), bitmapAndnotCardinality(bitmapAndnot(active[i], created[i]), active[i - 1]))")},
  ${eachDay("dormant", "if(i = 1, 0, bitmapAndnotCardinality(active[i - 1], active[i]))")})) AS point)`,
    },
    {
      sql: `WITH per_person AS (
  SELECT person, arraySort(groupUniqArray(toInt16(day))) AS days, any(created_day) AS created FROM events WHERE event = '${PAGEVIEW}' GROUP BY person)
SELECT tupleElement(point, 1), tupleElement(point, 2), count() FROM (
  SELECT arrayConcat(
    arrayMap((d, before) -> (multiIf(d = created, 'new', before = d - 1, 'returning', 'resurrecting'), d), days, arrayPushFront(arrayPopBack(days), toInt16(-100))),
    arrayMap(d -> ('dormant', d), arrayFilter((d, next) -> next != d AND d < ${DAYS}, arrayMap(d -> toInt16(d + 1), days), arrayPushBack(arrayPopFront(days), toInt16(-100))))
  ) AS points FROM per_person)
ARRAY JOIN points AS point GROUP BY 1, 2`,
    },
  ];
}

function eachDay(status: string, persons: string): string {
  return `arrayMap(i -> ('${status}', toUInt64(i - 1), toUInt64(${persons})), range(1, length(active) + 1))`;
}

function lifecycleInDuckdb(): Form[] {
  return [
    { sql: lifecycleByWindow() },
    {
      sql: `WITH active AS (SELECT DISTINCT person, day, created_day FROM events WHERE event = '${PAGEVIEW}'),
paired AS (SELECT a.person, a.day, a.created_day, b.person AS before FROM active a LEFT JOIN active b ON a.person = b.person AND a.day = b.day + 1),
counted AS (SELECT day, count(*) AS persons, count(before) AS stayed FROM paired GROUP BY day)
SELECT CASE WHEN day = created_day THEN 'new' WHEN before IS NOT NULL THEN 'returning' ELSE 'resurrecting' END AS status, day, count(*)
FROM paired GROUP BY ALL
UNION ALL
SELECT 'dormant', today.day, yesterday.persons - today.stayed FROM counted today JOIN counted yesterday ON yesterday.day = today.day - 1`,
    },
  ];
}

function lifecycleByWindow(): string {
  return `WITH active AS (SELECT DISTINCT person, day, created_day FROM events WHERE event = '${PAGEVIEW}'),
near AS (SELECT day, created_day, lag(day) OVER person_days AS before, lead(day) OVER person_days AS next FROM active
  WINDOW person_days AS (PARTITION BY person ORDER BY day))
SELECT CASE WHEN day = created_day THEN 'new' WHEN before = day - 1 THEN 'returning' ELSE 'resurrecting' END AS status, day, count(*)
FROM near GROUP BY status, day
UNION ALL
SELECT 'dormant', day + 1, count(*) FROM near WHERE (next IS NULL OR next <> day + 1) AND day + 1 < ${DAYS} GROUP BY day + 1`;
}
