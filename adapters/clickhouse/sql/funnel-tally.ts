import type { FunnelPlan } from "../../../lib/engine.ts";
import type { NativeColumn, NativePart } from "../native.ts";
import { WIDTH } from "./actor-rows.ts";
import type { PackedRows } from "./actor-rows.ts";
import { list } from "./literals.ts";

/** A chain of n steps takes n²/2 passes over an actor's rows: those of longer funnels are cheaper to bring. */
const MAX_STEPS = 5;

/** A row behind an actor's last: in every selection, and never reached. */
const NEVER = "toUInt64(18446744073709551615)";

/** Columns of an actor that stay beside its attempts. */
const KEPT = "hard_key, hard, is_hard, line";

const NO_ROWS = "emptyArrayUInt64()";

/** A funnel whose window has one length. */
type LengthFunnel = FunnelPlan & { window: Extract<FunnelPlan["window"], { by: "length" }> };

/** Places of the steps' and exclusions' selections. */
interface Places {
  steps: readonly number[];
  exclusions: readonly number[];
}

/** Actors of a line, counted by ClickHouse, for `ActorFunnel.addTally`. */
export interface Tallied {
  line: number;
  furthest: Float64Array;
  means: Float64Array[];
  medians: Float64Array[];
}

/** Finds the attempts of most actors. */
export interface FunnelTally {
  /** SQL over a subquery with `actor_key` and `list`, an actor's rows. */
  sql(lists: string): string;
  /**
   * The rows of an actor whose attempts the code of columns finds; a row without any has the tally of other actors:
   * line, how many got how far, and means and medians of each later step.
   */
  columns: NativeColumn[];
  /** A block's tallies. */
  read(block: readonly NativePart[]): Tallied[];
}

/**
 * The attempts of a funnel in SQL; null = a part has no exact and cheap form. Whole lists are computed at a time: the
 * list of an actor is filled backwards with the next time of each step. Lists cannot order rows of one moment: actors
 * with such rows send their rows, and the code of columns finds their attempts.
 */
export function funnelTally(
  own: FunnelPlan,
  places: Places,
  packed: PackedRows,
  named: readonly boolean[],
): FunnelTally | null {
  const { steps, window, range, breakdown } = own;
  const { length } = steps;
  if (length < 2 || length > MAX_STEPS || window.by !== "length" || packed.fromMs < 0) return null;
  const plan: LengthFunnel = { ...own, window };
  const nobody = plan.actors.by === "persons" ? "0" : "''";
  // Windows must end before the row that is never reached.
  if (range.untilMs - packed.fromMs + window.ms >= 2 ** Math.min(53, WIDTH - packed.bits) - 1) return null;
  if (plan.exclusions.some(({ fromStep }) => fromStep !== 0)) return null;
  const line = breakdown === null ? "toUInt32(0)" : lineOf(plan, places, packed, named);
  const attempts = line === null ? null : attemptsOf(plan, places, packed);
  if (attempts === null) return null;
  const later = Array.from({ length: length - 1 }, (_, index) => index + 1);
  const times = [0, ...later].map((step) => `a_${step}`).join(", ");
  const excluded = plan.exclusions.map((_, index) => `, x_${index}`).join("");
  const sql = (lists: string) => {
    const marked = `SELECT actor_key, list, ${attempts.isHard} AS is_hard, ${line} AS line FROM (${lists})`;
    const rows = `SELECT if(is_hard, actor_key, ${nobody}) AS hard_key, if(is_hard, list, ${NO_ROWS}) AS hard, if(is_hard, ${NO_ROWS}, list) AS easy, is_hard, line FROM (${marked})`;
    const graded = `SELECT ${KEPT}, ${times}, ${attempts.levels(`${times}${excluded}`)} AS levels, arrayMax(levels) AS level FROM (${attempts.sql(rows)})`;
    const seconds = later.map((step) => `${secondsTo(step, plan, packed)} AS s_${step}`);
    const timed = `SELECT ${KEPT}, level, ${seconds.join(", ")} FROM (${graded}) WHERE is_hard OR level > 0`;
    const counts = [0, ...later].map((step) => `toFloat64(countIf(level = ${step + 1}))`);
    const ofActors = later.flatMap((step) => {
      const has = `notEmpty(s_${step})`;
      return [
        `groupArrayIf(arraySum(s_${step}) / length(s_${step}), ${has})`,
        `groupArrayIf(arrayReduce('quantileExactInclusive(0.5)', s_${step}), ${has})`,
      ];
    });
    return `SELECT groupArrayArray(hard), toFloat64(line_key), [${counts.join(", ")}], ${ofActors.join(", ")} FROM (${timed}) GROUP BY if(is_hard, 0, line) AS line_key, hard_key`;
  };
  return {
    sql,
    columns: [["UInt64"], "Float64", ["Float64"], ...later.flatMap((): NativeColumn[] => [["Float64"], ["Float64"]])],
    read: (block) => readTallied(block, length),
  };
}

function readTallied([, lines, counts, ...ofSteps]: readonly NativePart[], length: number): Tallied[] {
  const own = lines?.parts[0] as Float64Array;
  return Array.from(own, (line, row): Tallied => {
    const ofStep = (at: number) =>
      Array.from({ length }, (_, step) =>
        step === 0 ? new Float64Array(0) : partsOf(ofSteps[2 * (step - 1) + at], row),
      );
    return { line, furthest: partsOf(counts, row), means: ofStep(0), medians: ofStep(1) };
  }).filter(({ furthest }) => furthest.some((count) => count > 0));
}

function partsOf(column: NativePart | undefined, row: number): Float64Array {
  const { parts: [numbers] = [], ends } = column ?? {};
  return (numbers as Float64Array).subarray(ends?.[row - 1] ?? 0, ends?.[row] ?? 0);
}

interface Attempts {
  /** Must the code of columns look at an actor's `list`? */
  isHard: string;
  /** The rows with lists of times by step, `a_0` and on (an element an attempt), and of exclusions, `x_0` and on. */
  sql(rows: string): string;
  /** The furthest step of each attempt; 0 = it is discarded. */
  levels(lists: string): string;
}

function attemptsOf(plan: LengthFunnel, places: Places, packed: PackedRows): Attempts | null {
  switch (plan.order) {
    case "ordered":
      return orderedAttempts(plan, places, packed);
    case "strict":
      return strictAttempts(plan, places, packed);
    case "unordered":
      return unorderedAttempts(plan, places, packed);
  }
}

function orderedAttempts(plan: LengthFunnel, places: Places, packed: PackedRows): Attempts {
  const { steps, exclusions } = plan;
  const { length } = steps;
  const bit = (step: number) => places.steps[step] ?? 0;
  const filled = (column: string, step: number) =>
    column === "rows"
      ? `arrayReverseFill(x -> bitTest(x, ${bit(step)}), rows)`
      : `arrayReverseFill((t, x) -> bitTest(x, ${bit(step)}), ${column}, rows)`;
  // A repeat comes later than the row before it.
  const from = (column: string, step: number) =>
    steps[step]?.isRepeat ? `arrayPushBack(arrayPopFront(${column}), ${NEVER})` : column;
  return {
    isHard: hasTies(packed),
    levels: (lists) => levels(plan, lists),
    sql(rows) {
      const next = exclusions.map(
        (_, index) => `arrayReverseFill(x -> bitTest(x, ${places.exclusions[index]}), rows) AS e_${index}`,
      );
      const carried = exclusions.map((_, index) => `e_${index}`);
      let sql = `SELECT ${[KEPT, "rows", ...next].join(", ")} FROM (SELECT *, arrayPushBack(easy, ${NEVER}) AS rows FROM (${rows}))`;
      for (let step = length - 1; step > 0; step--) {
        const chain = Array.from({ length: length - 1 - step }, (_, index) => step + 1 + index);
        const own = `${filled("rows", step)} AS t_${step}`;
        const later = chain.map((other) => `${filled(from(`t_${other}`, step + 1), step)} AS t_${other}`);
        sql = `SELECT ${[KEPT, "rows", ...carried, own, ...later].join(", ")} FROM (${sql})`;
      }
      const isStart = `bitTest(x, ${bit(0)}) AND x != ${NEVER}`;
      const start = (column: string) =>
        `arrayMap(t -> ${timeOf("t", packed)}, arrayFilter((t, x) -> ${isStart}, ${column}, rows))`;
      const times = Array.from(
        { length: length - 1 },
        (_, index) => `${start(from(`t_${index + 1}`, 1))} AS a_${index + 1}`,
      );
      const excluded = carried.map((column, index) => `${start(column)} AS x_${index}`);
      return `SELECT ${[KEPT, `${start("rows")} AS a_0`, ...times, ...excluded].join(", ")} FROM (${sql})`;
    },
  };
}

/** Neighbouring rows, which are in the order of arrival too. */
function strictAttempts(plan: LengthFunnel, places: Places, packed: PackedRows): Attempts {
  const { steps } = plan;
  const time = (row: string, step: number) =>
    `arrayMap((x, own) -> if(bitTest(x, ${places.steps[step] ?? 0}) AND x != ${NEVER}, ${timeOf("x", packed)}, ${neverOf(packed)}), ${row}, rows)`;
  const isStart = `bitTest(own, ${places.steps[0] ?? 0})`;
  return {
    isHard: steps.some(({ isRepeat }, step) => step > 0 && isRepeat) ? hasTies(packed) : "toUInt8(0)",
    levels: (lists) => levels(plan, lists),
    sql(rows) {
      const shifted = steps.map((_, step) => {
        const row = step === 0 ? "rows" : `arrayResize(arraySlice(rows, ${step + 1}), length(rows), ${NEVER})`;
        return `arrayFilter((t, own) -> ${isStart}, ${time(row, step)}, rows) AS a_${step}`;
      });
      return `SELECT ${[KEPT, ...shifted].join(", ")} FROM (SELECT *, easy AS rows FROM (${rows}))`;
    },
  };
}

/** Each row begins an attempt; the next times of all steps are sorted. Null for steps that one row may be. */
function unorderedAttempts(plan: LengthFunnel, places: Places, packed: PackedRows): Attempts | null {
  const { steps, exclusions } = plan;
  if (steps.some(({ isRepeat }) => isRepeat) || new Set(places.steps).size < steps.length) return null;
  const mask = places.steps.reduce((bits, place) => bits + 2 ** place, 0);
  return {
    isHard: `(${hasTies(packed)} OR arrayExists(x -> bitCount(bitAnd(x, ${mask})) > 1, list))`,
    levels: (lists) => levels(plan, lists),
    sql(rows) {
      const next = [...places.steps, ...places.exclusions].map(
        (place, index) => `arrayReverseFill(x -> bitTest(x, ${place}), rows) AS n_${index}`,
      );
      const isStart = `bitAnd(x, ${mask}) != 0 AND x != ${NEVER}`;
      const start = (column: string) =>
        `arrayMap(t -> ${timeOf("t", packed)}, arrayFilter((t, x) -> ${isStart}, ${column}, rows))`;
      const own = next.map((_, index) => `${start(`n_${index}`)} AS u_${index}`);
      const all = steps.map((_, step) => `u_${step}`).join(", ");
      const lambda = steps.map((_, step) => `v_${step}`).join(", ");
      const times = steps.map((_, step) => `arrayMap(times -> times[${step + 1}], sorted) AS a_${step}`);
      const excluded = exclusions.map((_, index) => `u_${steps.length + index} AS x_${index}`);
      const filled = `SELECT ${[KEPT, "rows", ...next].join(", ")} FROM (SELECT *, arrayPushBack(easy, ${NEVER}) AS rows FROM (${rows}))`;
      const sorted = `SELECT *, arrayMap((${lambda}) -> arraySort([${lambda}]), ${all}) AS sorted FROM (SELECT ${[KEPT, ...own].join(", ")} FROM (${filled}))`;
      return `SELECT ${[KEPT, ...times, ...excluded].join(", ")} FROM (${sorted})`;
    },
  };
}

function hasTies(packed: PackedRows): string {
  return `length(arrayCompact(x -> ${timeOf("x", packed)}, list)) < length(list)`;
}

/** The time of a row, since the begin of the range. */
function timeOf(row: string, { bits }: PackedRows): string {
  return `bitShiftRight(${row}, ${bits})`;
}

function neverOf(packed: PackedRows): string {
  return timeOf(NEVER, packed);
}

/** Each attempt's furthest step, of `a_0` and on: as many as follow one another in the first one's window. */
function levels({ steps, window, exclusions }: LengthFunnel, lists: string): string {
  const end = `a_0 + ${window.ms}`;
  const reached = steps.reduceRight(
    (rest, _, step) => (step === 0 ? `1${rest}` : ` + (a_${step} <= ${end}) * (1${rest})`),
    "",
  );
  const discards = exclusions.map(({ toStep }, index) => {
    // A step that never came is later than any end.
    return `(x_${index} > a_0 AND x_${index} < least(a_${toStep}, ${end}))`;
  });
  const level =
    discards.length === 0 ? `toUInt8(${reached})` : `if(${discards.join(" OR ")}, toUInt8(0), toUInt8(${reached}))`;
  return `arrayMap((${lists}) -> ${level}, ${lists})`;
}

/** Seconds from the step before, of the best attempts, where the step came in a window. */
function secondsTo(step: number, { window }: LengthFunnel, packed: PackedRows): string {
  const second = (ms: string) => `toInt64(intDiv(${ms} + ${packed.fromMs}, 1000))`;
  const isThere = `own = level AND b < ${neverOf(packed)} AND b <= a + ${window.ms}`;
  return `arrayFilter(s -> s >= 0, arrayMap((a, b, own) -> if(${isThere}, ${second("b")} - ${second("a")}, toInt64(-1)), a_${step - 1}, a_${step}, levels))`;
}

/**
 * An actor's line: its first or last row of a step; null for other attributions. @param named whether each named key
 * has a value
 */
function lineOf(
  { breakdown }: FunnelPlan,
  places: Places,
  packed: PackedRows,
  named: readonly boolean[],
): string | null {
  if (breakdown?.by !== "values") return null;
  const { attribution } = breakdown;
  if (attribution.by !== "first" && attribution.by !== "last") return null;
  const mask = [...new Set(places.steps)].reduce((bits, place) => bits + 2 ** place, 0);
  const key = (row: string) => `bitAnd(bitShiftRight(${row}, ${packed.marks}), ${2 ** packed.lines - 1})`;
  const isStep = `bitAnd(x, ${mask}) != 0`;
  const find = attribution.by === "first" ? "arrayFirst" : "arrayLast";
  const any = key(`${find}(x -> ${isStep}, list)`);
  const empty = [...named.flatMap((isFull, place) => (isFull ? [] : [place])), named.length + 1];
  const isFull = `${isStep} AND ${key("x")} NOT IN (${list(empty)})`;
  const wanted = attribution.skipsEmpty
    ? `if(arrayExists(x -> ${isFull}, list), ${key(`${find}(x -> ${isFull}, list)`)}, ${any})`
    : any;
  return `toUInt32(least(${wanted}, ${named.length}))`;
}
