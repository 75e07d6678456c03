import type { Form, BenchQuestion, Row } from "../question.ts";
import { DAYS, FIRST_DAY, LAST_DAY, PAGEVIEW } from "../world.ts";
import {
  ATTEMPT_LEVEL,
  attemptsByArray,
  attemptsByWindow,
  isOneOf,
  levelsByWindow,
  reached,
  SO_FAR,
  TRY_LEVEL,
  WINDOW_MS,
  windowFunnel,
} from "./funnel-sql.ts";

const [FIRST, SECOND, THIRD] = [PAGEVIEW, "item added", "purchased"];
export const THREE = [FIRST, SECOND, THIRD] as const;
export const EXCLUDED = "item removed";
export const EIGHT = [
  PAGEVIEW,
  "product viewed",
  "search made",
  "item added",
  "cart viewed",
  "checkout started",
  "payment chosen",
  "purchased",
];

/** The question of a funnel of 14 days over all 90. */
export function funnelQuery(steps: readonly string[]): Record<string, unknown> {
  const events = steps.map((id, order) => ({ id, order }));
  return { events, date_from: FIRST_DAY, date_to: LAST_DAY, funnel_window_days: 14 };
}

const COUNT_LEVELS = "SELECT level, count(*) FROM levels WHERE level > 0 GROUP BY level";

/**
 * Funnels: how many persons reached which step. The product's answers hold conversion times besides, which peers are not
 * asked for.
 */
export const FUNNELS: BenchQuestion[] = [
  {
    id: "funnel",
    title: "3-step funnel, 14 days",
    method: "insights.funnel",
    query: funnelQuery(THREE),
    toRows: toSteps,
    peers: levels(THREE),
  },
  {
    id: "funnel-breakdown",
    title: "the same by browser",
    method: "insights.funnel",
    query: { ...funnelQuery(THREE), breakdown: "$browser", breakdown_type: "event" },
    toRows: (result) =>
      (result as (Step & { breakdown_value: string | string[] })[][]).flatMap((steps) =>
        steps.map(({ order, count, breakdown_value: value }): Row => [String(value), order + 1, count]),
      ),
    peers: {
      clickhouse: [
        {
          sql: `SELECT value, level, count() FROM (SELECT person, ${windowFunnel(THREE)} AS level, argMin(browser, ts) AS value
FROM events WHERE ${isOneOf(THREE)} GROUP BY person) WHERE level > 0 GROUP BY value, level`,
          finish: reached,
        },
      ],
      duckdb: [
        {
          sql: `${levelsByWindow(THREE, ", arg_min(browser, ts) AS value")}
SELECT value, level, count(*) FROM levels WHERE level > 0 GROUP BY value, level`,
          finish: reached,
        },
      ],
    },
  },
  {
    id: "funnel-exclusion",
    title: "the same with an exclusion",
    method: "insights.funnel",
    query: {
      ...funnelQuery(THREE),
      exclusions: [{ id: EXCLUDED, type: "events", funnel_from_step: 0, funnel_to_step: 2 }],
    },
    toRows: toSteps,
    peers: {
      clickhouse: [excludedByWindow(), excludedByArray()],
      duckdb: [excludedByWindow()],
    },
  },
  {
    id: "funnel-8",
    title: "8-step funnel, 14 days",
    method: "insights.funnel",
    query: funnelQuery(EIGHT),
    toRows: toSteps,
    peers: levels(EIGHT),
  },
  {
    id: "funnel-unordered",
    title: "3 steps, unordered",
    method: "insights.funnel",
    query: { ...funnelQuery(THREE), funnel_order_type: "unordered" },
    toRows: toSteps,
    peers: { clickhouse: [unordered()], duckdb: [unordered()] },
  },
  {
    id: "funnel-strict",
    title: "3 steps, strict",
    method: "insights.funnel",
    query: { ...funnelQuery(THREE), funnel_order_type: "strict" },
    toRows: toSteps,
    peers: { clickhouse: [strictByArray()], duckdb: [strictByWindow()] },
  },
  {
    id: "funnel-trends",
    title: "funnel trends by day",
    method: "insights.funnel",
    query: { ...funnelQuery(THREE), funnel_viz_type: "trends", interval: "day" },
    toRows: (result) =>
      (result as { data: number[] }[]).flatMap(({ data }) => data.map((rate, day): Row => [day, rate])),
    peers: { clickhouse: [trendsByWindow(), trendsByArray()], duckdb: [trendsByWindow()] },
  },
];

interface Step {
  order: number;
  count: number;
}

function toSteps(result: unknown): Row[] {
  return (result as Step[]).map(({ order, count }): Row => [order + 1, count]);
}

function levels(steps: readonly string[]): BenchQuestion["peers"] {
  return {
    clickhouse: [
      {
        sql: `SELECT level, count() FROM (SELECT person, ${windowFunnel(steps)} AS level FROM events WHERE ${isOneOf(steps)} GROUP BY person)
WHERE level > 0 GROUP BY level`,
        finish: reached,
      },
    ],
    duckdb: [{ sql: `${levelsByWindow(steps)}\n${COUNT_LEVELS}`, finish: reached }],
  };
}

/** An attempt is void when an excluded event follows its start and comes before its end and before the window's. */
function excludedByWindow(): Form {
  return {
    sql: `${attemptsByWindow(THREE, EXCLUDED)},
levels AS (SELECT person, max(${ATTEMPT_LEVEL}) AS level FROM attempts
  WHERE x IS NULL OR x >= least(coalesce(c, ts + ${WINDOW_MS}), ts + ${WINDOW_MS}) GROUP BY person)
${COUNT_LEVELS}`,
    finish: reached,
  };
}

function excludedByArray(): Form {
  return {
    sql: `${attemptsByArray(THREE, EXCLUDED)},
levels AS (SELECT arrayMax(arrayMap(try -> if(try.4 = 0 OR try.4 >= if(try.3 = 0, try.1 + ${WINDOW_MS}, least(try.3, try.1 + ${WINDOW_MS})), ${TRY_LEVEL}, 0), tries)) AS level FROM attempts)
${COUNT_LEVELS}`,
    finish: reached,
  };
}

/** The number of steps in the window that ends with a row: its maximum equals that of windows that start with a row. */
function unordered(): Form {
  return {
    sql: `WITH rows_0 AS (SELECT person, ts, ${THREE.map((step, index) => `max(CASE WHEN event = '${step}' THEN ts END) OVER ${SO_FAR} AS last_${index}`).join(", ")}
FROM events WHERE ${isOneOf(THREE)}),
levels AS (SELECT person, max(${THREE.map((_, index) => `CASE WHEN ts - last_${index} <= ${WINDOW_MS} THEN 1 ELSE 0 END`).join(" + ")}) AS level FROM rows_0 GROUP BY person)
${COUNT_LEVELS}`,
    finish: reached,
  };
}

/**
 * All events of a person side by side. `windowFunnel` in `strict_order` gives up a person at the first break, where another
 * attempt may get further, so it is no peer for this.
 */
function strictByArray(): Form {
  const code = `multiIf(event = '${FIRST}', 1, event = '${SECOND}', 2, event = '${THIRD}', 3, 0)`;
  return {
    sql: `WITH rows_0 AS (SELECT person, arraySort(groupArray(bitShiftLeft(ts, 2) + ${code})) AS list FROM events GROUP BY person),
levels AS (SELECT arrayMax(arrayMap((a, b, c) -> if(bitAnd(a, 3) != 1, 0, if(${isNext("b", 2)}, if(${isNext("c", 3)}, 3, 2), 1)),
  list, arrayPushBack(arraySlice(list, 2), toUInt64(0)), arraySlice(arrayConcat(list, [toUInt64(0), toUInt64(0)]), 3))) AS level FROM rows_0)
${COUNT_LEVELS}`,
    finish: reached,
  };
}

/** Is a packed row that step, in the window that opened with the row `a`? */
function isNext(packed: string, step: number): string {
  return `bitAnd(${packed}, 3) = ${step} AND bitShiftRight(${packed}, 2) <= bitShiftRight(a, 2) + ${WINDOW_MS}`;
}

function strictByWindow(): Form {
  return {
    sql: `WITH rows_0 AS (SELECT person, ts, event, lead(event, 1) OVER w AS event_1, lead(ts, 1) OVER w AS ts_1, lead(event, 2) OVER w AS event_2,
lead(ts, 2) OVER w AS ts_2 FROM events WINDOW w AS (PARTITION BY person ORDER BY ts)),
levels AS (SELECT person, max(CASE WHEN event_1 = '${SECOND}' AND ts_1 - ts <= ${WINDOW_MS}
  THEN CASE WHEN event_2 = '${THIRD}' AND ts_2 - ts <= ${WINDOW_MS} THEN 3 ELSE 2 END ELSE 1 END) AS level
FROM rows_0 WHERE event = '${FIRST}' GROUP BY person)
${COUNT_LEVELS}`,
    finish: reached,
  };
}

function trendsByWindow(): Form {
  return {
    sql: `${attemptsByWindow(THREE)},
levels AS (SELECT person, day, max(${ATTEMPT_LEVEL}) AS level FROM attempts GROUP BY person, day)
SELECT day, level, count(*) FROM levels GROUP BY day, level`,
    finish: toRates,
  };
}

function trendsByArray(): Form {
  const startMs = Date.parse(`${FIRST_DAY}T00:00:00Z`);
  return {
    sql: `${attemptsByArray(THREE)},
levels AS (SELECT person, intDiv(try.1 - ${startMs}, 86400000) AS day, max(${TRY_LEVEL}) AS level
FROM attempts ARRAY JOIN tries AS try GROUP BY person, day)
SELECT day, level, count(*) FROM levels GROUP BY day, level`,
    finish: toRates,
  };
}

/** The share of each day's persons who completed the funnel, in percent with two decimals. */
function toRates(rows: Row[]): Row[] {
  const counts = reached(rows);
  const at = (day: number, step: number) =>
    Number(counts.find((row) => Number(row[0]) === day && row[1] === step)?.[2] ?? 0);
  return Array.from({ length: DAYS }, (_, day): Row => {
    const from = at(day, 1);
    return [day, from === 0 ? 0 : Math.round((100 * at(day, THREE.length) * 100) / from) / 100];
  });
}
