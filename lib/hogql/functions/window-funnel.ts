/** Modes of ClickHouse's windowFunnel. */
export const FUNNEL_MODES = ["strict_order", "strict_deduplication", "strict_increase"] as const;
type Mode = (typeof FUNNEL_MODES)[number];

/** The events of a funnel's steps, and how long it may last. */
interface Funnel {
  window: number;
  modes: ReadonlySet<string>;
  /** Step -1 = an event of no step, for `strict_order` alone. */
  moments: [at: number, step: number][];
  steps: number;
}

/** An attempt at a step. */
interface Attempt {
  startedAt: number;
  at: number;
}

/** `hog_windowfunnel(window, modes, time, step, …)`. */
export const WINDOW_FUNNEL = {
  start: (): Funnel => ({ window: 0, modes: new Set(), moments: [], steps: 0 }),
  step: (state: Funnel, window: number, modes: string, at: number | null, ...steps: (number | null)[]) => {
    if (state.steps === 0) Object.assign(state, { window, steps: steps.length, modes: new Set(modes.split(" ")) });
    if (at === null) return;
    for (const [step, holds] of steps.entries()) if (holds) state.moments.push([at, step]);
    if (state.modes.has("strict_order" satisfies Mode) && !steps.some(Boolean)) state.moments.push([at, -1]);
  },
  result: takenSteps,
};

/** Steps in order, within the window after the first. As in ClickHouse a new start replaces the one before. */
function takenSteps({ window, moments, modes, steps }: Funnel): number {
  const [isOrdered, isUnique, isIncreasing] = FUNNEL_MODES.map((mode) => modes.has(mode)) as [
    boolean,
    boolean,
    boolean,
  ];
  const attempts: (Attempt | undefined)[] = [];
  // Earlier steps first: an event that is several steps takes them all.
  for (const [at, step] of moments.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (step === -1) {
      if (attempts[0] !== undefined) break;
      continue;
    }
    if (step === 0) {
      attempts[0] = { startedAt: at, at };
      continue;
    }
    // A step that comes again ends the funnel.
    if (isUnique && attempts[step] !== undefined) break;
    const reached = attempts[step - 1];
    if (isOrdered && attempts[0] !== undefined && reached === undefined) break;
    if (reached === undefined || at > reached.startedAt + window || (isIncreasing && at <= reached.at)) continue;
    attempts[step] = { startedAt: reached.startedAt, at };
    if (step + 1 === steps) return steps;
  }
  return isOrdered ? firstMissing(attempts) : attempts.length;
}

function firstMissing(attempts: readonly (Attempt | undefined)[]): number {
  const at = attempts.findIndex((attempt) => attempt === undefined);
  return at < 0 ? attempts.length : at;
}
