import { copyMask } from "./count.ts";
import { workspaceFor } from "./workspace.ts";

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Rows with numbers: `line`, where given, and `mask` begin at row `start`; NaN means no number. */
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

/** Adds up numbers and counts them, at `line · width + bucket`. Example: numbers 1 NaN 3 → sum 4, count 2. */
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

/**
 * As `addNumbers`, with the line's code of each row instead of its line. Both lists have two halves, for every other row each: the
 * sum of a code is that of both. A sum waits for the one before it.
 */
export function addNumbersByCode(
  sums: Float64Array,
  counts: Uint32Array,
  { codes, numbers, lines, mask, start }: Pick<NumberRows, "codes" | "numbers" | "mask" | "start"> & { lines: Codes },
  from: number,
  until: number,
): void {
  const half = sums.length / 2;
  const length = until - from;
  const workspace = Math.max(half, numbers.length) > length ? null : workspaceFor(length);
  if (workspace !== null) {
    const [ownSums, ownCounts] = [workspace.copy(sums), workspace.copy(counts)];
    const [ownCodes, ownLines] = [workspace.copy(codes, from, until), workspace.copy(lines, from, until)];
    const passes = copyMask(workspace, mask, from - start, until - start);
    const table = workspace.copy(numbers);
    const [codeBytes, lineBytes] = [codes.BYTES_PER_ELEMENT, lines.BYTES_PER_ELEMENT];
    const rows = [ownCodes, codeBytes, table, ownLines, lineBytes, passes, length] as const;
    workspace.kernels.addNumbersByCode(ownSums, ownCounts, half, ...rows);
    sums.set(workspace.numbersAt(ownSums, sums.length));
    counts.set(workspace.wordsAt(ownCounts, counts.length));
    return;
  }
  for (let row = from; row < until; row++) {
    const number = numbers[codes[row]!]!;
    if (number !== number || (mask !== null && mask[row - start] === 0)) continue;
    const at = lines[row]! + ((row - from) & 1) * half;
    sums[at]! += number;
    counts[at]! += 1;
  }
}

/** Keeps the smallest (`sign` 1) or the largest (`sign` −1, times −1) number of each cell; cells begin as Infinity. */
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
