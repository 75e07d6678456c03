import { byteAt, Column, numberAt, putNumber, putWord, uintAt, wordAt } from "./columns";

/** Rows of a step: sixteen bytes, in one register. */
const STEP: u32 = 16;

/** Codes up to which each code's rows are counted by themselves, sixteen at once: more codes are faster one by one. */
const FEW_CODES: u32 = 16;

/** As `addIds` of `count.ts`. @param mask 0 = all rows count */
export function addIds(bits: Column, entityIds: Column, mask: Column, length: u32): void {
  if (mask === 0) {
    for (let row: u32 = 0; row < length; row++) addId(bits, wordAt(entityIds, row), 1);
  } else {
    for (let row: u32 = 0; row < length; row++) addId(bits, wordAt(entityIds, row), byteAt(mask, row));
  }
}

/** Without a branch: a processor cannot predict a mask. */
function addId(bits: Column, entityId: u32, isCounted: u32): void {
  const word = entityId >>> 5;
  putWord(bits, word, wordAt(bits, word) | ((isCounted & <u32>(entityId !== 0)) << (entityId & 31)));
}

/** As `noteFirsts` of `count.ts`. @param mask 0 = all rows count */
export function noteFirsts(firsts: Column, entityIds: Column, mask: Column, bucket: i32, length: u32): void {
  for (let row: u32 = 0; row < length; row++) {
    const entityId = wordAt(entityIds, row);
    if (mask !== 0 && byteAt(mask, row) === 0) continue;
    if (entityId !== 0 && bucket < <i32>wordAt(firsts, entityId)) putWord(firsts, entityId, bucket);
  }
}

/** As `maskByCode` of `mask.ts`. @param codeBytes of each code: 1, 2 or 4 */
export function maskByCode(
  codes: Column,
  codeBytes: u32,
  table: Column,
  tableLength: u32,
  mask: Column,
  length: u32,
): void {
  let row: u32 = 0;
  if (codeBytes === 1 && tableLength <= 2 * STEP) {
    // A byte of 16 or more looks up 0. Space behind the table is 0.
    const low = v128.load(table);
    const high = v128.load(table + STEP);
    for (; row + STEP <= length; row += STEP) {
      const own = v128.load(codes + row);
      const found = v128.or(i8x16.swizzle(low, own), i8x16.swizzle(high, i8x16.sub(own, i8x16.splat(<i8>STEP))));
      v128.store(mask + row, found);
    }
  }
  for (; row < length; row++) store<u8>(mask + row, <u8>byteAt(table, uintAt(codes, codeBytes, row)));
}

/** As `countCodes` of `count.ts`, into one list. @param mask 0 = all rows count */
export function countCodes(
  counts: Column,
  codeCount: u32,
  codes: Column,
  codeBytes: u32,
  mask: Column,
  length: u32,
): void {
  let row: u32 = 0;
  if (codeBytes === 1 && codeCount <= FEW_CODES) {
    const end = length & ~(STEP - 1);
    for (let code: u32 = 0; code < codeCount; code++) {
      putWord(counts, code, wordAt(counts, code) + countCode(codes, <i8>code, mask, end));
    }
    row = end;
  }
  if (mask === 0) {
    for (; row < length; row++) {
      const code = uintAt(codes, codeBytes, row);
      putWord(counts, code, wordAt(counts, code) + 1);
    }
  } else {
    for (; row < length; row++) {
      const code = uintAt(codes, codeBytes, row);
      putWord(counts, code, wordAt(counts, code) + byteAt(mask, row));
    }
  }
}

/** Counts the rows of a code that pass. */
function countCode(codes: Column, code: i8, mask: Column, length: u32): u32 {
  const wanted = i8x16.splat(code);
  const ones = i8x16.splat(1);
  let count: u32 = 0;
  let row: u32 = 0;
  while (row < length) {
    // Counts of a byte pass 255 after so many steps.
    const end = min<u32>(row + 255 * STEP, length);
    let sums = i8x16.splat(0);
    for (; row < end; row += STEP) {
      const passes = mask === 0 ? ones : v128.load(mask + row);
      sums = i8x16.add(sums, v128.and(i8x16.eq(v128.load(codes + row), wanted), passes));
    }
    const all = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sums));
    count +=
      i32x4.extract_lane(all, 0) + i32x4.extract_lane(all, 1) + i32x4.extract_lane(all, 2) + i32x4.extract_lane(all, 3);
  }
  return count;
}

/** As `addNumbersByCode` of `sums.ts`. @param mask 0 = all rows count */
export function addNumbersByCode(
  sums: Column,
  counts: Column,
  lineLimit: u32,
  codes: Column,
  codeBytes: u32,
  numbers: Column,
  lines: Column,
  lineBytes: u32,
  mask: Column,
  length: u32,
): void {
  // Every other row is added in the second half: a sum waits for the one before.
  let half: u32 = 0;
  for (let row: u32 = 0; row < length; row++) {
    const number = numberAt(numbers, uintAt(codes, codeBytes, row));
    if (number === number && (mask === 0 || byteAt(mask, row) !== 0)) {
      const line = uintAt(lines, lineBytes, row) + half;
      putNumber(sums, line, numberAt(sums, line) + number);
      putWord(counts, line, wordAt(counts, line) + 1);
    }
    half = lineLimit - half;
  }
}
