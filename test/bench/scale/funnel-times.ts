import type { Form, Row } from "../insights/question.ts";
import { isOneOf, WINDOW_MS } from "../insights/questions/funnel-sql.ts";

/** A row behind the last of a person: it is every step, and never comes. */
const NEVER = "18446744073709551615";

/** Times beyond are those of such a row: the year 4199. */
const NO_TIME = 2 ** 46;

/** The attempts of persons: table `attempts` with a list of times for each step, `a_0` and on, and `x` where events are excluded. */
interface Attempts {
  sql: string;
  steps: number;
  /** The furthest step of an attempt, of its times `b_0` and on, and `x`. @default the times are in order */
  level?: string;
  hasExcluded?: boolean;
  /** A column that lines are cut by. */
  by?: string | undefined;
}

/**
 * The whole answer of a funnel from its attempts: of each step how many persons got there, the mean and the median time. A person
 * has the mean and the median of its attempts that got furthest.
 */
export function funnelTimes({ sql, steps, level, hasExcluded = false, by }: Attempts): Form {
  const all = Array.from({ length: steps }, (_, step) => step);
  const later = all.slice(1);
  const key = by === undefined ? "" : `, ${by}`;
  const names = [...all.map(String), ...(hasExcluded ? ["x"] : [])];
  const lists = names.map((name) => `a_${name}`).join(", ");
  const own = level ?? `1 + ${later.map((step) => isInTime(`b_${step}`, "b_0")).join(" + ")}`;
  const graded = `SELECT ${lists}${key}, arrayMap((${names.map((name) => `b_${name}`).join(", ")}) -> ${own}, ${lists}) AS levels, arrayMax(levels) AS level FROM (${sql})`;
  const seconds = later.map((step) => `${secondsTo(step)} AS s_${step}`);
  const times = later.map(
    (step) =>
      `notEmpty(s_${step}) AS has_${step}, arrayAvg(s_${step}) AS mean_${step}, arrayReduce('quantileExactInclusive(0.5)', s_${step}) AS median_${step}`,
  );
  const counts = all.map((step) => `countIf(level > ${step})`);
  const means = later.map(
    (step) =>
      `sumKahanIf(mean_${step}, has_${step}) / countIf(has_${step}), quantileExactInclusiveIf(0.5)(median_${step}, has_${step})`,
  );
  return {
    sql: `SELECT ${[by ?? "''", ...counts, ...means].join(", ")}
FROM (SELECT ${["level", ...times].join(", ")}${key} FROM (SELECT level, ${seconds.join(", ")}${key} FROM (${graded}) WHERE level > 0)) GROUP BY ${by ?? "()"}`,
    finish: (rows) => rows.flatMap((row) => toStepRows(row, steps, by !== undefined)),
  };
}

/** Attempts of ordered steps: the rows of a person are one list, which is filled backwards with the next time of each step. @param excluded an event's name */
export function orderedAttempts(
  steps: readonly string[],
  { by, excluded }: { by?: string; excluded?: string } = {},
): Attempts {
  const { length } = steps;
  const names = [...steps, ...(excluded === undefined ? [] : [excluded])];
  const kept = by === undefined ? "" : ", value";
  let sql = listsOf(names, by);
  if (excluded !== undefined)
    sql = `SELECT list, arrayReverseFill(x -> bitTest(x, ${length}), list) AS t_x${kept} FROM (${sql})`;
  for (let step = length - 1; step > 0; step--) {
    const later = Array.from({ length: length - 1 - step }, (_, index) => step + 1 + index);
    const fills = later.map((own) => `arrayReverseFill((t, x) -> bitTest(x, ${step}), t_${own}, list) AS t_${own}`);
    const own = `arrayReverseFill(x -> bitTest(x, ${step}), list) AS t_${step}`;
    sql = `SELECT list, ${[own, ...fills].join(", ")}${excluded === undefined ? "" : ", t_x"}${kept} FROM (${sql})`;
  }
  const lists = [
    ...Array.from({ length: length - 1 }, (_, index) => index + 1),
    ...(excluded === undefined ? [] : ["x"]),
  ];
  const starts = ["0", ...lists].map((name) => {
    const list = name === "0" ? "list" : `t_${name}`;
    return `arrayMap(t -> bitShiftRight(t, ${names.length}), arrayFilter((t, x) -> bitTest(x, 0) AND x != ${NEVER}, ${list}, list)) AS a_${name}`;
  });
  const reached = `1 + ${steps
    .slice(1)
    .map((_, index) => isInTime(`b_${index + 1}`, "b_0"))
    .join(" + ")}`;
  const last = `b_${length - 1}`;
  const isFree = `b_x >= if(${last} > ${NO_TIME}, b_0 + ${WINDOW_MS}, ${last})`;
  return {
    sql: `SELECT ${starts.join(", ")}${kept} FROM (${sql})`,
    steps: length,
    ...(excluded !== undefined && { hasExcluded: true, level: `if(${isFree}, ${reached}, 0)` }),
    ...(by !== undefined && { by: "value" }),
  };
}

/** Attempts of three steps in whatever order: each row begins one, and the next times of the three are sorted. */
export function unorderedAttempts(steps: readonly string[]): Attempts {
  const fills = steps.map((_, step) => `arrayReverseFill(x -> bitTest(x, ${step}), list) AS t_${step}`);
  const times = ["list", ...steps.map((_, step) => `t_${step}`)].map(
    (list, index) =>
      `arrayMap(t -> bitShiftRight(t, ${steps.length}), arrayPopBack(${list})) AS ${index === 0 ? "a_0" : `u_${index - 1}`}`,
  );
  return {
    sql: `SELECT a_0, arrayMap((a, b, c) -> greatest(a, b, c), u_0, u_1, u_2) AS a_2, arrayMap((a, b, c, first, last) -> a + b + c - first - last, u_0, u_1, u_2, a_0, a_2) AS a_1
FROM (SELECT ${times.join(", ")} FROM (SELECT list, ${fills.join(", ")} FROM (${listsOf(steps, undefined, "1")})))`,
    steps: steps.length,
  };
}

/** Attempts of three steps with nothing in between: all rows of a person side by side. */
export function strictAttempts([first, second, third]: readonly [string, string, string]): Attempts {
  const code = `multiIf(event = '${first}', 1, event = '${second}', 2, event = '${third}', 3, 0)`;
  const never = `bitShiftRight(toUInt64(${NEVER}), 2)`;
  const time = (packed: string, own: number) =>
    `arrayMap(x -> if(bitAnd(x, 3) = ${own}, bitShiftRight(x, 2), ${never}), arrayFilter((x, start) -> bitAnd(start, 3) = 1, ${packed}, list))`;
  return {
    sql: `SELECT ${time("list", 1)} AS a_0, ${time("arrayPushBack(arraySlice(list, 2), toUInt64(0))", 2)} AS a_1, ${time("arrayResize(arraySlice(list, 3), length(list), toUInt64(0))", 3)} AS a_2
FROM (SELECT arraySort(groupArray(bitShiftLeft(ts, 2) + ${code})) AS list FROM events GROUP BY person HAVING max(event = '${first}'))`,
    steps: 3,
    level: `1 + ${isInTime("b_1", "b_0")} + (${isInTime("b_1", "b_0")} AND ${isInTime("b_2", "b_0")})`,
  };
}

/** The rows of a person in the order of time, each with the bit of its event. */
function listsOf(names: readonly string[], by?: string, needed = `max(event = '${names[0]}')`): string {
  const bits = names.map((name, index) => `bitShiftLeft(toUInt64(event = '${name}'), ${index})`).join(" + ");
  const value = by === undefined ? "" : `, argMin(${by}, ts) AS value`;
  return `SELECT arrayPushBack(arraySort(groupArray(bitShiftLeft(ts, ${names.length}) + ${bits})), toUInt64(${NEVER})) AS list${value}
FROM events WHERE ${isOneOf(names)} GROUP BY person HAVING ${needed}`;
}

function isInTime(ms: string, fromMs: string): string {
  return `(${ms} <= ${fromMs} + ${WINDOW_MS})`;
}

/** The seconds to a step from the step before, of the attempts that got as far as the best, where it came in time. */
function secondsTo(step: number): string {
  const passed = "toInt64(intDiv(b, 1000)) - toInt64(intDiv(a, 1000))";
  return `arrayFilter(s -> s >= 0, arrayMap((a, b, l) -> if(l = level AND b < ${NO_TIME} AND ${isInTime("b", "a")}, ${passed}, -1), a_${step - 1}, a_${step}, levels))`;
}

/** A line of all counts, then all times → a row for each step. */
function toStepRows([key = "", ...numbers]: Row, steps: number, hasKey: boolean): Row[] {
  return Array.from({ length: steps }, (_, step): Row => {
    const at = steps + 2 * (step - 1);
    const times = step === 0 ? ["", ""] : [numbers[at], numbers[at + 1]].map(toTime);
    return [...(hasKey ? [key] : []), step + 1, ...times, Number(numbers[step])];
  });
}

/** A time as it is compared, to a microsecond: ClickHouse adds the means of persons in any order. Empty = nobody took any. */
export function toTime(seconds: string | number | null | undefined): string {
  return Number.isFinite(Number(seconds ?? NaN)) ? Number(seconds).toFixed(6) : "";
}
