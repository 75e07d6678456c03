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
  let seen = new Uint8Array(1024);
  for (const piece of pieces) {
    const numbers = keys.of(piece.segment, piece.start, piece.end);
    seen = noteSeen(seen, numbers, piece.mask);
    tally.add({ ...piece, line: new Int32Array(numbers.buffer) });
  }
  return [...seen.keys()]
    .filter((number) => seen[number] === 1)
    .map((number) => ({ number, values: keys.valuesOf(number), size: tally.values(number)[0] ?? 0 }))
    .toSorted((a, b) => b.size - a.size || compareDescending(a.values, b.values))
    .map(({ number }) => number);
}

/** Marks the numbers of the rows that pass; gives a larger list where there was no room. */
function noteSeen(
  seen: Uint8Array<ArrayBuffer>,
  numbers: Uint32Array,
  mask: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  let most = 0;
  for (let row = 0; row < numbers.length; row++) if (numbers[row]! > most) most = numbers[row]!;
  let list = seen;
  if (most >= seen.length) {
    list = new Uint8Array(most * 2);
    list.set(seen);
  }
  for (let row = 0; row < numbers.length; row++) if (mask === null || mask[row] === 1) list[numbers[row]!] = 1;
  return list;
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
