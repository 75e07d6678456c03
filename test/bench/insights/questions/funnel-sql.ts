import type { Form, Peer, Row } from "../question.ts";

/** Milliseconds of the conversion window: 14 days. */
export const WINDOW_MS = 14 * 86_400_000;

/** A window over rows in descending time: the later rows of the same person, and the row itself. */
const ONWARD = "(PARTITION BY person ORDER BY ts DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)";
/** A window over rows in ascending time: the earlier rows of the same person, and the row itself. */
export const SO_FAR = "(PARTITION BY person ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)";

/** The condition that an event is one of these. */
export function isOneOf(names: readonly string[]): string {
  return `event IN (${names.map((name) => `'${name}'`).join(", ")})`;
}

/** The level that each person reached by ClickHouse's own function. Exact, since no two events of a person share a time. */
export function windowFunnel(steps: readonly string[]): string {
  return `windowFunnel(${WINDOW_MS})(ts, ${steps.map((step) => `event = '${step}'`).join(", ")})`;
}

/**
 * Table `levels` (person, level and the columns wanted): the furthest step of each person, in window functions. For the
 * latest start a step is best served by the latest step before it, so one running maximum a step is enough.
 */
export function levelsByWindow(steps: readonly string[], columns = ""): string {
  const parts = [`rows_0 AS (SELECT * FROM events WHERE ${isOneOf(steps)})`];
  for (const [index, step] of steps.slice(0, -1).entries()) {
    // The latest start of a chain up to this step; of the first step its own time.
    const start = index === 0 ? "ts" : `start_${index - 1}`;
    parts.push(
      `rows_${index + 1} AS (SELECT *, max(CASE WHEN event = '${step}' THEN ${start} END) OVER ${SO_FAR} AS start_${index} FROM rows_${index})`,
    );
  }
  const level = steps.map((step, index) => {
    if (index === 0) return `WHEN event = '${step}' THEN 1`;
    return `WHEN event = '${step}' AND ts - start_${index - 1} <= ${WINDOW_MS} THEN ${index + 1}`;
  });
  parts.push(
    `levels AS (SELECT person, max(CASE ${level.join(" ")} ELSE 0 END) AS level${columns} FROM rows_${steps.length - 1} GROUP BY person)`,
  );
  return `WITH ${parts.join(",\n")}`;
}

/**
 * Table `attempts` (person, day, ts, b, c, x): each row of the first of three steps, when the second followed, when the third
 * followed that, and the first excluded event; absent = never. In every dialect.
 */
export function attemptsByWindow([first, second, third]: readonly [string, string, string], excluded = ""): string {
  const names = [first, second, third, ...(excluded === "" ? [] : [excluded])];
  return `WITH rows_0 AS (SELECT person, day, ts, event FROM events WHERE ${isOneOf(names)}),
rows_1 AS (SELECT person, day, ts, event, ${firstOnward(third, "ts")} AS later, ${firstOnward(excluded, "ts")} AS x FROM rows_0),
rows_2 AS (SELECT person, day, ts, event, x, ${firstOnward(second, "ts")} AS b, ${firstOnward(second, "later")} AS c FROM rows_1),
attempts AS (SELECT person, day, ts, b, c, x FROM rows_2 WHERE event = '${first}')`;
}

/** How far an attempt got. */
export const ATTEMPT_LEVEL = `1 + CASE WHEN b <= ts + ${WINDOW_MS} THEN 1 ELSE 0 END + CASE WHEN c <= ts + ${WINDOW_MS} THEN 1 ELSE 0 END`;

/**
 * The same attempts in ClickHouse's arrays: table `attempts` (person, tries of (ts, b, c, x)), absent = 0. Cheap where
 * persons have few events.
 */
export function attemptsByArray([first, second, third]: readonly [string, string, string], excluded = ""): string {
  const names = [first, second, third, ...(excluded === "" ? [] : [excluded])];
  return `WITH times AS (SELECT person, ${timesOf(first)} AS firsts, ${timesOf(second)} AS seconds, ${timesOf(third)} AS thirds,
  ${excluded === "" ? "emptyArrayUInt64()" : timesOf(excluded)} AS excluded FROM events WHERE ${isOneOf(names)} GROUP BY person),
attempts AS (SELECT person, arrayMap(try -> (try.1, try.2, if(try.2 = 0, 0, ${firstAfter("thirds", "try.2")}), ${firstAfter("excluded", "try.1")}),
  arrayMap(ts -> (ts, ${firstAfter("seconds", "ts")}), firsts)) AS tries FROM times WHERE notEmpty(firsts))`;
}

/** How far a try of `attemptsByArray` got. */
export const TRY_LEVEL = `toUInt8(1 + (try.2 != 0 AND try.2 <= try.1 + ${WINDOW_MS}) + (try.3 != 0 AND try.3 <= try.1 + ${WINDOW_MS}))`;

/** Rows of (keys …, level, persons) → rows of (keys …, step, persons who reached at least that step). */
export function reached(rows: Row[]): Row[] {
  const counts = new Map<string, Row>();
  for (const row of rows) {
    const keys = row.slice(0, -2);
    const [level, persons] = row.slice(-2).map(Number);
    for (let step = 1; step <= (level ?? 0); step++) {
      const key = JSON.stringify([...keys, step]);
      const known = Number(counts.get(key)?.at(-1) ?? 0);
      counts.set(key, [...keys, step, known + (persons ?? 0)]);
    }
  }
  return [...counts.values()];
}

/** The same statement for these peers. */
export function inBoth(sql: string, finish?: Form["finish"]): Partial<Record<Peer, Form[]>> {
  const form = { sql, ...(finish !== undefined && { finish }) };
  return { clickhouse: [form], duckdb: [form] };
}

function firstOnward(name: string, value: string): string {
  return `min(CASE WHEN event = '${name}' THEN ${value} END) OVER ${ONWARD}`;
}

function timesOf(name: string): string {
  return `arraySort(groupArrayIf(ts, event = '${name}'))`;
}

function firstAfter(list: string, ts: string): string {
  return `arrayFirst(t -> t > ${ts}, ${list})`;
}
