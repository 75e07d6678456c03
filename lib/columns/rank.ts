import type { BreakdownPlan, DateRange, GroupValue } from "../insights/index.ts";
import type { Keys } from "./group-values.ts";
import type { Question } from "./question.ts";
import type { Piece } from "./scan.ts";
import { createTally } from "./tally.ts";

/**
 * The numbers of the keys that the pieces of the value range hold, the highest rank first; of equal ones the greater key.
 * A key counts as held if a row that passes has it, whatever it adds up to.
 */
export function rankKeys(
  { rankBy }: Extract<BreakdownPlan, { by: "values" }>,
  { keys, pieces, range }: { keys: Keys; pieces: Iterable<Piece>; range: DateRange },
  question: Question,
): number[] {
  const frame = { range, edgesMs: [range.fromMs], isBusy: () => true, lineCount: 1000 };
  const tally = createTally(rankBy, frame, question);
  const seen: true[] = [];
  for (const piece of pieces) {
    const line = Int32Array.from(keys.of(piece.segment, piece.start, piece.end));
    for (let row = 0; row < line.length; row++) {
      if (piece.mask === null || piece.mask[row] === 1) seen[line[row]!] = true;
    }
    tally.add({ ...piece, line });
  }
  return Object.keys(seen)
    .map(Number)
    .map((number) => ({ number, values: keys.valuesOf(number), size: tally.values(number)[0] ?? 0 }))
    .toSorted((a, b) => b.size - a.size || compareDescending(a.values, b.values))
    .map(({ number }) => number);
}

function compareDescending(a: GroupValue[], b: GroupValue[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (left === right) continue;
    // Only a missing number is a text beside numbers.
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left > right ? -1 : 1;
  }
  return 0;
}
