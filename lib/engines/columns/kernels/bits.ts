/** Counts the set bits: 0b1011 → 3. About 2 ns for 32 bits, like all functions of this file. */
export function countBits(words: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < words.length; word++) count += ones(words[word]!);
  return count;
}

/** Counts the bits that are set in both: 0b1011 and 0b0110 → 1. Words beyond the shorter list count as 0. */
export function countBoth(words: Uint32Array, others: Uint32Array): number {
  const length = Math.min(words.length, others.length);
  let count = 0;
  for (let word = 0; word < length; word++) count += ones(words[word]! & others[word]!);
  return count;
}

/** Counts the bits that are set in either: 0b1011 and 0b0110 → 4. */
export function countAny(words: Uint32Array, others: Uint32Array): number {
  const [long, short] = words.length < others.length ? [others, words] : [words, others];
  let count = 0;
  for (let word = 0; word < short.length; word++) count += ones(long[word]! | short[word]!);
  for (let word = short.length; word < long.length; word++) count += ones(long[word]!);
  return count;
}

/** The positions of the set bits, ascending: 0b1011 → 0 1 3. */
export function readBits(words: Uint32Array): Uint32Array {
  const places = new Uint32Array(countBits(words));
  let count = 0;
  for (let word = 0; word < words.length; word++) {
    for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
      places[count++] = word * 32 + 31 - Math.clz32(bits & -bits);
    }
  }
  return places;
}

/** Sets the bits of the other, which must not be longer: 0b1001 and 0b0011 → 0b1011. */
export function addBits(words: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < others.length; word++) words[word]! |= others[word]!;
}

/**
 * Adds one bitset to the counters in `planes`: plane k holds bit k of each position's count. Example: after 0b01, 0b11
 * and 0b01 the planes are 0b11 (ones) and 0b01 (twos): bit 0 was set three times, bit 1 once. Two operations a word on
 * average, since carries are short.
 */
export function addToPlanes(planes: Uint32Array[], words: Uint32Array): void {
  for (let word = 0; word < words.length; word++) {
    let carry = words[word]!;
    for (let plane = 0; carry !== 0; plane++) {
      const list = planes[plane]!;
      const held = list[word]!;
      list[word] = held ^ carry;
      carry &= held;
    }
  }
}

/** The eight bitsets that `addEightToPlanes` takes. */
export type Eight = readonly [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

/**
 * Adds eight bitsets at once, each as long as the planes, of which at least four must exist: full adders first turn the
 * eight into a number of four bits. About nine operations a word and bitset, without a branch.
 */
export function addEightToPlanes(planes: Uint32Array[], [b0, b1, b2, b3, b4, b5, b6, b7]: Eight): void {
  const [plane0, plane1, plane2, plane3] = planes as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  for (let word = 0; word < plane0.length; word++) {
    // Full adders: the exclusive or of three bits is the low bit of their sum, the majority is the high bit.
    const [x0, x1, x2] = [b0[word]!, b1[word]!, b2[word]!];
    const sum0 = x0 ^ x1 ^ x2;
    const twos0 = (x0 & x1) | (x2 & (x0 ^ x1));
    const [x3, x4, x5] = [b3[word]!, b4[word]!, b5[word]!];
    const sum1 = x3 ^ x4 ^ x5;
    const twos1 = (x3 & x4) | (x5 & (x3 ^ x4));
    const [x6, x7] = [b6[word]!, b7[word]!];
    const sum2 = x6 ^ x7 ^ sum0;
    const twos2 = (x6 & x7) | (sum0 & (x6 ^ x7));
    const onesSum = sum1 ^ sum2;
    const twos3 = sum1 & sum2;
    const twosSum = twos0 ^ twos1 ^ twos2;
    const fours0 = (twos0 & twos1) | (twos2 & (twos0 ^ twos1));
    const twos = twosSum ^ twos3;
    const fours1 = twosSum & twos3;
    const fours = fours0 ^ fours1;
    const eights = fours0 & fours1;
    const held0 = plane0[word]!;
    plane0[word] = held0 ^ onesSum;
    const carry0 = held0 & onesSum;
    const held1 = plane1[word]!;
    plane1[word] = held1 ^ twos ^ carry0;
    const carry1 = (held1 & twos) | (carry0 & (held1 ^ twos));
    const held2 = plane2[word]!;
    plane2[word] = held2 ^ fours ^ carry1;
    const carry2 = (held2 & fours) | (carry1 & (held2 ^ fours));
    const held3 = plane3[word]!;
    plane3[word] = held3 ^ eights ^ carry2;
    let carry = (held3 & eights) | (carry2 & (held3 ^ eights));
    for (let plane = 4; carry !== 0; plane++) {
      const list = planes[plane]!;
      const held = list[word]!;
      list[word] = held ^ carry;
      carry &= held;
    }
  }
}

/** Counts the positions of each count but 0 in `planes`, at `histogram[count]`. */
export function readPlanes(planes: Uint32Array[], histogram: Float64Array): void {
  const length = planes[0]?.length ?? 0;
  for (let word = 0; word < length; word++) {
    let any = 0;
    for (let plane = 0; plane < planes.length; plane++) any |= planes[plane]![word]!;
    while (any !== 0) {
      const bit = 31 - Math.clz32(any & -any);
      let count = 0;
      for (let plane = 0; plane < planes.length; plane++) count |= ((planes[plane]![word]! >>> bit) & 1) << plane;
      histogram[count]! += 1;
      any &= any - 1;
    }
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
