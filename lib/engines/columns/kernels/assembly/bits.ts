import { Column, putWord, wordAt } from "./columns";

/** Words of a step: sixteen bytes, a register. */
const STEP: u32 = 4;

/** Steps until counts of a byte, at most 8 a step, could pass 255. */
const MAX_STEPS: u32 = 31;

/** As `countBits` of `bits.ts`. */
export function countBits(words: Column, length: u32): u32 {
  let count: u32 = 0;
  let at: u32 = 0;
  while (at + STEP <= length) {
    let sums = i8x16.splat(0);
    const end = endOfSteps(at, length);
    for (; at < end; at += STEP) sums = i8x16.add(sums, i8x16.popcnt(fourAt(words, at)));
    count += total(sums);
  }
  for (; at < length; at++) count += popcnt<u32>(wordAt(words, at));
  return count;
}

/** As `countBoth` of `bits.ts`; lists of equal length. */
export function countBoth(words: Column, others: Column, length: u32): u32 {
  let count: u32 = 0;
  let at: u32 = 0;
  while (at + STEP <= length) {
    let sums = i8x16.splat(0);
    const end = endOfSteps(at, length);
    for (; at < end; at += STEP) {
      sums = i8x16.add(sums, i8x16.popcnt(v128.and(fourAt(words, at), fourAt(others, at))));
    }
    count += total(sums);
  }
  for (; at < length; at++) count += popcnt<u32>(wordAt(words, at) & wordAt(others, at));
  return count;
}

/** As `countAny` of `bits.ts`; lists of equal length. */
export function countAny(words: Column, others: Column, length: u32): u32 {
  let count: u32 = 0;
  let at: u32 = 0;
  while (at + STEP <= length) {
    let sums = i8x16.splat(0);
    const end = endOfSteps(at, length);
    for (; at < end; at += STEP) {
      sums = i8x16.add(sums, i8x16.popcnt(v128.or(fourAt(words, at), fourAt(others, at))));
    }
    count += total(sums);
  }
  for (; at < length; at++) count += popcnt<u32>(wordAt(words, at) | wordAt(others, at));
  return count;
}

/** As `addBits` of `bits.ts`. */
export function addBits(words: Column, others: Column, length: u32): void {
  let at: u32 = 0;
  for (; at + STEP <= length; at += STEP) putFour(words, at, v128.or(fourAt(words, at), fourAt(others, at)));
  for (; at < length; at++) putWord(words, at, wordAt(words, at) | wordAt(others, at));
}

/** As `addNewBits` of `bits.ts`; lists of at least `length` words. */
export function addNewBits(words: Column, seen: Column, others: Column, length: u32): void {
  let at: u32 = 0;
  for (; at + STEP <= length; at += STEP) {
    const own = fourAt(others, at);
    const known = fourAt(seen, at);
    putFour(words, at, v128.or(fourAt(words, at), v128.andnot(own, known)));
    putFour(seen, at, v128.or(known, own));
  }
  for (; at < length; at++) {
    const own = wordAt(others, at);
    const known = wordAt(seen, at);
    putWord(words, at, wordAt(words, at) | (own & ~known));
    putWord(seen, at, known | own);
  }
}

/**
 * As `addEightToPlanes` of `bits.ts`; `length` is a multiple of 4. @param planes columns of the planes @param bitsets
 * columns of the eight
 */
export function addEightToPlanes(planes: Column, bitsets: Column, length: u32): void {
  const plane0 = wordAt(planes, 0);
  const plane1 = wordAt(planes, 1);
  const plane2 = wordAt(planes, 2);
  const plane3 = wordAt(planes, 3);
  const b0 = wordAt(bitsets, 0);
  const b1 = wordAt(bitsets, 1);
  const b2 = wordAt(bitsets, 2);
  const b3 = wordAt(bitsets, 3);
  const b4 = wordAt(bitsets, 4);
  const b5 = wordAt(bitsets, 5);
  const b6 = wordAt(bitsets, 6);
  const b7 = wordAt(bitsets, 7);
  for (let word: u32 = 0; word < length; word += STEP) {
    const x0 = fourAt(b0, word);
    const x1 = fourAt(b1, word);
    const x2 = fourAt(b2, word);
    const sum0 = v128.xor(v128.xor(x0, x1), x2);
    const twos0 = most(x0, x1, x2);
    const x3 = fourAt(b3, word);
    const x4 = fourAt(b4, word);
    const x5 = fourAt(b5, word);
    const sum1 = v128.xor(v128.xor(x3, x4), x5);
    const twos1 = most(x3, x4, x5);
    const x6 = fourAt(b6, word);
    const x7 = fourAt(b7, word);
    const sum2 = v128.xor(v128.xor(x6, x7), sum0);
    const twos2 = most(x6, x7, sum0);
    const twos3 = v128.and(sum1, sum2);
    const twosSum = v128.xor(v128.xor(twos0, twos1), twos2);
    const fours0 = most(twos0, twos1, twos2);
    const fours1 = v128.and(twosSum, twos3);
    let carry = add(plane0, word, v128.xor(sum1, sum2), i8x16.splat(0));
    carry = add(plane1, word, v128.xor(twosSum, twos3), carry);
    carry = add(plane2, word, v128.xor(fours0, fours1), carry);
    carry = add(plane3, word, v128.and(fours0, fours1), carry);
    for (let plane: u32 = 4; v128.any_true(carry); plane++) {
      carry = add(wordAt(planes, plane), word, carry, i8x16.splat(0));
    }
  }
}

/** As `readPlanes` of `bits.ts`; the histogram has words. */
export function readPlanes(planes: Column, count: u32, length: u32, histogram: Column): void {
  for (let word: u32 = 0; word < length; word++) {
    let any: u32 = 0;
    for (let plane: u32 = 0; plane < count; plane++) any |= wordAt(wordAt(planes, plane), word);
    while (any !== 0) {
      const bit = ctz<u32>(any);
      let times: u32 = 0;
      for (let plane: u32 = 0; plane < count; plane++) {
        times |= ((wordAt(wordAt(planes, plane), word) >>> bit) & 1) << plane;
      }
      putWord(histogram, times, wordAt(histogram, times) + 1);
      any &= any - 1;
    }
  }
}

/** Adds two bits to each bit of a plane, and returns the carries. */
function add(plane: Column, word: u32, bits: v128, carry: v128): v128 {
  const held = fourAt(plane, word);
  putFour(plane, word, v128.xor(v128.xor(held, bits), carry));
  return most(held, bits, carry);
}

/** The majority of three bits: the high bit of their sum. */
function most(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(c, v128.xor(a, b)));
}

function endOfSteps(at: u32, length: u32): u32 {
  return min<u32>(at + MAX_STEPS * STEP, length - ((length - at) & (STEP - 1)));
}

/** The sum of sixteen bytes. */
function total(bytes: v128): u32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

function fourAt(words: Column, at: u32): v128 {
  return v128.load(words + ((<usize>at) << 2));
}

function putFour(words: Column, at: u32, four: v128): void {
  v128.store(words + ((<usize>at) << 2), four);
}
