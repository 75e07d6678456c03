import type { FunnelPlan, FunnelWindow } from "../../insights/index.ts";

const DAY_MS = 86_400_000;

/** What attempts are made by, in the form that kernels take. */
export interface FunnelRules {
  order: FunnelPlan["order"];
  /** How many steps there are. */
  count: number;
  /** The bit of each step in a row's `steps`; several steps may share one. */
  stepBits: Uint32Array;
  /** 1 = the step must come later than the one before it. */
  repeats: Uint8Array;
  exclusions: { bit: number; fromStep: number; toStep: number }[];
  /** The length of the window, wherever it begins; null = it depends. */
  windowMs: number | null;
  /** The last moment of what begins at `ms`. */
  endOf(ms: number): number;
}

/** The bits that rows carry for each selection of a plan: steps, exclusions, and for strict funnels what is in between. */
export interface FunnelBits {
  stepBits: Uint32Array;
  exclusionBits: Uint32Array;
}

/** Brings a plan's rules into the kernels' form. */
export function toFunnelRules(
  { order, steps, exclusions, window }: FunnelPlan,
  { stepBits, exclusionBits }: FunnelBits,
): FunnelRules {
  return {
    order,
    count: steps.length,
    stepBits,
    repeats: Uint8Array.from(steps, ({ isRepeat }) => (isRepeat ? 1 : 0)),
    exclusions: exclusions.map(({ fromStep, toStep }, index) => ({ bit: exclusionBits[index]!, fromStep, toStep })),
    windowMs: window.by === "length" ? window.ms : null,
    endOf: toEnd(window),
  };
}

/**
 * By the place of a bit the only step that has it, among those from `first` on; −1 = there is none, or there are several. Bits
 * 0b01 0b10 0b01, from 1 on → 2 1.
 */
export function onlySteps(stepBits: Uint32Array, first: number): Int32Array {
  const steps = new Int32Array(32).fill(-1);
  for (let place = 0; place < 32; place++) {
    const own = [...stepBits.keys()].filter((step) => step >= first && (stepBits[step]! & (1 << place)) !== 0);
    if (own.length === 1) steps[place] = own[0]!;
  }
  return steps;
}

/** Gives the last moment of what begins at a time and may take as long as the window. */
export function toEnd(window: FunnelWindow): (ms: number) => number {
  if (window.by === "length") return (ms) => ms + window.ms;
  const { firstDayMs, lengthsMs } = window;
  return (ms) => ms + (lengthsMs[Math.floor((ms - firstDayMs) / DAY_MS)] ?? 0);
}
