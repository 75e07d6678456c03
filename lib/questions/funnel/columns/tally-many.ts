import type { FunnelPlan } from "../plan.ts";
import type { SeeMany } from "../../../engines/columns/actor-index/rows-together.ts";
import { MAX_TALLY_STEPS, openBestTally } from "../../../engines/columns/kernels/best-tally.ts";
import type { ActorRows, ActorsRows, BestTally, TallyLine } from "../../../engines/columns/kernels/best-tally.ts";
import type { Arena } from "../../../engines/columns/log/arena.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import type { NumberList } from "./number-list.ts";
import type { SteadySums } from "./steady-sums.ts";
import type { ValueSteps } from "./value-steps.ts";

export interface TallyLists {
  furthest: number[];
  means: SteadySums;
  medians: NumberList[];
}

/** Tallies the best attempts of many actors at once; `end` adds the rest to the lists. */
export interface TallyMany extends Omit<SeeMany, "add"> {
  add(rows: ActorsRows, first: number, until: number): void;
  end(): void;
}

/** Opens a tally of many actors for the funnels that compiled kernels know; null = each actor has to be seen by itself. */
export function openTallyMany(
  plan: Pick<FunnelPlan, "range" | "window">,
  rules: FunnelRules,
  arena: Arena,
  { furthest, means, medians }: TallyLists,
): TallyMany | null {
  const tally = openTally(plan, rules, arena, 1);
  if (tally === null) return null;
  const drain = () => tally.drain(0, (step, list) => medians[step]!.addAll(list));
  return {
    isByArrival: false,
    maxRows: tally.maxRows,
    fits: tally.fits,
    add(rows, first, until) {
      tally.add(rows, first, until);
      if (tally.isFull(0)) drain();
    },
    end() {
      drain();
      addLine(tally.lines[0]!, { furthest, means });
    },
  };
}

/** Tallies the best attempts of actors that are each in one line; `end` adds the rest to the lists. */
export interface TallyLines extends Pick<BestTally, "fits" | "maxRows"> {
  /** @returns false = the actor has to be seen by itself */
  add(line: number, rows: ActorRows): boolean;
  /** Adds actors `first` to `until − 1`. @param lineOf gives the line of some of them */
  addMany(rows: ActorsRows, first: number, until: number, lineOf: (first: number, end: number) => number): void;
  end(): void;
}

/** As `openTallyMany`, for actors who come one by one. @param listsOf called for each line that has an actor */
export function openTallyLines(
  plan: Pick<FunnelPlan, "range" | "window">,
  rules: FunnelRules,
  arena: Arena,
  { lineCount, listsOf }: { lineCount: number; listsOf: (line: number) => TallyLists },
): TallyLines | null {
  const tally = openTally(plan, rules, arena, lineCount);
  if (tally === null) return null;
  const drain = (line: number) => tally.drain(line, (step, list) => listsOf(line).medians[step]!.addAll(list));
  const drainFull = () => {
    for (let line = 0; line < lineCount; line++) if (tally.isFull(line)) drain(line);
  };
  let lines = new Uint32Array(0);
  return {
    fits: tally.fits,
    maxRows: tally.maxRows,
    addMany(rows, first, until, lineOf) {
      const { actors } = rows;
      if (lines.length < actors.length) lines = arena.takeForKernels(Uint32Array, actors.length);
      for (let index = first; index < until;) {
        const own = index++;
        while (index < until && actors[index] === actors[own]) index++;
        lines[own] = lineOf(own, index);
      }
      for (let next = first; next < until; drainFull()) next = tally.addLined(rows, lines, next, until);
    },
    add(line, rows) {
      const isAdded = tally.addActor(line, rows);
      if (tally.isFull(line)) drain(line);
      return isAdded;
    },
    end() {
      for (const [line, own] of tally.lines.entries()) {
        if (!own.furthest.some((actors) => actors > 0)) continue;
        drain(line);
        addLine(own, listsOf(line));
      }
    },
  };
}

function openTally(
  { range, window }: Pick<FunnelPlan, "range" | "window">,
  rules: FunnelRules,
  arena: Arena,
  lineCount: number,
): BestTally | null {
  const { order, count, steps, repeats, exclusions } = rules;
  const isKnown = order === "ordered" && count <= MAX_TALLY_STEPS && !repeats.includes(1) && exclusions.length === 0;
  if (!isKnown) return null;
  const lengths = window.by === "length" ? { firstDayMs: 0, lengthsMs: [] } : window;
  const windowMs = window.by === "length" ? window.ms : 0;
  return openBestTally({ steps: count, marks: marksOf(steps), windowMs, ...lengths, ...range }, arena, lineCount);
}

function addLine(line: TallyLine, { furthest, means }: Pick<TallyLists, "furthest" | "means">): void {
  for (const [step, actors] of line.furthest.entries()) furthest[step]! += actors;
  means.addParts(line);
}

/** Bits of the steps that each value may be. */
function marksOf({ list, offsets }: ValueSteps): Uint32Array {
  const marks = new Uint32Array(offsets.length - 1);
  for (let value = 0; value < marks.length; value++) {
    for (let at = offsets[value]!; at < offsets[value + 1]!; at++) marks[value]! |= 1 << list[at]!;
  }
  return marks;
}
