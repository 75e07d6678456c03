import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import {
  addBits,
  addEightToPlanes,
  addNewBits,
  addToPlanes,
  countAny,
  countBits,
  countBoth,
  readPlanes,
} from "../../../../lib/engines/columns/kernels/bits.ts";
import type { Eight } from "../../../../lib/engines/columns/kernels/bits.ts";
import { addIds, countCodes, noteFirsts } from "../../../../lib/engines/columns/kernels/count.ts";
import { maskByCode } from "../../../../lib/engines/columns/kernels/mask.ts";
import { addNumbersByCode, SUM_PARTS } from "../../../../lib/engines/columns/kernels/sums.ts";
import {
  clearWords,
  setLeastRows,
  takeWords,
  workspaceFor,
} from "../../../../lib/engines/columns/kernels/workspace.ts";

const ROUNDS = 60;
const CODE_TYPES = [Uint8Array, Uint16Array, Uint32Array] as const;

/** Words where compiled kernels see them. */
function words(list: ArrayLike<number>): Uint32Array {
  const taken = takeWords(list.length);
  if (taken === null) throw new Error("There is no WebAssembly.");
  taken.set(list);
  return taken;
}

/** Runs with all calls compiled, then with none; both must give the same. */
function compare(story: string, run: (isCompiled: boolean) => unknown): void {
  const before = setLeastRows(0);
  try {
    const compiled = run(true);
    setLeastRows(Infinity);
    assert.equal(run(false), compiled, story);
  } finally {
    setLeastRows(before);
    clearWords();
  }
}

interface Rows {
  codes: Uint8Array | Uint16Array | Uint32Array;
  codeCount: number;
  mask: Uint8Array | null;
  start: number;
  from: number;
  until: number;
}

/** A run of rows within a longer column, at any alignment. */
function randomRows(random: Random): Rows {
  const length = random.pick([0, 1, 5, 15, 16, 17, 31, 32, 300, 5000]);
  const start = random.integer(0, 9);
  const from = start + random.integer(0, 9);
  const until = from + length;
  const codeCount = random.pick([1, 2, 5, 16, 17, 32, 33, 200, 256]);
  const Type = random.pick(CODE_TYPES);
  const offset = random.integer(0, 3);
  const codes = Type.from(Array.from({ length: until + offset + 3 }, () => random.integer(0, codeCount - 1))).subarray(
    offset,
  );
  const mask = random.chance(0.3) ? null : Uint8Array.from({ length: until - start }, () => Number(random.chance(0.4)));
  return { codes, codeCount, mask, start, from, until };
}

/** Stretches of rows, some of them empty. */
function randomBounds(random: Random, from: number, until: number): number[] {
  const inner = Array.from({ length: random.integer(0, 3) }, () => random.integer(from, until));
  return [from, ...inner.toSorted((a, b) => a - b), until];
}

function eachRound(run: (random: Random, story: string) => void): void {
  for (let round = 0; round < ROUNDS; round++) run(createRandom(round), `round ${round}`);
}

const masks = suite("masks and counts by code, compiled");

masks("are those of JavaScript", () => {
  eachRound((random, story) => {
    const { codes, codeCount, mask, start, from, until } = randomRows(random);
    const table = Uint8Array.from({ length: codeCount }, () => Number(random.chance(0.5)));
    compare(story, () => maskByCode(codes, table, from, until));
    const bounds = randomBounds(random, from, until);
    compare(story, () => {
      const counts = new Uint32Array(codeCount * (bounds.length - 1)).fill(3);
      countCodes(counts, codeCount, { codes, mask, start }, bounds);
      return counts;
    });
  });
});

masks("count more rows of one code than a byte holds", () => {
  const codes = new Uint8Array(60_000);
  compare("60,000 rows", () => {
    const counts = new Uint32Array(2);
    countCodes(counts, 2, { codes, mask: null, start: 0 }, [1, codes.length]);
    return counts;
  });
});

masks.run();

const sums = suite("sums by code, compiled");

sums("add in the order of JavaScript, to the last digit", () => {
  eachRound((random, story) => {
    const { codes, codeCount, mask, start, from, until } = randomRows(random);
    const lineCount = random.integer(1, 12);
    const Lines = random.pick(CODE_TYPES);
    const lines = Lines.from(Array.from({ length: until }, () => random.integer(0, lineCount - 1)));
    const numbers = Float64Array.from({ length: codeCount }, () => (random.chance(0.2) ? NaN : random.unit() * 1e6));
    const bounds = randomBounds(random, from, until);
    const isCounted = random.chance(0.5);
    compare(story, () => {
      const added = new Float64Array(SUM_PARTS * lineCount * (bounds.length - 1));
      const counts = isCounted ? new Uint32Array(added.length) : null;
      addNumbersByCode(added, counts, { codes, numbers, lines, lineLimit: lineCount, mask, start }, bounds);
      return [added, counts];
    });
  });
});

sums.run();

const entities = suite("entities, compiled");

entities("are noted as by JavaScript", () => {
  eachRound((random, story) => {
    const { mask, start, from, until } = randomRows(random);
    const limit = random.integer(1, 400);
    const ids = Uint32Array.from({ length: until }, () => random.integer(0, limit));
    const held = Array.from({ length: (limit >>> 5) + 1 }, () => random.integer(0, 0xffff));
    const firsts = Array.from({ length: limit + 1 }, () => random.integer(0, 9));
    compare(story, (isCompiled) => {
      const bits = isCompiled ? words(held) : Uint32Array.from(held);
      addIds(bits, ids, { mask, start }, from, until);
      const { buffer, byteOffset, length } = isCompiled ? words(firsts) : Uint32Array.from(firsts);
      const noted = new Int32Array(buffer, byteOffset, length);
      noteFirsts(noted, ids, { mask, start, bucket: random.integer(4, 4) }, from, until);
      return [[...bits], [...noted]];
    });
  });
});

entities.run();

const bitsets = suite("bitsets, compiled");

bitsets("are counted and joined as by JavaScript, also with those of other memory", () => {
  eachRound((random, story) => {
    const lists = Array.from({ length: 13 }, () => {
      const isDense = random.chance(0.3);
      const length = random.pick([0, 1, 3, 4, 130, 131, 1000]);
      return Array.from({ length }, () => (isDense ? 0xffff_ffff : random.integer(0, 2 ** 31) * 2));
    });
    const [one = [], other = []] = lists;
    compare(story, (isCompiled) => {
      const [a, b] = isCompiled ? [words(one), words(other)] : [Uint32Array.from(one), Uint32Array.from(other)];
      const found = [countBits(a), countBoth(a, b), countAny(a, b)];
      const [long, short] = a.length < b.length ? [b, a] : [a, b];
      addBits(long, random.chance(0.5) ? short : Uint32Array.from(short));
      const joined = [...long];
      const open = (list: ArrayLike<number>) => (isCompiled ? words(list) : Uint32Array.from(list));
      const [fresh, seen] = [open(long.map((word) => word & 0xff)), open(long.map((word) => word ^ 0x0f0f))];
      addNewBits(fresh, seen, random.chance(0.5) ? short : Uint32Array.from(short));
      return [found, joined, [...fresh], [...seen]];
    });
  });
});

bitsets("are added up to planes, and read from them, as by JavaScript", () => {
  eachRound((random, story) => {
    const length = random.pick([1, 3, 4, 130, 1000]);
    const lists = Array.from({ length: random.integer(8, 20) }, () =>
      Array.from({ length }, () => (random.chance(0.5) ? 0 : random.integer(0, 2 ** 31) * 2 + 1)),
    );
    compare(story, (isCompiled) => {
      const open = (list: number[]) => (isCompiled ? words(list) : Uint32Array.from(list));
      const planes = Array.from({ length: 5 }, () => open(Array.from({ length }, () => 0)));
      const opened = lists.map(open);
      addEightToPlanes(planes, opened.slice(0, 8) as unknown as Eight);
      if (opened.length >= 16) addEightToPlanes(planes, opened.slice(8, 16) as unknown as Eight);
      for (const bits of opened.slice(opened.length >= 16 ? 16 : 8)) addToPlanes(planes, bits);
      const histogram = new Float64Array(32);
      readPlanes(planes, histogram);
      return histogram;
    });
  });
});

bitsets.run();

const workspace = suite("workspace");

workspace("has room for the rows of a segment, and leaves few rows and too many to JavaScript", () => {
  assert.is(workspaceFor(1), null);
  assert.is(workspaceFor(65_537), null);
  const opened = workspaceFor(65_536);
  assert.ok(opened);
  for (let list = 0; list < 5; list++) opened.copy(new Float64Array(65_537));
  assert.throws(() => {
    for (let list = 0; list < 50; list++) opened.copy(new Float64Array(65_537));
  }, /do not fit/);
  assert.ok(workspaceFor(65_536)?.copy(new Float64Array(65_537)), "the copies of the call before are forgotten");
});

workspace("gives zeros again after a question, as long as there is room", () => {
  const taken = takeWords(5);
  assert.equal([...(taken ?? [])], [0, 0, 0, 0, 0]);
  taken?.fill(7);
  assert.is(takeWords(2 ** 22), null);
  clearWords();
  assert.equal([...(takeWords(6) ?? [])], [0, 0, 0, 0, 0, 0]);
  clearWords();
});

workspace.run();
