import type { FunnelPlan, LineKey, Selection } from "../../insights/index.ts";
import { compileActorRows } from "../order/actor-rows.ts";
import type { Question } from "../question.ts";
import type { Units } from "../units/units.ts";
import { UnitSpan } from "../order/unit-rows.ts";
import { createAttemptFinder } from "./attempt-finder.ts";
import type { StepRows } from "./attempt-finder.ts";
import type { Attempts } from "./attempts.ts";
import { compileFunnelLines } from "./funnel-lines.ts";
import type { FunnelLines } from "./funnel-lines.ts";
import { toFunnelRules } from "./funnel-rules.ts";
import type { FunnelBits } from "./funnel-rules.ts";

/** Distinct selections that rows have bits for. */
const MAX_SELECTIONS = 32;

/** What one unit came to in one line; the attempts are gone with the next call. */
export type SeeOutcome = (unit: number, line: number, attempts: Attempts) => void;

/** A funnel of which every outcome can be seen. */
export interface OpenFunnel {
  lines: LineKey[];
  /** Calls `see` for each unit and line with an attempt that is not discarded. */
  each(see: SeeOutcome): void;
}

/** Can `openFunnel` make something of this? Of more than 32 distinct selections it cannot. */
export function canOpenFunnel(plan: FunnelPlan): boolean {
  return toSelections(plan).selections.length <= MAX_SELECTIONS;
}

/** What of outcomes is of interest. */
export interface Interest {
  /** Attempts that got less far than another of the actor are not. */
  onlyBest: boolean;
  /** Actors that got to fewer steps are not. @default 1 */
  leastSteps?: number;
}

/** Reads what a funnel looks at. */
export function openFunnel(
  question: Question,
  plan: FunnelPlan,
  units: Units,
  { onlyBest, leastSteps = 1 }: Interest,
): OpenFunnel {
  const { breakdown, range } = plan;
  const { selections, bits } = toSelections(plan);
  const needed = Array.from(bits.stepBits, (bit) => 31 - Math.clz32(bit));
  const readRows = compileActorRows(selections, question, {
    units,
    // Unordered funnels begin anywhere.
    needs: plan.order === "unordered" ? [] : needed.slice(0, leastSteps),
    hasPlaces: breakdown !== null,
  });
  const toLines = breakdown === null ? null : compileFunnelLines(breakdown, question, range);
  question.showPersons();
  const rows = readRows(range);
  const lines = toLines?.() ?? null;
  const rules = toFunnelRules(plan, bits);
  const find = createAttemptFinder(rules, onlyBest);
  const all = new Uint8Array(plan.steps.length).fill(1);
  return {
    lines: lines?.keys ?? [{ type: "whole" }],
    each(see) {
      const splitter = lines === null ? null : createSplitter(plan, lines, bits);
      const run = (unit: number, line: number, own: StepRows, starts: Uint8Array) => {
        const attempts = find(own, starts);
        if (attempts.count > 0) see(unit, line, attempts);
      };
      rows.each((unit, own) => {
        if (splitter === null) run(unit, 0, own, all);
        else splitter(own, (line, part, starts) => run(unit, line, part, starts));
      });
    },
  };
}

function toSelections({ steps, exclusions, order, between }: FunnelPlan): {
  selections: Selection[];
  bits: FunnelBits;
} {
  const known = new Map<string, number>();
  const selections: Selection[] = [];
  const toBit = (select: Selection) => {
    const name = JSON.stringify(select);
    const place = known.get(name) ?? selections.push(select) - 1;
    known.set(name, place);
    return (1 << place) >>> 0;
  };
  const bits = {
    stepBits: Uint32Array.from(steps, ({ select }) => toBit(select)),
    exclusionBits: Uint32Array.from(exclusions, ({ select }) => toBit(select)),
  };
  if (order === "strict") toBit(between);
  return { selections, bits };
}

type SeePart = (line: number, part: StepRows, starts: Uint8Array) => void;

/** Makes what splits the rows of a unit into those of each line. Source: reference/insights.md 11.8. */
function createSplitter(plan: FunnelPlan, lines: FunnelLines, bits: FunnelBits) {
  const { breakdown, steps, order } = plan;
  const all = new Uint8Array(steps.length).fill(1);
  const anyStep = bits.stepBits.reduce((sum, bit) => sum | bit, 0) >>> 0;
  const scratch = new UnitSpan({
    times: new Float64Array(64),
    values: new Uint32Array(64),
    places: new Uint32Array(0),
  });

  const byRow = (own: UnitSpan, see: SeePart) => {
    for (const line of linesOf(lines, own, plan)) {
      see(
        line,
        partOf(own, scratch, (place) => lines.has(place, line)),
        all,
      );
    }
  };
  if (breakdown === null || breakdown.by === "cohorts" || breakdown.attribution.by === "event") return byRow;
  const { attribution } = breakdown;
  if (attribution.by === "step") {
    // Unordered funnels count the steps from the one that an attempt starts at.
    const starts = order === "unordered" ? [...steps.keys()] : [0];
    return (own: UnitSpan, see: SeePart) => {
      const found = new Map<number, Uint8Array>();
      for (const start of starts) {
        const bit = bits.stepBits[(start + attribution.step) % steps.length]!;
        for (let row = own.from; row < own.until; row++) {
          if ((own.values[row]! & bit) === 0) continue;
          const line = lines.lineOf(own.places[row]!);
          const open = found.get(line) ?? new Uint8Array(steps.length);
          found.set(line, open);
          open[start] = 1;
        }
      }
      for (const [line, open] of found) see(line, own, open);
    };
  }
  const { by, skipsEmpty } = attribution;
  return (own: UnitSpan, see: SeePart) => {
    const row = touchedRow(own, anyStep, by === "last", skipsEmpty ? lines.isFull : null);
    if (row >= 0) see(lines.lineOf(own.places[row]!), own, all);
  };
}

/** The first or last row of a step that is full, or the first of a step at all; −1 = there is none. */
function touchedRow(
  { values, places, from, until }: UnitSpan,
  anyStep: number,
  isLast: boolean,
  isFull: ((place: number) => boolean) | null,
): number {
  let fallback = -1;
  const direction = isLast ? -1 : 1;
  for (let row = isLast ? until - 1 : from; row >= from && row < until; row += direction) {
    if ((values[row]! & anyStep) === 0) continue;
    if (isFull === null || isFull(places[row]!)) return row;
    if (fallback < 0) fallback = row;
  }
  return fallback;
}

/** The lines that any row of a unit is in. */
function linesOf(lines: FunnelLines, { places, from, until }: UnitSpan, { breakdown }: FunnelPlan): Iterable<number> {
  if (breakdown?.by === "cohorts") return lines.keys.keys();
  const found = new Set<number>();
  for (let row = from; row < until; row++) found.add(lines.lineOf(places[row]!));
  return found;
}

/** The rows of a unit that pass, put together; without their places. */
function partOf(
  { times, values, places, from, until }: UnitSpan,
  scratch: UnitSpan,
  passes: (place: number) => boolean,
): StepRows {
  if (scratch.times.length < until - from) {
    scratch.times = new Float64Array((until - from) * 2);
    scratch.values = new Uint32Array((until - from) * 2);
  }
  let count = 0;
  for (let row = from; row < until; row++) {
    if (!passes(places[row]!)) continue;
    scratch.times[count] = times[row]!;
    scratch.values[count++] = values[row]!;
  }
  scratch.until = count;
  return scratch;
}
