import { byteAt, Column, numberAt, putNumber, putWord, uintAt, wordAt } from "./columns";

/** Rows of a step: sixteen bytes, a register. */
const STEP: u32 = 16;

/** Codes up to which each is counted by itself, sixteen rows at once; more codes are faster one by one. */
const FEW_CODES: u32 = 16;

/** As `addIds` of `count.ts`. @param mask 0 = all rows count */
export function addIds(bits: Column, entityIds: Column, mask: Column, length: u32): void {
  if (mask === 0) {
    for (let row: u32 = 0; row < length; row++) addId(bits, wordAt(entityIds, row), 1);
  } else {
    for (let row: u32 = 0; row < length; row++) addId(bits, wordAt(entityIds, row), byteAt(mask, row));
  }
}

/** No branch, since a mask cannot be predicted. */
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
    // A byte of 16 or more looks up 0. The space behind the table is 0.
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
    row = length & ~(STEP - 1);
    for (let code: u32 = 0; code < codeCount; code += 4) countFour(counts, code, codeCount, codes, mask, row);
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

/** Counts the rows of four codes that pass, in one pass over the rows. */
function countFour(counts: Column, code: u32, codeCount: u32, codes: Column, mask: Column, length: u32): void {
  const wanted0 = i8x16.splat(<i8>code);
  const wanted1 = i8x16.splat(<i8>(code + 1));
  const wanted2 = i8x16.splat(<i8>(code + 2));
  const wanted3 = i8x16.splat(<i8>(code + 3));
  const ones = i8x16.splat(1);
  let row: u32 = 0;
  while (row < length) {
    // After so many steps counts of a byte pass 255.
    const end = min<u32>(row + 255 * STEP, length);
    let sums0 = i8x16.splat(0);
    let sums1 = i8x16.splat(0);
    let sums2 = i8x16.splat(0);
    let sums3 = i8x16.splat(0);
    for (; row < end; row += STEP) {
      let own = v128.load(codes + row);
      // Rows that do not pass get code 255, which is not counted.
      if (mask !== 0) own = v128.or(own, i8x16.sub(v128.load(mask + row), ones));
      // A row of the code is -1.
      sums0 = i8x16.sub(sums0, i8x16.eq(own, wanted0));
      sums1 = i8x16.sub(sums1, i8x16.eq(own, wanted1));
      sums2 = i8x16.sub(sums2, i8x16.eq(own, wanted2));
      sums3 = i8x16.sub(sums3, i8x16.eq(own, wanted3));
    }
    addTotal(counts, code, codeCount, sums0);
    addTotal(counts, code + 1, codeCount, sums1);
    addTotal(counts, code + 2, codeCount, sums2);
    addTotal(counts, code + 3, codeCount, sums3);
  }
}

/** Adds sixteen bytes to the count of a code, if there is such a code. */
function addTotal(counts: Column, code: u32, codeCount: u32, bytes: v128): void {
  if (code >= codeCount) return;
  const all = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  const total =
    i32x4.extract_lane(all, 0) + i32x4.extract_lane(all, 1) + i32x4.extract_lane(all, 2) + i32x4.extract_lane(all, 3);
  putWord(counts, code, wordAt(counts, code) + total);
}

/** As `addNumbersByCode` of `sums.ts`, for one stretch of rows. @param counts 0 = none are wanted @param mask 0 = all rows count */
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
  if (lineBytes === 1) {
    if (codeBytes === 1) addByCode<u8, u8>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
    else if (codeBytes === 2) addByCode<u16, u8>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
    else addByCode<u32, u8>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
  } else if (lineBytes === 2) {
    if (codeBytes === 1) addByCode<u8, u16>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
    else if (codeBytes === 2) addByCode<u16, u16>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
    else addByCode<u32, u16>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
  } else {
    if (codeBytes === 1) addByCode<u8, u32>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
    else if (codeBytes === 2) addByCode<u16, u32>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
    else addByCode<u32, u32>(sums, counts, lineLimit, codes, numbers, lines, mask, length);
  }
}

/** A loop for each width of codes. Four rows at a time add to four lists, since a sum waits for the sum before. */
function addByCode<Code, Line>(
  sums: Column,
  counts: Column,
  lineLimit: u32,
  codes: Column,
  numbers: Column,
  lines: Column,
  mask: Column,
  length: u32,
): void {
  const second = lineLimit;
  const third = second + lineLimit;
  const fourth = third + lineLimit;
  let row: u32 = 0;
  for (; row + 4 <= length; row += 4) {
    addRow<Code, Line>(sums, counts, codes, numbers, lines, mask, row, 0);
    addRow<Code, Line>(sums, counts, codes, numbers, lines, mask, row + 1, second);
    addRow<Code, Line>(sums, counts, codes, numbers, lines, mask, row + 2, third);
    addRow<Code, Line>(sums, counts, codes, numbers, lines, mask, row + 3, fourth);
  }
  for (let part: u32 = 0; row < length; row++, part += lineLimit) {
    addRow<Code, Line>(sums, counts, codes, numbers, lines, mask, row, part);
  }
}

/** Adds a row, without a branch on the row: a processor cannot predict a mask, or which events have a number. */
function addRow<Code, Line>(
  sums: Column,
  counts: Column,
  codes: Column,
  numbers: Column,
  lines: Column,
  mask: Column,
  row: u32,
  part: u32,
): void {
  const number = numberAt(numbers, <u32>load<Code>(codes + <usize>row * sizeof<Code>()));
  const line = part + <u32>load<Line>(lines + <usize>row * sizeof<Line>());
  const isNumber = mask === 0 ? <u32>(number === number) : <u32>(number === number) & byteAt(mask, row);
  putNumber(sums, line, numberAt(sums, line) + select<f64>(number, 0, isNumber));
  if (counts !== 0) putWord(counts, line, wordAt(counts, line) + isNumber);
}
