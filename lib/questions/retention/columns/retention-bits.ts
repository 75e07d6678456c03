import type { RetentionRow, RetentionPlan } from "../plan.ts";
import type { CellBits } from "../../../engines/columns/entities/distinct-cells.ts";
import { addBits, countBits, countBoth } from "../../../engines/columns/kernels/bits.ts";
import type { Cuts } from "./cuts.ts";

/** Actors with a target event by cut, and with a returning event by period. */
export interface RetentionCells {
  targets: CellBits;
  returns: CellBits;
}

/** Counts the cells of rows of periods: a cell holds the actors in both of two sets. */
export function countBitsets(
  { cells, rowEdgesMs }: RetentionPlan,
  { rowOf, periodOf, firstPeriod, returnEdgesMs }: Cuts,
  { targets, returns }: RetentionCells,
): RetentionRow[] {
  const returned = returnEdgesMs.map((_, place) => returns.bits(place));
  return Array.from({ length: Math.max(0, rowEdgesMs.length - 1) }, (_, row) => {
    const parts = rowOf.flatMap((own, cut) =>
      own === row ? [{ bits: targets.bits(cut), period: periodOf[cut]! }] : [],
    );
    return {
      key: row,
      counts: Array.from({ length: Math.max(0, cells - row) }, (__, cell) => {
        if (cell === 0) return countUnion(parts.map(({ bits }) => bits));
        const partners = parts.map(({ bits, period }) => ({ bits, others: returned[period + cell - firstPeriod] }));
        return countPairs(partners);
      }),
    };
  });
}

function countUnion(parts: Uint32Array[]): number {
  const [first, ...rest] = parts;
  if (first === undefined) return 0;
  if (rest.length === 0) return countBits(first);
  const union = new Uint32Array(parts.reduce((most, { length }) => Math.max(most, length), 0));
  for (const bits of parts) addBits(union, bits);
  return countBits(union);
}

/** Actors that are in both sets of any pair. */
function countPairs(pairs: { bits: Uint32Array; others: Uint32Array | undefined }[]): number {
  const [first, ...rest] = pairs;
  if (first === undefined) return 0;
  if (rest.length === 0) return first.others === undefined ? 0 : countBoth(first.bits, first.others);
  return countUnion(pairs.map(({ bits, others }) => toBoth(bits, others ?? new Uint32Array(0))));
}

function toBoth(bits: Uint32Array, others: Uint32Array): Uint32Array {
  const both = new Uint32Array(Math.min(bits.length, others.length));
  for (let word = 0; word < both.length; word++) both[word] = bits[word]! & others[word]!;
  return both;
}
