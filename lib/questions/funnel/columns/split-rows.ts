import type { FunnelAttribution, FunnelPlan } from "../plan.ts";
import { EntitySpan } from "../../../engines/columns/actor-index/entity-span.ts";
import type { StepRows } from "./finder.ts";
import type { FunnelLines } from "./funnel-lines.ts";
import { toStepTable } from "./value-steps.ts";
import type { ValueSteps } from "./value-steps.ts";

/** Gets a part of an entity's rows. @param starts 1 = an attempt may begin with that step */
export type SeePart = (entityId: number, line: number, part: StepRows, starts: Uint8Array) => void;

/** Splits the rows of an entity into those of each line. */
export interface Splitter {
  split(entityId: number, own: EntitySpan): void;
  /** May be called ahead, as `EntityRows` says. */
  foresee?: (own: EntitySpan) => void;
  /** The line of all rows of an entity; −1 = none, absent = they may be in several. */
  lineOf?: (own: EntitySpan) => number;
}

type TouchAttribution = Extract<FunnelAttribution, { by: "first" | "last" }>;

/** Makes a splitter of an entity's rows by line. Source: reference/insights.md 11.8. */
export function createSplitter(plan: FunnelPlan, lines: FunnelLines, valueSteps: ValueSteps, see: SeePart): Splitter {
  const { breakdown } = plan;
  if (breakdown === null || breakdown.by === "cohorts" || breakdown.attribution.by === "event")
    return splitByRow(plan, lines, see);
  const { attribution } = breakdown;
  return attribution.by === "step"
    ? splitByStep(plan, lines, { step: attribution.step, valueSteps }, see)
    : splitByTouch(plan, lines, { attribution, valueSteps }, see);
}

function splitByRow(plan: FunnelPlan, lines: FunnelLines, see: SeePart): Splitter {
  const all = new Uint8Array(plan.steps.length).fill(1);
  const room = { times: new Float64Array(64), values: new Uint32Array(64), places: new Uint32Array(0) };
  const scratch = new EntitySpan(room);
  return {
    split(entityId, own) {
      for (const line of linesOf(lines, own, plan)) {
        const part = partOf(own, scratch, (place) => lines.has(place, line));
        see(entityId, line, part, all);
      }
    },
  };
}

function splitByStep(
  { steps, order }: FunnelPlan,
  lines: FunnelLines,
  { step: attributed, valueSteps }: { step: number; valueSteps: ValueSteps },
  see: SeePart,
): Splitter {
  // Unordered funnels may begin with any step, and count from it.
  const starts = order === "unordered" ? [...steps.keys()] : [0];
  const { table, shift } = toStepTable(valueSteps);
  const { length } = steps;
  return {
    split(entityId, own) {
      const found = new Map<number, Uint8Array>();
      for (const start of starts) {
        const step = (start + attributed) % length;
        for (let row = own.from; row < own.until; row++) {
          if (table[(own.values[row]! << shift) | step] === 0) continue;
          const line = lines.lineOf(lines.keyAt(own.placeOf(row)));
          const open = found.get(line) ?? new Uint8Array(length);
          found.set(line, open);
          open[start] = 1;
        }
      }
      for (const [line, open] of found) see(entityId, line, own, open);
    },
  };
}

/** Splits by the first or last row of a full step, else by the first row read; rows without a step are skipped. */
function splitByTouch(
  { steps }: FunnelPlan,
  lines: FunnelLines,
  { attribution, valueSteps }: { attribution: TouchAttribution; valueSteps: ValueSteps },
  see: SeePart,
): Splitter {
  const all = new Uint8Array(steps.length).fill(1);
  const { only } = valueSteps;
  const isLast = attribution.by === "last";
  const touchedKey = (own: EntitySpan): number => {
    const { values, from, until } = own;
    let fallback = -1;
    const direction = isLast ? -1 : 1;
    for (let row = isLast ? until - 1 : from; row >= from && row < until; row += direction) {
      if (only[values[row]!] === -1) continue;
      const key = lines.keyAt(own.placeOf(row));
      if (!attribution.skipsEmpty || lines.isFull(key)) return key;
      if (fallback < 0) fallback = key;
    }
    return fallback;
  };
  // Never read: the sum makes the processor fetch the values.
  let foreseen = 0;
  return {
    foresee(own) {
      foreseen ^= lines.keyAt(own.placeOf(isLast ? own.until - 1 : own.from));
    },
    lineOf(own) {
      const key = touchedKey(own);
      return key < 0 ? -1 : lines.lineOf(key);
    },
    split(entityId, own) {
      const key = touchedKey(own);
      if (key >= 0) see(entityId, lines.lineOf(key), own, all);
    },
  };
}

/** The lines of all rows of an entity. */
function linesOf(lines: FunnelLines, own: EntitySpan, { breakdown }: FunnelPlan): Iterable<number> {
  if (breakdown?.by === "cohorts") return lines.keys.keys();
  const found = new Set<number>();
  for (let row = own.from; row < own.until; row++) found.add(lines.lineOf(lines.keyAt(own.placeOf(row))));
  return found;
}

/** The rows of an entity that pass, without their places. */
function partOf(own: EntitySpan, scratch: EntitySpan, passes: (place: number) => boolean): StepRows {
  const { times, values, from, until } = own;
  if (scratch.times.length < until - from) {
    scratch.times = new Float64Array((until - from) * 2);
    scratch.values = new Uint32Array((until - from) * 2);
  }
  let count = 0;
  for (let row = from; row < until; row++) {
    if (!passes(own.placeOf(row))) continue;
    scratch.times[count] = times[row]!;
    scratch.values[count++] = values[row]!;
  }
  scratch.until = count;
  return scratch;
}
