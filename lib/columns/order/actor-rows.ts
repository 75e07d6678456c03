import type { DateRange, Selection } from "../../insights/index.ts";
import { addUnits } from "../kernels/count.ts";
import type { ValuedRows } from "../kernels/unit-parts.ts";
import type { Mask } from "../scan/mask.ts";
import { findOrder, readOrderedRows } from "./ordered-rows.ts";
import type { Question } from "../question.ts";
import { clippedRuns, compileSelection } from "../scan/scan.ts";
import type { NameTest } from "../scan/scan.ts";
import type { Segment } from "../log/store.ts";
import { readUnitRows } from "./unit-rows.ts";
import type { UnitRows, UnitRowsInput, ValuedSegment } from "./unit-rows.ts";
import type { Units } from "../units/units.ts";

/** So many times as many rows must there be in all: a look at a row costs a tenth of what keeping it does. */
const MIN_SAVED = 3;

/** Bits of a row's value. */
const MAX_SELECTIONS = 32;

/** How rows are read. */
export interface ActorRowsInput extends Pick<UnitRowsInput, "hasPlaces" | "maxRows" | "partBits"> {
  units: Units;
  /** Places of selections: units without a row of each may be left out. @default none */
  needs?: readonly number[];
}

/**
 * Prepares to read the rows of each actor that any of up to 32 selections means: bit i of a row's value = it is one of
 * selection i. Call the result after `question.showPersons`; `units` may be actors, groups or sessions.
 *
 * Example: a did x at 1 and y at 5, b did y at 3; selections x and y: of a times 1 5, values 1 2; of b time 3, value 2.
 */
export function compileActorRows(
  selections: readonly Selection[],
  question: Question,
  { units, needs = [], ...how }: ActorRowsInput,
): (range: DateRange) => UnitRows {
  if (selections.length > MAX_SELECTIONS) throw new RangeError(`More than ${MAX_SELECTIONS} selections.`);
  const tests = selections.map((select) => compileSelection(select, question, units.actors !== null));
  const read = compileSegments(question, tests, units);
  const common = { ...how, unitLimit: () => units.limit(), valueLimit: () => 2 ** selections.length };
  const isWanted = (nameId: number) => tests.some((maskOf) => maskOf(nameId) !== undefined);
  const isByRow = (nameId: number) => valueOf(tests, nameId) === null;
  return (range) => {
    const order = units.actors === null ? null : findOrder(question, range, isWanted);
    if (order === null) {
      const wanted = findNeeded(question, tests, { units, needs, range });
      return readUnitRows(question, { ...common, wanted, read: () => read(range, 0, question.segments.length) });
    }
    const { segmentCount } = order;
    return readOrderedRows(question, {
      order,
      range,
      valueOf: (nameId) => valueOf(tests, nameId),
      read: () => read(range, 0, segmentCount, isByRow),
      valueLimit: common.valueLimit,
      hasPlaces: how.hasPlaces,
      required: needs.reduce((bits, place) => bits | (1 << place), 0) >>> 0,
      tail: readUnitRows(question, { ...common, read: () => read(range, segmentCount, question.segments.length) }),
    });
  };
}

type ReadSegments = (
  range: DateRange,
  first: number,
  end: number,
  isWanted?: (nameId: number) => boolean,
) => Generator<ValuedSegment>;

/** Reads the segments `first` to `end − 1`. */
function compileSegments({ segments }: Question, tests: readonly NameTest[], units: Units): ReadSegments {
  const isMeant = (nameId: number) => tests.some((maskOf) => maskOf(nameId) !== undefined);
  return function* read(range, first, end, isWanted = isMeant) {
    for (let index = first; index < end; index++) {
      const segment = segments[index]!;
      const pieces: ValuedRows[] = [];
      for (const run of clippedRuns(segment, range, isWanted)) {
        const masks = tests.map((maskOf) => maskOf(run.eventNameId));
        const values = readSteps(masks, segment, run.start, run.end);
        pieces.push({
          start: run.start,
          end: run.end,
          values,
          // Whoever reads in an order asks for values alone.
          get units() {
            return units.of(segment, run.start, run.end);
          },
        });
      }
      if (pieces.length > 0) yield { segment, index, pieces };
    }
  };
}

/** The value of all rows of a name; null = it depends on the row. */
function valueOf(tests: readonly NameTest[], nameId: number): number | null {
  const masks = tests.map((maskOf) => maskOf(nameId));
  return masks.every((mask) => mask === null || mask === undefined) ? alwaysBits(masks) : null;
}

/** The bits of the selections that mean all rows. */
function alwaysBits(masks: readonly (Mask | null | undefined)[]): number {
  return masks.reduce((bits, mask, step) => (mask === null ? bits | (1 << step) : bits), 0) >>> 0;
}

function readSteps(
  masks: (Mask | null | undefined)[],
  segment: Segment,
  start: number,
  end: number,
): number | Uint32Array {
  const always = alwaysBits(masks);
  if (masks.every((mask) => mask === null || mask === undefined)) return always;
  const steps = new Uint32Array(end - start).fill(always);
  for (const [step, mask] of masks.entries()) {
    const passes = mask?.(segment, start, end);
    if (passes === undefined) continue;
    for (let row = 0; row < steps.length; row++) steps[row]! |= passes[row]! << step;
  }
  return steps;
}

/** The units with a row of the rarest selection that is needed; null where looking for them would save little. */
function findNeeded(
  { segments }: Question,
  tests: readonly NameTest[],
  { units, needs, range }: { units: Units; needs: readonly number[]; range: DateRange },
): Uint32Array | null {
  const counts = tests.map(() => 0);
  let total = 0;
  for (const segment of segments) {
    for (const { eventNameId, start, end } of clippedRuns(segment, range, () => true)) {
      const meant = tests.flatMap((maskOf, place) => (maskOf(eventNameId) === undefined ? [] : [place]));
      for (const place of meant) counts[place]! += end - start;
      if (meant.length > 0) total += end - start;
    }
  }
  const [rarest] = needs.toSorted((one, other) => counts[one]! - counts[other]!);
  if (rarest === undefined || counts[rarest]! * MIN_SAVED > total) return null;
  const maskOf = tests[rarest]!;
  let bits = new Uint32Array((units.limit() >>> 5) + 1);
  for (const segment of segments) {
    for (const { eventNameId, start, end } of clippedRuns(segment, range, (id) => maskOf(id) !== undefined)) {
      const own = units.of(segment, start, end);
      // Groups and sessions become known on the way.
      if (bits.length <= units.limit() >>> 5) {
        const wider = new Uint32Array(((units.limit() * 1.5) >>> 5) + 1);
        wider.set(bits);
        bits = wider;
      }
      const mask = maskOf(eventNameId)?.(segment, start, end) ?? null;
      addUnits(bits, own, { mask, start: 0 }, 0, own.length);
    }
  }
  return bits;
}
