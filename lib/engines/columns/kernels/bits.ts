import { compiledFor } from "./compiled.ts";
import { workspaceFor } from "./workspace.ts";
import type { Workspace } from "./workspace.ts";

/** Counts the set bits: 0b1011 → 3. As all functions here, 2 ns for 32 bits; 0.1 in WebAssembly. */
export function countBits(words: Uint32Array): number {
  const compiled = compiledFor(words);
  if (compiled !== null) return compiled.countBits(words.byteOffset, words.length);
  let count = 0;
  for (let word = 0; word < words.length; word++) count += ones(words[word]!);
  return count;
}

/** Bits set in both: 0b1011 and 0b0110 → 1. Words beyond the shorter list count as 0. */
export function countBoth(words: Uint32Array, others: Uint32Array): number {
  const length = Math.min(words.length, others.length);
  const compiled = compiledFor(words, others);
  if (compiled !== null) return compiled.countBoth(words.byteOffset, others.byteOffset, length);
  let count = 0;
  for (let word = 0; word < length; word++) count += ones(words[word]! & others[word]!);
  return count;
}

/** Bits set in either: 0b1011 and 0b0110 → 4. */
export function countAny(words: Uint32Array, others: Uint32Array): number {
  const [long, short] = words.length < others.length ? [others, words] : [words, others];
  const compiled = compiledFor(long, short);
  if (compiled !== null) {
    const shared = compiled.countAny(long.byteOffset, short.byteOffset, short.length);
    return shared + compiled.countBits(long.byteOffset + short.byteLength, long.length - short.length);
  }
  let count = 0;
  for (let word = 0; word < short.length; word++) count += ones(long[word]! | short[word]!);
  for (let word = short.length; word < long.length; word++) count += ones(long[word]!);
  return count;
}

/** Positions of the set bits, ascending: 0b1011 → 0 1 3. */
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

/** Sets the bits of `others`, which must not be longer: 0b1001 and 0b0011 → 0b1011. */
export function addBits(words: Uint32Array, others: Uint32Array): void {
  const compiled = compiledFor(words);
  const address = compiled === null ? null : addressFor(words, others);
  if (compiled !== null && address !== null) {
    compiled.addBits(words.byteOffset, address, others.length);
    return;
  }
  for (let word = 0; word < others.length; word++) words[word]! |= others[word]!;
}

/**
 * Sets the bits of `others` that are not in `seen`, then adds all of them to `seen`: words 0, seen 0b0001, others
 * 0b0011 → words 0b0010, seen 0b0011. `others` must not be longer than both.
 */
export function addNewBits(words: Uint32Array, seen: Uint32Array, others: Uint32Array): void {
  const compiled = compiledFor(words, seen);
  const address = compiled === null ? null : addressFor(words, others);
  if (compiled !== null && address !== null) {
    compiled.addNewBits(words.byteOffset, seen.byteOffset, address, others.length);
    return;
  }
  for (let word = 0; word < others.length; word++) {
    words[word]! |= others[word]! & ~seen[word]!;
    seen[word]! |= others[word]!;
  }
}

/** The address of a list, or of its copy, where the kernels of `words` see it; null = nowhere. */
function addressFor(words: Uint32Array, others: Uint32Array): number | null {
  if (others.buffer === words.buffer) return others.byteOffset;
  // Another thread's bitsets lie in its own memory.
  return workspaceFor(others.length)?.copy(others) ?? null;
}

/**
 * Adds a bitset to counters in `planes`: plane k holds bit k of each position's count. Example: after 0b01, 0b11 and
 * 0b01 the planes are 0b11 (ones) and 0b01 (twos): bit 0 was set three times, bit 1 once. Carries are short: two
 * operations a word on average.
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
 * Adds eight bitsets at once, each as long as the planes, of which at least four must exist. About nine operations a
 * word and bitset, without a branch.
 */
export function addEightToPlanes(planes: Uint32Array[], bitsets: Eight): void {
  const [plane0, plane1, plane2, plane3] = planes as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  const [b0, b1, b2, b3, b4, b5, b6, b7] = bitsets;
  for (let word = addCompiled(planes, bitsets); word < plane0.length; word++) {
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

/** `addEightToPlanes` for the first words; returns how many, 0 where compiled kernels do not see all lists. */
function addCompiled(planes: Uint32Array[], bitsets: Eight): number {
  const [first] = bitsets;
  const compiled = compiledFor(first, ...bitsets, ...planes);
  const workspace = compiled === null ? null : workspaceFor(first.length);
  if (compiled === null || workspace === null) return 0;
  const count = first.length & ~3;
  compiled.addEightToPlanes(addressesOf(workspace, planes), addressesOf(workspace, bitsets), count);
  return count;
}

function addressesOf(workspace: Workspace, lists: readonly Uint32Array[]): number {
  return workspace.copy(Uint32Array.from(lists, ({ byteOffset }) => byteOffset));
}

/** Counts the positions of each count except 0, at `histogram[count]`. */
export function readPlanes(planes: Uint32Array[], histogram: Float64Array): void {
  const [first = new Uint32Array(0)] = planes;
  const { length } = first;
  const compiled = compiledFor(first, ...planes);
  const workspace = compiled === null ? null : workspaceFor(length);
  if (compiled !== null && workspace !== null) {
    const counts = workspace.copy(new Uint32Array(histogram.length));
    compiled.readPlanes(addressesOf(workspace, planes), planes.length, length, counts);
    for (const [count, positions] of workspace.wordsAt(counts, histogram.length).entries())
      histogram[count]! += positions;
    return;
  }
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
