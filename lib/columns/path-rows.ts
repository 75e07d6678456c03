import type { PathsPlan } from "../insights/index.ts";
import { clearOutside, fillItems } from "./kernels/path-items.ts";
import type { ValuedRows } from "./kernels/unit-parts.ts";
import { NO_ITEM } from "./path-items.ts";
import type { Items } from "./path-items.ts";
import { findStretches } from "./path-stretches.ts";
import type { Stretches } from "./path-stretches.ts";
import type { Question } from "./question.ts";
import { clippedRuns, compileSelection } from "./scan.ts";
import { BLOCK_SIZE } from "./segment.ts";
import { readUnitRows } from "./unit-rows.ts";
import type { UnitRows, UnitRowsInput, ValuedSegment } from "./unit-rows.ts";
import { actorUnits } from "./units.ts";

/** Prepares to read what actors did: values are items. Call the result after `question.showPersons`. */
export function compilePathRows(
  question: Question,
  plan: PathsPlan,
  items: Items,
  how: Pick<UnitRowsInput, "maxRows" | "partBits">,
): () => UnitRows {
  const read = compileSegments(question, plan, items);
  const unitLimit = () => question.people.actorLimit;
  return () => {
    const stretches = findStretches(question, plan);
    const readAgain = () => read(stretches);
    return readUnitRows(question, { ...how, read: readAgain, unitLimit, valueLimit: items.limit, hasPlaces: false });
  };
}

/** The items of a segment are good until the next one is read. */
function compileSegments(
  question: Question,
  { select, range }: PathsPlan,
  items: Items,
): (stretches: Stretches | null) => Generator<ValuedSegment> {
  const maskOf = compileSelection(select, question, true);
  const units = actorUnits(question);
  const numbers = new Uint32Array(BLOCK_SIZE);
  return function* read(stretches) {
    for (const [index, segment] of question.segments.entries()) {
      const pieces: ValuedRows[] = [];
      for (const run of clippedRuns(segment, range, (nameId) => maskOf(nameId) !== undefined)) {
        const { start, end } = run;
        const own = items.of(segment, run.eventNameId);
        if (own === null) continue;
        const mask = maskOf(run.eventNameId)?.(segment, start, end) ?? null;
        const actors = units.of(segment, start, end);
        fillItems(numbers, { start, end, mask, own }, NO_ITEM);
        if (stretches !== null) {
          const rows = { start, actors, times: segment.core().times, minMs: segment.minMs };
          clearOutside(numbers, rows, stretches, NO_ITEM);
        }
        pieces.push({ start, end, units: actors, values: numbers.subarray(start, end) });
      }
      if (pieces.length > 0) yield { segment, index, pieces };
    }
  };
}
