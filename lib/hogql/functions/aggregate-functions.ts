import { compareMembers, wholeOr } from "./array-functions.ts";
import { matchSequence, parseSequence } from "./sequence.ts";
import type { SequenceRow } from "./sequence.ts";
import { WINDOW_FUNNEL } from "./window-funnel.ts";
import { STATISTIC_FUNCTIONS } from "./statistic-functions.ts";

export interface AggregateFunction {
  start: () => unknown;
  step: (state: never, ...args: never[]) => unknown;
  result: (state: never) => unknown;
}

/** How often each value came; a list with most values takes the memory of all. */
type Counts = Map<string | number, number>;

interface Moments {
  count: number;
  sumX: number;
  sumY: number;
  sumXX: number;
  sumYY: number;
  sumXY: number;
}

/** The value beside the largest, or the smallest, key. */
function best(isBetter: (key: number | string, than: number | string) => boolean): AggregateFunction {
  return {
    start: () => ({ value: null, key: null }),
    step: (state: { value: unknown; key: number | string | null }, value: unknown, key: number | string | null) => {
      if (key === null || value === null || (state.key !== null && !isBetter(key, state.key))) return;
      [state.value, state.key] = [value, key];
    },
    result: ({ value }: { value: unknown }) => (typeof value === "number" ? wholeOr(value) : value),
  };
}

const isMore = (key: number | string, than: number | string) => compareMembers(key, than) > 0;

/** Sums of one or two columns, relative to the first value, so that large values keep their digits. */
function moments(result: (sums: Moments) => number | null): AggregateFunction {
  return {
    start: () => ({ first: null, sums: { count: 0, sumX: 0, sumY: 0, sumXX: 0, sumYY: 0, sumXY: 0 } }),
    step: (state: { first: [number, number] | null; sums: Moments }, x: number | null, y: number | null = 0) => {
      if (x === null || y === null) return;
      state.first ??= [x, y];
      const [dx, dy] = [x - state.first[0], y - state.first[1]];
      const { sums } = state;
      sums.count += 1;
      sums.sumX += dx;
      sums.sumY += dy;
      sums.sumXX += dx * dx;
      sums.sumYY += dy * dy;
      sums.sumXY += dx * dy;
    },
    result: ({ sums }: { sums: Moments }) => (sums.count === 0 ? null : finite(result(sums))),
  };
}

const finite = (value: number | null) => (value === null || Number.isNaN(value) ? null : value);

const spread = ({ count, sumX, sumXX }: Moments) => Math.max(0, sumXX - (sumX * sumX) / count);
const together = ({ count, sumX, sumY, sumXY }: Moments) => sumXY - (sumX * sumY) / count;
const swapped = (sums: Moments): Moments => ({ ...sums, sumX: sums.sumY, sumXX: sums.sumYY });

/** Rows of a sequence, and its pattern. */
interface Sequence {
  pattern: string;
  /** One second in the unit of the times. */
  unit: number;
  conditions: number;
  rows: SequenceRow[];
}

/** An aggregate over rows in the order of time; those for which no condition holds are left out. */
function sequence(result: (find: (from: number) => number | null) => number): AggregateFunction {
  return {
    start: (): Sequence => ({ pattern: "", unit: 1, conditions: 0, rows: [] }),
    step: (state: Sequence, pattern: string, unit: number, at: number | null, ...conditions: (number | null)[]) => {
      Object.assign(state, { pattern, unit, conditions: conditions.length });
      const holds = conditions.map(Boolean);
      if (at !== null && holds.includes(true)) state.rows.push({ at, holds });
    },
    result: ({ pattern, unit, conditions, rows }: Sequence) => {
      const parts = parseSequence(pattern, conditions, unit);
      const sorted = rows.toSorted((a, b) => a.at - b.at);
      return result((from) => (from < sorted.length ? matchSequence(parts, sorted, from) : null));
    },
  };
}

/** The functions, by the name after `hog_`. */
export const AGGREGATE_FUNCTIONS: Readonly<Record<string, AggregateFunction>> = {
  ...STATISTIC_FUNCTIONS,
  argMax: best(isMore),
  argMin: best((key, than) => isMore(than, key)),
  varPop: moments((sums) => spread(sums) / sums.count),
  varSamp: moments((sums) => (sums.count < 2 ? null : spread(sums) / (sums.count - 1))),
  stddevPop: moments((sums) => Math.sqrt(spread(sums) / sums.count)),
  stddevSamp: moments((sums) => (sums.count < 2 ? null : Math.sqrt(spread(sums) / (sums.count - 1)))),
  covarPop: moments((sums) => together(sums) / sums.count),
  covarSamp: moments((sums) => (sums.count < 2 ? null : together(sums) / (sums.count - 1))),
  corr: moments((sums) => together(sums) / Math.sqrt(spread(sums) * spread(swapped(sums)))),
  topK: {
    start: () => ({ most: 0, counts: new Map() }),
    step: (state: { most: number; counts: Counts }, value: string | number | null, most: number) => {
      state.most = most;
      if (value !== null) state.counts.set(value, (state.counts.get(value) ?? 0) + 1);
    },
    result: ({ most, counts }: { most: number; counts: Counts }) => {
      const sorted = [...counts].toSorted(([a, one], [b, other]) => other - one || compareMembers(a, b));
      return JSON.stringify(sorted.slice(0, most).map(([value]) => value));
    },
  },
  windowFunnel: WINDOW_FUNNEL,
  sequenceMatch: sequence((find) => Number(find(0) !== null)),
  /** Matches do not share rows. */
  sequenceCount: sequence((find) => {
    let count = 0;
    for (let from = find(0); from !== null; from = find(from)) count += 1;
    return count;
  }),
  /** Whether each condition held for some row, if the first one did. */
  retention: {
    start: () => [],
    step: (held: boolean[], ...conditions: (number | null)[]) => {
      for (const [place, holds] of conditions.entries()) held[place] = Boolean(holds) || held[place] === true;
    },
    result: (held: boolean[]) => JSON.stringify(held.map((has) => Number(has && held[0] === true))),
  },
};
