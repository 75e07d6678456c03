import type { FunnelPlan, FunnelWindow } from "../plan.ts";
import type { SelectionSets } from "../../../engines/columns/actor-index/selection-sets.ts";
import { toValueSteps } from "./value-steps.ts";
import type { ValueSteps } from "./value-steps.ts";

const DAY_MS = 86_400_000;

/** A funnel's rules in the form that kernels take. */
export interface FunnelRules {
  order: FunnelPlan["order"];
  /** How many steps there are. */
  count: number;
  /** The steps that a row's value may be. */
  steps: ValueSteps;
  /** 1 = the step must come later than the one before it. */
  repeats: Uint8Array;
  exclusions: Exclusion[];
  /** The length of every window; null = it depends on its begin. */
  windowMs: number | null;
  /** The last moment of a window that begins at `ms`. */
  endOf(ms: number): number;
}

/** Events that discard an attempt between two of its steps. */
export interface Exclusion {
  /** A byte for each value of a row: 1 = the row discards an attempt between the two steps. */
  isMeant: Uint8Array;
  fromStep: number;
  toStep: number;
}

/** Places of the plan's steps and exclusions in its selections; several may share one. */
export interface FunnelPlaces {
  steps: number[];
  exclusions: number[];
}

/** Brings a plan's rules into the kernels' form. @param sets that the values of rows are, all of which are known */
export function toFunnelRules(
  { order, steps, exclusions, window }: FunnelPlan,
  places: FunnelPlaces,
  sets: SelectionSets,
): FunnelRules {
  const { limit } = sets;
  return {
    order,
    count: steps.length,
    steps: toValueSteps({ limit, count: steps.length }, (value, step) => sets.has(value, places.steps[step]!)),
    repeats: Uint8Array.from(steps, ({ isRepeat }) => (isRepeat ? 1 : 0)),
    exclusions: exclusions.map(({ fromStep, toStep }, index) => ({
      isMeant: Uint8Array.from({ length: limit }, (_, value) => (sets.has(value, places.exclusions[index]!) ? 1 : 0)),
      fromStep,
      toStep,
    })),
    windowMs: window.by === "length" ? window.ms : null,
    endOf: toEnd(window),
  };
}

/** Gives the last moment of a window that begins at a time. */
export function toEnd(window: FunnelWindow): (ms: number) => number {
  if (window.by === "length") return (ms) => ms + window.ms;
  const { firstDayMs, lengthsMs } = window;
  return (ms) => ms + (lengthsMs[Math.floor((ms - firstDayMs) / DAY_MS)] ?? 0);
}
