import { copyMask } from "./count.ts";
import { workspaceFor } from "./workspace.ts";

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Rows with numbers: `mask`, and `line` by row, begin at row `start`; NaN = no number. */
export interface NumberRows {
  codes: Codes;
  /** The number of each code. */
  numbers: Float64Array;
  line: number | Int32Array;
  mask: Uint8Array | null;
  start: number;
  width: number;
  bucket: number;
}

/** Adds up and counts numbers, at `line · width + bucket`. Example: numbers 1 NaN 3 → sum 4, count 2. */
export function addNumbers(
  sums: Float64Array,
  counts: Float64Array,
  { codes, numbers, line, mask, start, width, bucket }: NumberRows,
  from: number,
  until: number,
): void {
  if (typeof line === "number") {
    let sum = 0;
    let count = 0;
    for (let row = from; row < until; row++) {
      const number = numbers[codes[row]!]!;
      if (number !== number || (mask !== null && mask[row - start] === 0)) continue;
      sum += number;
      count++;
    }
    sums[line * width + bucket]! += sum;
    counts[line * width + bucket]! += count;
    return;
  }
  for (let row = from; row < until; row++) {
    const own = line[row - start]!;
    const number = numbers[codes[row]!]!;
    if (own < 0 || number !== number || (mask !== null && mask[row - start] === 0)) continue;
    const cell = own * width + bucket;
    sums[cell]! += number;
    counts[cell]! += 1;
  }
}

/** Lists of sums to which rows add in turn, since a sum waits for the sum before. */
export const SUM_PARTS = 4;

/** Rows with numbers, and a code of each row's line. */
export interface CodedNumbers extends Pick<NumberRows, "codes" | "numbers" | "mask" | "start"> {
  lines: Codes;
  /** Every line is below. */
  lineLimit: number;
}

/**
 * As `addNumbers`, by the code of each row's line, for several stretches: stretch k from row `bounds[k]` to `bounds[k +
 * 1] − 1`. A stretch has `SUM_PARTS` lists of `lineLimit` sums, side by side: row n adds to list n modulo their number.
 * Two look-ups and an addition a row, 1 ns. @param counts of the numbers, laid out alike; null = not wanted
 */
export function addNumbersByCode(
  sums: Float64Array,
  counts: Uint32Array | null,
  rows: CodedNumbers,
  bounds: readonly number[],
): void {
  if (addCompiled(sums, counts, rows, bounds)) return;
  const { codes, numbers, lines, lineLimit, mask, start } = rows;
  for (let stretch = 0; stretch + 1 < bounds.length; stretch++) {
    const from = bounds[stretch]!;
    const first = stretch * SUM_PARTS * lineLimit;
    for (let row = from; row < bounds[stretch + 1]!; row++) {
      const number = numbers[codes[row]!]!;
      if (number !== number || (mask !== null && mask[row - start] === 0)) continue;
      const at = first + ((row - from) & (SUM_PARTS - 1)) * lineLimit + lines[row]!;
      sums[at]! += number;
      if (counts !== null) counts[at]! += 1;
    }
  }
}

/** @returns false = JavaScript must do it */
function addCompiled(
  sums: Float64Array,
  counts: Uint32Array | null,
  { codes, numbers, lines, lineLimit, mask, start }: CodedNumbers,
  bounds: readonly number[],
): boolean {
  const from = bounds[0]!;
  const until = bounds.at(-1)!;
  const length = until - from;
  const workspace = Math.max(sums.length, numbers.length) > length ? null : workspaceFor(length);
  if (workspace === null) return false;
  // Copied once for all stretches.
  const ownSums = workspace.copy(sums);
  const ownCounts = counts === null ? 0 : workspace.copy(counts);
  const [ownCodes, ownLines] = [workspace.copy(codes, from, until), workspace.copy(lines, from, until)];
  const passes = copyMask(workspace, mask, from - start, until - start);
  const table = workspace.copy(numbers);
  const [codeBytes, lineBytes] = [codes.BYTES_PER_ELEMENT, lines.BYTES_PER_ELEMENT];
  for (let stretch = 0; stretch + 1 < bounds.length; stretch++) {
    const row = bounds[stretch]! - from;
    const first = stretch * SUM_PARTS * lineLimit;
    workspace.kernels.addNumbersByCode(
      ownSums + first * Float64Array.BYTES_PER_ELEMENT,
      ownCounts === 0 ? 0 : ownCounts + first * Uint32Array.BYTES_PER_ELEMENT,
      lineLimit,
      ownCodes + row * codeBytes,
      codeBytes,
      table,
      ownLines + row * lineBytes,
      lineBytes,
      passes === 0 ? 0 : passes + row,
      bounds[stretch + 1]! - bounds[stretch]!,
    );
  }
  sums.set(workspace.numbersAt(ownSums, sums.length));
  counts?.set(workspace.wordsAt(ownCounts, counts.length));
  return true;
}

/** Keeps the smallest (`sign` 1) or largest (`sign` −1, times −1) number of each cell; cells begin as Infinity. */
export function keepLeast(
  least: Float64Array,
  { codes, numbers, line, mask, start, width, bucket }: NumberRows,
  sign: 1 | -1,
  from: number,
  until: number,
): void {
  for (let row = from; row < until; row++) {
    const own = typeof line === "number" ? line : line[row - start]!;
    const number = numbers[codes[row]!]! * sign;
    if (own < 0 || number !== number || (mask !== null && mask[row - start] === 0)) continue;
    const cell = own * width + bucket;
    if (number < least[cell]!) least[cell] = number;
  }
}
