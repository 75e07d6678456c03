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
import type { FunnelPlaces } from "./funnel-rules.ts";
import { toStepTable } from "./value-steps.ts";
import type { ValueSteps } from "./value-steps.ts";

/** What one unit came to in one line; the attempts are gone with the next call. */
export type SeeOutcome = (unit: number, line: number, attempts: Attempts) => void;

/** A funnel of which every outcome can be seen. */
export interface OpenFunnel {
  lines: LineKey[];
  /** Calls `see` for each unit and line with an attempt that is not discarded. */
  each(see: SeeOutcome): void;
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
  const { selections, places } = toSelections(plan);
  const readRows = compileActorRows(selections, question, {
    units,
    // Unordered funnels begin anywhere.
    needs: plan.order === "unordered" ? [] : [...new Set(places.steps.slice(0, leastSteps))],
    hasPlaces: breakdown !== null,
  });
  const toLines = breakdown === null ? null : compileFunnelLines(breakdown, question, range);
  question.showPersons();
  const rows = readRows(range);
  const lines = toLines?.() ?? null;
  const rules = toFunnelRules(plan, places, rows.sets);
  const find = createAttemptFinder(rules, onlyBest);
  const all = new Uint8Array(plan.steps.length).fill(1);
  return {
    lines: lines?.keys ?? [{ type: "whole" }],
    each(see) {
      const splitter = lines === null ? null : createSplitter(plan, lines, rules.steps);
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
  places: FunnelPlaces;
} {
  const known = new Map<string, number>();
  const selections: Selection[] = [];
  const toPlace = (select: Selection) => {
    const name = JSON.stringify(select);
    const place = known.get(name) ?? selections.push(select) - 1;
    known.set(name, place);
    return place;
  };
  const places = {
    steps: steps.map(({ select }) => toPlace(select)),
    exclusions: exclusions.map(({ select }) => toPlace(select)),
  };
  if (order === "strict") toPlace(between);
  return { selections, places };
}

type SeePart = (line: number, part: StepRows, starts: Uint8Array) => void;

/** Makes what splits the rows of a unit into those of each line. Source: reference/insights.md 11.8. */
function createSplitter(plan: FunnelPlan, lines: FunnelLines, valueSteps: ValueSteps) {
  const { breakdown, steps, order } = plan;
  const all = new Uint8Array(steps.length).fill(1);
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
    const { table, shift } = toStepTable(valueSteps);
    const { length } = steps;
    return (own: UnitSpan, see: SeePart) => {
      const found = new Map<number, Uint8Array>();
      for (const start of starts) {
        const step = (start + attribution.step) % length;
        for (let row = own.from; row < own.until; row++) {
          if (table[(own.values[row]! << shift) | step] === 0) continue;
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
    const row = touchedRow(own, valueSteps.only, by === "last", skipsEmpty ? lines.isFull : null);
    if (row >= 0) see(lines.lineOf(own.places[row]!), own, all);
  };
}

/** The first or last row of a step that is full, or the first of a step at all; −1 = there is none. */
function touchedRow(
  { values, places, from, until }: UnitSpan,
  only: Int16Array,
  isLast: boolean,
  isFull: ((place: number) => boolean) | null,
): number {
  let fallback = -1;
  const direction = isLast ? -1 : 1;
  for (let row = isLast ? until - 1 : from; row >= from && row < until; row += direction) {
    if (only[values[row]!] === -1) continue;
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
