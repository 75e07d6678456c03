import type { BenchQuestion, Row } from "../question.ts";
import { FIRST_DAY, LAST_DAY, PAGEVIEW } from "../world.ts";

const RANGE = { date_from: FIRST_DAY, date_to: LAST_DAY, interval: "day" };

/** Daily numbers of the main event, and of it by the values of a property. */
export const TRENDS: BenchQuestion[] = [
  {
    id: "daily-count",
    title: "daily count",
    method: "insights.trend",
    query: { ...RANGE, events: [{ id: PAGEVIEW }] },
    toRows: toPoints,
    peers: {
      clickhouse: [{ sql: `SELECT day, count() FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` }],
      duckdb: [{ sql: `SELECT day, count(*) FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` }],
      sqlite: [{ sql: `SELECT day, count(*) FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` }],
    },
  },
  {
    id: "daily-uniques",
    title: "daily uniques",
    method: "insights.trend",
    query: { ...RANGE, events: [{ id: PAGEVIEW, math: "dau" }] },
    toRows: toPoints,
    peers: {
      clickhouse: [
        { sql: `SELECT day, uniqExact(person) FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` },
        { sql: `SELECT day, groupBitmap(person) FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` },
      ],
      duckdb: [
        { sql: `SELECT day, count(DISTINCT person) FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` },
        {
          sql: `SELECT day, count(*) FROM (SELECT DISTINCT day, person FROM events WHERE event = '${PAGEVIEW}') GROUP BY day`,
        },
      ],
      sqlite: [{ sql: `SELECT day, count(DISTINCT person) FROM events WHERE event = '${PAGEVIEW}' GROUP BY day` }],
    },
  },
  {
    id: "weekly-active",
    title: "weekly active (trailing)",
    method: "insights.trend",
    query: { ...RANGE, events: [{ id: PAGEVIEW, math: "weekly_active" }] },
    toRows: toPoints,
    peers: {
      clickhouse: [
        {
          sql: `SELECT day, groupBitmapMerge(persons) OVER (ORDER BY day RANGE BETWEEN 6 PRECEDING AND CURRENT ROW)
FROM (SELECT day, groupBitmapState(person) AS persons FROM events WHERE event = '${PAGEVIEW}' GROUP BY day)`,
        },
        {
          sql: `SELECT shown, uniqExact(person) FROM (SELECT DISTINCT day, person FROM events WHERE event = '${PAGEVIEW}')
ARRAY JOIN range(toUInt16(day), toUInt16(day + 7)) AS shown WHERE shown < 90 GROUP BY shown`,
        },
      ],
      duckdb: [
        // A day makes a person active for seven, or until the next day does: so each is added once and taken off once.
        {
          sql: `WITH active AS (SELECT DISTINCT person, day FROM events WHERE event = '${PAGEVIEW}'),
stretch AS (SELECT day, least(day + 7, coalesce(lead(day) OVER (PARTITION BY person ORDER BY day), 1000)) AS until FROM active),
change AS (SELECT day, count(*) AS n FROM stretch GROUP BY day UNION ALL SELECT until, -count(*) FROM stretch GROUP BY until),
day_change AS (SELECT day, sum(n) AS n FROM change GROUP BY day)
SELECT day, sum(n) OVER (ORDER BY day) FROM day_change QUALIFY day < 90`,
        },
        {
          sql: `SELECT day + ahead AS shown, count(DISTINCT person) FROM (SELECT DISTINCT person, day FROM events WHERE event = '${PAGEVIEW}'),
range(7) AS days(ahead) WHERE day + ahead < 90 GROUP BY shown`,
        },
      ],
      sqlite: [
        {
          sql: `WITH active AS (SELECT DISTINCT person, day FROM events WHERE event = '${PAGEVIEW}'),
stretch AS (SELECT day, min(day + 7, coalesce(lead(day) OVER (PARTITION BY person ORDER BY day), 1000)) AS until FROM active),
change AS (SELECT day, count(*) AS n FROM stretch GROUP BY day UNION ALL SELECT until, -count(*) FROM stretch GROUP BY until),
day_change AS (SELECT day, sum(n) AS n FROM change GROUP BY day),
total AS (SELECT day, sum(n) OVER (ORDER BY day) AS n FROM day_change)
SELECT day, n FROM total WHERE day < 90`,
        },
      ],
    },
  },
  {
    id: "filter-breakdown",
    title: "filter + breakdown",
    method: "insights.trend",
    query: {
      ...RANGE,
      events: [{ id: PAGEVIEW }],
      properties: [{ key: "$browser", value: "Chrome", operator: "exact" }],
      breakdown: "utm_source",
    },
    toRows: toBrokenDown,
    peers: inAll(
      `SELECT source, day, count(*) FROM events WHERE event = '${PAGEVIEW}' AND browser = 'Chrome' GROUP BY source, day`,
    ),
  },
  {
    id: "sum-breakdown",
    title: "sum of a property by breakdown",
    method: "insights.trend",
    query: { ...RANGE, events: [{ id: PAGEVIEW, math: "sum", math_property: "duration" }], breakdown: "plan" },
    toRows: toBrokenDown,
    peers: inAll(`SELECT plan, day, sum(duration) FROM events WHERE event = '${PAGEVIEW}' GROUP BY plan, day`),
  },
];

function inAll(sql: string): BenchQuestion["peers"] {
  return { clickhouse: [{ sql }], duckdb: [{ sql }], sqlite: [{ sql }] };
}

interface Series {
  data: number[];
  breakdown_value?: string;
}

function toPoints(result: unknown): Row[] {
  return (result as Series[]).flatMap(({ data }) => data.map((value, day): Row => [day, value]));
}

function toBrokenDown(result: unknown): Row[] {
  return (result as Series[]).flatMap(({ data, breakdown_value: value = "" }) =>
    data.map((point, day): Row => [value, day, point]),
  );
}
