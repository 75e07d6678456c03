import type { Form, BenchQuestion, Row } from "../question.ts";
import { FIRST_DAY, LAST_DAY } from "../world.ts";
import { ATTEMPT_LEVEL, attemptsByWindow, isOneOf, levelsByWindow, WINDOW_MS, windowFunnel } from "./funnel-sql.ts";
import { funnelQuery, THREE } from "./funnels.ts";

export const PERSONS = 100;
const STEP_LIMIT = 5;
const EDGE_LIMIT = 50;
const SESSION_MS = 1_800_000;

/** Enough for the items of every shape, beside the 41 bits of a time. */
const ITEM_BITS = 18;
const NO_ITEM = 2 ** ITEM_BITS - 1;

/** Ids of items are in the order of their texts, so that equal edges are cut in the order of the reference. */
const TOP_EDGES = `ORDER BY value DESC, place, source, target LIMIT ${EDGE_LIMIT}`;
const NAMED = `SELECT place, s.name, t.name, value, ms FROM edges JOIN items AS s ON s.id = edges.source JOIN items AS t ON t.id = edges.target`;

/** Correlation, paths, and the persons behind a step of a funnel. */
export const JOURNEYS: BenchQuestion[] = [
  {
    id: "correlation",
    title: "correlation of events",
    method: "insights.correlation",
    query: { ...funnelQuery(THREE), funnel_correlation_type: "events" },
    toRows: (result) =>
      (result as { events: Correlated[] }).events.map(
        ({ event, success_count: success, failure_count: failure }): Row => [event.event, success, failure],
      ),
    peers: { clickhouse: [correlation()], duckdb: [correlation()] },
  },
  {
    id: "paths",
    title: `paths of ${STEP_LIMIT} steps`,
    method: "insights.paths",
    query: { date_from: FIRST_DAY, date_to: LAST_DAY, step_limit: STEP_LIMIT, edge_limit: EDGE_LIMIT },
    toRows: (result) =>
      (result as { source: string; target: string; value: number; average_conversion_time: number }[]).map(
        ({ source, target, value, average_conversion_time: ms }): Row => [source, target, value, ms],
      ),
    peers: { clickhouse: [pathsByArray(), pathsByWindow()], duckdb: [pathsByWindow()] },
  },
  {
    id: "persons",
    title: `persons behind the last step, page of ${PERSONS}`,
    method: "persons.funnel",
    query: { ...funnelQuery(THREE), funnel_step: THREE.length, limit: PERSONS },
    toRows: (result) =>
      (result as { people: { distinct_ids: string[] }[] }[]).flatMap(({ people }) =>
        people.map(({ distinct_ids: ids }): Row => [ids.find((id) => id.startsWith("user-")) ?? "", 1]),
      ),
    peers: {
      clickhouse: [
        {
          sql: `SELECT distinct_id, 1 FROM persons WHERE person IN (SELECT person FROM events WHERE ${isOneOf(THREE)} GROUP BY person
HAVING ${windowFunnel(THREE)} = ${THREE.length} ORDER BY person LIMIT ${PERSONS})`,
        },
      ],
      duckdb: [
        {
          sql: `${levelsByWindow(THREE)}
SELECT distinct_id, 1 FROM persons WHERE person IN (SELECT person FROM levels WHERE level = ${THREE.length} ORDER BY person LIMIT ${PERSONS})`,
        },
      ],
    },
  },
];

interface Correlated {
  event: { event: string };
  success_count: number;
  failure_count: number;
}

/** Counts the other events strictly inside each person's furthest attempt (the first of equal attempts). */
function correlation(): Form {
  return {
    sql: `${attemptsByWindow(THREE)},
graded AS (SELECT person, ts, c, ${ATTEMPT_LEVEL} AS level FROM attempts),
ranked AS (SELECT person, ts, c, level, row_number() OVER (PARTITION BY person ORDER BY level DESC, ts) AS place FROM graded),
ways AS (SELECT person, ts AS opened, CASE WHEN level = ${THREE.length} THEN c ELSE ts + ${WINDOW_MS} END AS closed,
  level = ${THREE.length} AS won FROM ranked WHERE place = 1),
met AS (SELECT DISTINCT CASE WHEN events.ts = opened THEN '' ELSE CAST(events.event AS VARCHAR) END AS name, ways.person AS person, won
  FROM events JOIN ways ON events.person = ways.person
  WHERE events.ts >= opened AND events.ts < closed AND (events.ts = opened OR NOT events.${isOneOf(THREE)}))
SELECT name, sum(CASE WHEN won THEN 1 ELSE 0 END), sum(CASE WHEN won THEN 0 ELSE 1 END) FROM met GROUP BY name`,
    finish: toCorrelated,
  };
}

/** The ten strongest of either direction, by odds with a prior of 1; the row without a name has the totals. */
function toCorrelated(rows: Row[]): Row[] {
  const [, won = 0, lost = 0] = (rows.find(([name]) => name === "") ?? []).map(Number);
  const least = Math.min(25, 0.02 * (won + lost));
  const items = rows.flatMap(([name = "", ...counts]) => {
    const [s = 0, f = 0] = counts.map(Number);
    if (name === "" || s + f < least) return [];
    return [{ name, s, f, odds: ((s + 1) * (lost - f + 1)) / ((won - s + 1) * (f + 1)) }];
  });
  const up = items.filter(({ odds }) => odds > 1).toSorted((a, b) => b.odds - a.odds);
  const down = items.filter(({ odds }) => odds <= 1).toSorted((a, b) => a.odds - b.odds);
  return [...up.slice(0, 10), ...down.slice(0, 10)].map(({ name, s, f }): Row => [name, s, f]);
}

/** The last row of each run of equal items within a session, numbered, with the next item; 0 = no next item. */
function pathsByWindow(): Form {
  return {
    sql: `WITH rows_0 AS (SELECT person, ts, item, lead(ts, 1, 0) OVER w AS next_ts, lead(item, 1, 0) OVER w AS next_item, lag(ts, 1, 0) OVER w AS last_ts
  FROM events WINDOW w AS (PARTITION BY person ORDER BY ts)),
rows_1 AS (SELECT person, ts, item, sum(CASE WHEN last_ts = 0 OR ts - last_ts >= ${SESSION_MS} THEN 1 ELSE 0 END)
  OVER (PARTITION BY person ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session,
  CASE WHEN next_ts = 0 OR next_ts - ts >= ${SESSION_MS} OR next_item <> item THEN 1 ELSE 0 END AS is_last FROM rows_0),
rows_2 AS (SELECT ts, item, row_number() OVER w AS place, lead(ts, 1, 0) OVER w AS next_ts, lead(item, 1, 0) OVER w AS next_item
  FROM rows_1 WHERE is_last = 1 WINDOW w AS (PARTITION BY person, session ORDER BY ts)),
edges AS (SELECT place, item AS source, next_item AS target, count(*) AS value, sum(next_ts - ts) AS ms FROM rows_2
  WHERE place < ${STEP_LIMIT} AND next_ts <> 0 GROUP BY place, item, next_item ${TOP_EDGES})
${NAMED}`,
    finish: toEdges,
  };
}

/** Each person's events as one list of numbers, cut into sessions. */
function pathsByArray(): Form {
  // Time and item in one number: sorting is by time, and lists stay flat.
  const [time, item] = [
    (packed: string) => `bitShiftRight(${packed}, ${ITEM_BITS})`,
    (packed: string) => `bitAnd(${packed}, ${NO_ITEM})`,
  ];
  return {
    sql: `WITH lists AS (SELECT arraySort(groupArray(bitShiftLeft(ts, ${ITEM_BITS}) + item)) AS list FROM events GROUP BY person),
sessions AS (SELECT arrayJoin(arraySplit((here, before) -> ${time("here")} - ${time("before")} >= ${SESSION_MS},
  list, arrayPushFront(arrayPopBack(list), list[1]))) AS session FROM lists),
kept AS (SELECT arraySlice(arrayFilter((here, next) -> ${item("here")} != ${item("next")}, session,
  arrayPushBack(arraySlice(session, 2), toUInt64(${NO_ITEM}))), 1, ${STEP_LIMIT}) AS session FROM sessions),
edges AS (SELECT edge.1 AS place, ${item("edge.2")} AS source, ${item("edge.3")} AS target, count() AS value,
  sum(${time("edge.3")} - ${time("edge.2")}) AS ms FROM (SELECT arrayJoin(arrayZip(arrayEnumerate(arrayPopBack(session)), arrayPopBack(session),
  arrayPopFront(session))) AS edge FROM kept WHERE length(session) > 1) GROUP BY place, source, target ${TOP_EDGES})
${NAMED}`,
    finish: toEdges,
  };
}

/** Named edges that can be reached from a first item, with the mean time. */
function toEdges(rows: Row[]): Row[] {
  const edges = rows.map(([place, source, target, value, ms]) => ({
    source: `${place}_${source}`,
    target: `${Number(place) + 1}_${target}`,
    value: Number(value),
    ms: Number(ms) / Number(value),
  }));
  const reachable = new Set(edges.filter(({ source }) => source.startsWith("1_")).map(({ source }) => source));
  // A target is one place further than its source: in order of places one pass is enough.
  const inOrder = edges.toSorted((a, b) => Number.parseInt(a.source, 10) - Number.parseInt(b.source, 10));
  const kept = inOrder.filter(({ source, target }) => reachable.has(source) && reachable.add(target));
  return kept.map(({ source, target, value, ms }): Row => [source, target, value, ms]);
}
